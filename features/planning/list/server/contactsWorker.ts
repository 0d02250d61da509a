import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { contactRows } from '#features/core/part/contactRows.ts'
import { readContacts } from '#features/core/part/rules.ts'
import { canonicalAddress } from '#features/notify/suppression/server/address.ts'
import { SHOWN_LINES } from '#features/planning/list/rules.ts'
import type { ContactsWork, ReadContacts } from './importMembers.ts'

const { path, most } = workerData as ContactsWork
/** Entries of one text: reading more at once would keep other requests waiting. */
const SLICE = 500

/** The entries of the file; undefined when it is not a contact list in Unicode. */
function read(): ReadContacts | undefined {
  const text = decoded()
  if (text === undefined || text.includes('\u0000')) return undefined
  const rows = contactRows(text)
  if (rows.some(({ cells }) => cells.some(cell => cell.length > most.cell))) return undefined
  // what a spreadsheet would run has an apostrophe in our own exports
  const plain = rows.map(row => ({
    ...row,
    cells: row.cells.map(cell => cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')),
  }))
  const entries = readContacts(plain, new Set(), most.people)
  const right = entries.flatMap(({ problem, ...entry }) =>
    problem ? [] : [{ ...entry, address: canonicalAddress(entry.email) }],
  )
  const twice = entries.filter(({ problem }) => problem === 'twice')
  const invalid = entries.filter(({ problem }) => problem && problem !== 'twice')
  return {
    slices: Array.from({ length: Math.ceil(right.length / SLICE) }, (_, at) =>
      JSON.stringify(right.slice(at * SLICE, (at + 1) * SLICE)),
    ),
    counts: { twice: twice.length, invalid: invalid.length },
    left: [...invalid.slice(0, SHOWN_LINES), ...twice.slice(0, SHOWN_LINES)],
  }
}

/** UTF-8, or UTF-16 when the file says so by its byte order mark, as the browser read it before: anything else is a guess. */
function decoded(): string | undefined {
  const bytes = readFileSync(path)
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

parentPort?.postMessage(read())
