import CFB from 'cfb'
import type { PptRecord } from '#features/room/deck/server/check/pptRecords.ts'
import { HEADER, recordsOf, writeRecord } from '#features/room/deck/server/check/pptRecords.ts'
import type { Prey } from './pptxMutations.ts'
import type { Random } from './random.ts'

const OPTIONS = 0xf00b
const TEXT = 0x0fba
const SHAPE = 0xf004
const CONTAINER = 0x0f

/** An address of the prey, as .ppt files write it: in 16 bits, with a zero at its end. */
function address(random: Random, { origin, file }: Prey): Buffer {
  const path = `/${random.below(1e9)}.png`
  const text = random.pick([
    `${origin}${path}`,
    `file://${file}`,
    file,
    `\\\\${origin.slice(7)}${path}`,
    `..\\..\\..\\..${file}`,
  ])
  return Buffer.from(`${text}\0`, 'utf16le')
}

/** A table of properties that shows a picture by its address. */
function linkedPicture(random: Random, prey: Prey): PptRecord {
  const name = address(random, prey)
  const [picture, named, flags] = random.pick([
    [0x0104, 0x0105, 0x0106],
    [0x0186, 0x0187, 0x0188],
    [0x01c5, 0x01c6, 0x01c7],
  ] as const)
  const rows: [number, number][] = [
    [0x4000 | picture, random.below(3)],
    [0xc000 | named, name.length],
    [flags, random.pick([8, 9, 10, 12, 14])],
    [0x0180, 3],
    [0xc382, name.length],
  ]
  const table = Buffer.alloc(rows.length * 6)
  for (const [n, [id, value]] of rows.entries()) {
    table.writeUInt16LE(id, n * 6)
    table.writeUInt32LE(value, n * 6 + 2)
  }
  return { version: 3, instance: rows.length, type: OPTIONS, body: Buffer.concat([table, name, name]) }
}

/** A record that names an address, of one of the kinds that do. */
function namingRecord(random: Random, prey: Prey): PptRecord {
  const text = writeRecord({ version: 0, instance: random.below(4), type: 0x0fba, body: address(random, prey) })
  const number = Buffer.alloc(24)
  number.writeUInt32LE(1 + random.below(9), 0)
  const atom = (type: number) => writeRecord({ version: 0, instance: 0, type, body: number })
  const [type, first] = random.pick([
    ...[
      [0x0fd7, 0x0fd3],
      [0x0fce, 0x0fc3],
      [0x0fcc, 0x0fc3],
      [0x0fee, 0x0fc3],
      [0x1006, 0x1004],
      [0x1007, 0x1004],
    ],
    ...[
      [0x1010, 0x1012],
      [0x0ff2, 0x0ff3],
      [0x0409, 0x040a],
      [0x1388, 0x138a],
      [0x07e6, 0x0fba],
    ],
  ]) as [number, number]
  return { version: CONTAINER, instance: 0, type, body: Buffer.concat([atom(first), text]) }
}

/** Walks the records of a stream and lets `change` replace any of them. */
function changed(bytes: Buffer, change: (record: PptRecord) => PptRecord): Buffer {
  const out = [...recordsOf(bytes)].map(record => {
    const inside = record.version === CONTAINER ? { ...record, body: changed(record.body, change) } : record
    return writeRecord(change(inside))
  })
  return Buffer.concat(out)
}

const replaceOptions = (bytes: Buffer, random: Random, prey: Prey) =>
  changed(bytes, record => (record.type === OPTIONS && random.below(3) === 0 ? linkedPicture(random, prey) : record))
const addRecords = (bytes: Buffer, random: Random, prey: Prey) =>
  changed(bytes, record =>
    record.version === CONTAINER && record.type !== SHAPE && random.below(6) === 0
      ? { ...record, body: Buffer.concat([record.body, writeRecord(namingRecord(random, prey))]) }
      : record,
  )
function flip(bytes: Buffer, random: Random): Buffer {
  const out = Buffer.from(bytes)
  for (let n = random.below(40); n >= 0; n--) out[random.below(out.length)] = random.below(256)
  return out
}

