import { readFile } from 'node:fs/promises'
import { CallFailed, type Output } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { fullName } from '#contract/names.ts'
import { type ContactEntry, MAX_CONTACTS_BYTES } from '#features/core/part/rules.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { listCalls } from '#features/planning/list/contract.ts'
import { type ImportOutcome, MOST_MEMBERS, SHOWN_LINES } from '#features/planning/list/rules.ts'
import { type ContextOf, type Preparation, prepares } from '#server/context.ts'
import { newPace } from '#server/pace.ts'
import { readOnThread } from '#server/sheets/readCsv.ts'
import { heldAmong } from './held.ts'
import { addressesAmong, insertMembers, type NewMember, sizeOf } from './memberQueries.ts'
import { changeList, findList, type ListRow, lockList, mayChange } from './queries.ts'

type Call = typeof listCalls.importListMembers

/** The input of the thread that reads contacts. */
export interface ContactsWork {
  readonly path: string
  /** The most people, and characters of a cell. */
  readonly most: { readonly people: number; readonly cell: number }
}

/** A right entry of a file, with the canonical form of its address. */
interface ReadContact extends Omit<ContactEntry, 'problem'> {
  readonly address: string
}

/** What the thread answers. */
export interface ReadContacts {
  /** The right entries as JSON, in slices. */
  readonly slices: readonly string[]
  /** How many entries are left out, and the first of them. */
  readonly counts: Readonly<Record<'twice' | 'invalid', number>>
  readonly left: readonly ContactEntry[]
}
interface Prepared extends ReadContacts {
  /** The addresses that get no email, as far as the organization may know. */
  readonly held: ReadonlySet<string>
}

/** A person may try a file several times until its lines are right. */
const mayImport = newPace(20, 0.2)
const most = { people: MOST_MEMBERS, cell: 1000 } as const

/** Reads the file, and stamps its addresses, before the transaction: thirty thousand take a second. */
const prepare: Preparation<Call, Prepared> = async ({ input, actor, frame, now, fail }) => {
  if (!mayImport(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const { list } = (await findList(frame.db, actor, input.list_id)) ?? fail('ListNotFound')
  if (!mayChange(actor, list)) fail('NoPermission')
  if (list.type === 'dynamic') fail('ListTypeForbids')
  if (input.file.size > MAX_CONTACTS_BYTES && (await sizeOnDisk(input.file)) > MAX_CONTACTS_BYTES)
    throw new CallFailed('BodyTooLarge')
  const script = new URL('./contactsWorker.ts', import.meta.url)
  const work: ContactsWork = { path: input.file.path, most }
  const read = (await readOnThread<ReadContacts | undefined>(script, work)) ?? fail('TableNotReadable')
  const held = new Set<string>()
  for (const slice of read.slices) {
    const emails = readSlice(slice).map(({ email }) => email)
    for (const email of (await heldAmong(frame, frame.db, list.organisationId, emails)).keys()) held.add(email)
  }
  return { ...read, held }
}

/** [CONST-028] The size of a file as a Chinese spreadsheet saves it: what takes three bytes in UTF-8 takes two there. */
async function sizeOnDisk({ path, size }: Upload): Promise<number> {
  let wide = 0
  for (const byte of await readFile(path)) if (byte >= 0xe0) wide++
  return size - wide
}

const readSlice = (json: string) => JSON.parse(json) as ReadContact[]

async function importContacts(context: ContextOf<Call>, prepared: Prepared) {
  const { db, actor, input, now, fail } = context
  const list = (await lockList(db, actor, input.list_id)) ?? fail('ListNotFound')
  if (!mayChange(actor, list)) fail('NoPermission')
  const before = await sizeOf(db, list.id)
  const { counts, lines } = await take(context, list, prepared)
  const added = counts.new + counts.suppressed
  if (before + added > MOST_MEMBERS) fail('ListFull')
  if (!input.dry && added > 0) {
    await changeList(db, list.id, { updatedAt: now })
    const { id: subject, name, organisationId } = list
    const detail = { name, added, left: counts.known + counts.twice + counts.invalid }
    await tell(context, { audit: { action: 'list.import', subject, detail, organisationId } })
  }
  return { counts, lines }
}

export const importListMembers = prepares<Call, Prepared>(prepare, importContacts)

/** Those that need a look come first. */
const order: readonly ImportOutcome[] = ['invalid', 'suppressed', 'twice', 'known', 'new']

/** Determines the outcome of each entry, slice by slice, and adds new people unless the import is a preview. */
async function take({ db, actor, input }: ContextOf<Call>, list: ListRow, { slices, held, ...read }: Prepared) {
  const seen = new Set<string>()
  const counts = { new: 0, known: 0, suppressed: 0, ...read.counts }
  const lines = new Map<ImportOutcome, Line[]>(order.map(outcome => [outcome, []]))
  const show = (entry: ContactEntry, outcome: ImportOutcome) => {
    const shown = lines.get(outcome)
    if (shown && shown.length < SHOWN_LINES) shown.push(lineOf(entry, outcome))
  }
  for (const entry of read.left) show(entry, entry.problem === 'twice' ? 'twice' : 'invalid')
  for (const slice of slices) {
    const entries = readSlice(slice)
    const addresses = entries.map(({ address }) => address)
    const known = await addressesAmong(db, list.id, addresses)
    const fresh: NewMember[] = []
    for (const entry of entries) {
      // the database also knows people from earlier slices
      const { line: _, ...person } = entry
      const isTwice = seen.has(entry.address)
      const outcome = isTwice
        ? 'twice'
        : known.has(entry.address)
          ? 'known'
          : held.has(entry.email)
            ? 'suppressed'
            : 'new'
      seen.add(entry.address)
      counts[outcome]++
      show(entry, outcome)
      if (outcome === 'new' || outcome === 'suppressed') fresh.push(person)
    }
    if (!input.dry) await insertMembers(db, actor, list, fresh)
  }
  return { counts, lines: order.flatMap(outcome => lines.get(outcome) ?? []).slice(0, SHOWN_LINES) }
}

type Line = Output<Call>['lines'][number]
const lineOf = ({ line, email, firstname, lastname, problem }: ContactEntry, outcome: ImportOutcome): Line => ({
  ...{ line, email: email.slice(0, 254), name: fullName({ firstname, lastname }).slice(0, 170), outcome },
  problem: outcome === 'invalid' ? (problem ?? null) : null,
})