/**
 * Changes a .ppt in one of several ways. Where records get longer, the places of objects are mended, so that the
 * converter still finds its slides.
 */
export function mutatePpt(ppt: Buffer, random: Random, prey: Prey): Buffer {
  const file = CFB.read(ppt, { type: 'buffer' })
  const entry = CFB.find(file, '/PowerPoint Document')
  const user = CFB.find(file, '/Current User')
  if (!entry || !user) throw new Error('no .ppt')
  const before = Buffer.from(entry.content as Uint8Array)
  const way = random.pick([replaceOptions, replaceOptions, addRecords, addRecords, flip])
  const parts = [...recordsOf(before)].map(record => writeRecord(record))
  const after = parts.map(part => (way === flip ? part : way(part, random, prey)))
  const places = new Map<number, number>()
  let [old, now] = [0, 0]
  for (const [n, part] of parts.entries()) {
    places.set(old, now)
    old += part.length
    now += after[n]?.length ?? 0
  }
  const stream = mendPlaces(Buffer.concat(after), places)
  entry.content = way === flip ? flip(stream, random) : stream
  entry.size = entry.content.length
  const current = Buffer.from(user.content as Uint8Array)
  current.writeUInt32LE(places.get(current.readUInt32LE(16)) ?? 0, 16)
  user.content = current
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer)
}

function mendPlaces(stream: Buffer, places: ReadonlyMap<number, number>): Buffer {
  const mend = (at: number) => stream.writeUInt32LE(places.get(stream.readUInt32LE(at)) ?? 0, at)
  let at = 0
  for (const { type, body } of recordsOf(stream)) {
    const start = at + HEADER
    if (type === 0x0ff5 && body.length >= 28) for (const field of [8, 12]) mend(start + field)
    if (type === 0x1772)
      for (let place = 0; place + 4 <= body.length; ) {
        const count = body.readUInt32LE(place) >>> 20
        place += 4
        for (let n = 0; n < count && place + 4 <= body.length; n++, place += 4) mend(start + place)
      }
    at = start + body.length
  }
  return stream
}

/** Footers and the words of a hyperlink are shown as text. */
const isShown = (parent: number, instance: number) => parent === 0x0fd9 || (parent === 0x0fd7 && instance === 0)

/** What in a .ppt that was written anew should not be there: streams, records that embed or link, names of the prey. */
export function faultsOfPpt(ppt: Buffer, prey: readonly string[]): string[] {
  const file = CFB.read(ppt, { type: 'buffer' })
  const faults = file.FullPaths.filter(
    path => path !== '/' && !/^Root Entry\/(?:Current User|PowerPoint Document|Pictures)?$/.test(path),
  )
  const stream = Buffer.from(CFB.find(file, '/PowerPoint Document')?.content as Uint8Array)
  const walk = (bytes: Buffer, parent = 0) => {
    for (const { type, version, body, instance } of recordsOf(bytes)) {
      if ([0x0fcc, 0x0fce, 0x0fee, 0x1006, 0x1007, 0x1010, 0x1011, 0x07e4].includes(type))
        faults.push(`record ${type.toString(16)}`)
      if (version === CONTAINER) walk(body, type)
      else if (type === OPTIONS) {
        for (let n = 0; n < instance && n * 6 + 6 <= body.length; n++) {
          const id = body.readUInt16LE(n * 6) & 0x3fff
          if ([0x105, 0x187, 0x1c6, 0x382].includes(id)) faults.push(`property ${id.toString(16)}`)
          if ([0x106, 0x188, 0x1c7].includes(id) && body.readUInt32LE(n * 6 + 2) !== 0)
            faults.push(`link flag ${id.toString(16)}`)
        }
      } else if (
        type === TEXT &&
        prey.some(one => body.toString('utf16le').includes(one)) &&
        !isShown(parent, instance)
      )
        faults.push(`text in ${parent.toString(16)}`)
    }
  }
  walk(stream)
  return faults
}
