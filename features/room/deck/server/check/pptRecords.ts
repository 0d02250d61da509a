import { DeckRefused } from './refused.ts'

/** A record of a .ppt; `body` follows its header. */
export interface PptRecord {
  readonly version: number
  readonly instance: number
  readonly type: number
  readonly body: Buffer
}

export const HEADER = 8
const CONTAINER = 0x0f
const DEEPEST = 64

/** [MS-PPT] 2.13.24 and [MS-ODRAW] 2.1: the containers that determine how slides look. */
const containers = new Set([
  ...[0x03e8, 0x03ee, 0x03f0, 0x03f2, 0x03f8, 0x0fc9], // document, slide, notes, environment, master, handout
  ...[0x0ff0, 0x07d0, 0x040b, 0x040c, 0x07d5, 0x0fd9, 0x0fc8, 0x0410, 0x0411], // lists, drawings, fonts, footers, shows
  ...[0x0409, 0x0fd7, 0x0ff2], // hyperlinks and where one clicks
  ...[0x1388, 0x138a, 0x07f8], // tags, and in them the pictures of bullets
  ...[0xf000, 0xf001, 0xf002, 0xf003, 0xf004, 0xf005, 0xf00d, 0xf011],
])
/** The atoms that do. Records in neither list are left out. */
const atoms = new Set([
  ...[0x03e9, 0x03ea, 0x03ef, 0x03f1, 0x03f3, 0x03f9, 0x0401, 0x07f0, 0x0fb7, 0x0bc3, 0x0fe7, 0x1770, 0x0412],
  ...[0x0f9e, 0x0f9f, 0x0fa0, 0x0fa1, 0x0fa2, 0x0fa3, 0x0fa4, 0x0fa5, 0x0fa6, 0x0fa7, 0x0fa8, 0x0fa9, 0x0faa, 0x0fab],
  ...[0x0fac, 0x0fad, 0x0fae, 0x0faf, 0x0fb0, 0x0fb1, 0x0fb2, 0x0fba, 0x0fd2, 0x0fd8, 0x0fda, 0x0ff7, 0x0ff8, 0x0ff9],
  ...[0x0ffa, 0x1015, 0x040a, 0x0fd3, 0x0fdf, 0x0ff3, 0x138b],
  ...[0xf006, 0xf007, 0xf008, 0xf009, 0xf00a, 0xf00b, 0xf00e, 0xf00f, 0xf010, 0xf012, 0xf013, 0xf014, 0xf017],
  ...[0xf118, 0xf11a, 0xf11d, 0xf11e, 0xf121, 0xf122],
])
const TEXT = 0x0fba
/** Dates, headers and footers, which are shown as text. */
const FOOTERS = 0x0fd9
const HYPERLINK = 0x0fd7
const CLICK = 0x0ff2
const CLICK_ATOM = 0x0ff3
const TAG = 0x138a
const TAG_DATA = 0x138b
const PICTURE_ENTRY = 0xf007
/** [MS-PPT] 2.9.72: two bytes, then the picture of a bullet. */
const BULLET = 0x07f9
const properties = new Set([0xf00b, 0xf121, 0xf122])
/** The permitted actions of a click: none, a move within the slides, or an address, which leads nowhere. */
const harmlessActions = new Set([0, 3, 4, 7])
/** Tags of this name contain pictures of bullets and the like; others contain sounds, animations and comments. */
const LOOK_TAG = '___PPT9'
const NOWHERE = Buffer.from('https://link.invalid/', 'utf16le')

/** [MS-ODRAW] 2.3: properties of shapes that name files and addresses, or contain pictures and packages. */
const names = new Set([0x0105, 0x0110, 0x0187, 0x01c6, 0x0382, 0x038e, 0x03a9])
const linkFlags = new Set([0x0106, 0x0111, 0x0188, 0x01c7])
const pictures = new Set([0x0104, 0x0186, 0x01c5])
/** The description of a shape, which replaces properties that must not be read. */
const DESCRIPTION = 0x0381

/** Writes the pictures within records. */
export interface PictureRecords {
  /** The entry of a picture in the document's list, with its position in the new file. */
  rewriteEntry(body: Buffer): Buffer
  /** A picture that is a separate record; undefined for one that must not be shown. */
  rewritePicture(record: PptRecord): PptRecord | undefined
}

/** Rewrites a record with only what is understood and needed to show the slides; empty for other records. */
export function rewriteRecord(record: PptRecord, to: PictureRecords, parent = 0, depth = 0): Buffer {
  const { type, instance, body } = record
  if (depth > DEEPEST) throw new DeckRefused('DeckHostile', 'records nested too deep')
  if (type === TAG && nameOfTag(body) !== LOOK_TAG) return Buffer.alloc(0)
  if (containers.has(type) || type === TAG_DATA) {
    const inside = [...recordsOf(body)].map(one => rewriteRecord(one, to, type, depth + 1))
    return writeRecord({ version: type === TAG_DATA ? 0 : CONTAINER, type, instance, body: Buffer.concat(inside) })
  }
  if (type === BULLET) return rewriteBullet(record, to)
  if (isPicture(type)) {
    const picture = to.rewritePicture(record)
    return picture ? writeRecord(picture) : Buffer.alloc(0)
  }
  if (!atoms.has(type) || (type === TEXT && !isShownText(record, parent))) return Buffer.alloc(0)
  // some readers treat an atom with a container's version as a container
  const version = record.version === CONTAINER ? 0 : record.version
  return writeRecord({ version, type, instance, body: bodyOfAtom(record, to, parent) })
}

function rewriteBullet({ type, instance, body }: PptRecord, to: PictureRecords): Buffer {
  const [inside] = recordsOf(body.subarray(2))
  const picture = inside && isPicture(inside.type) ? to.rewritePicture(inside) : undefined
  if (!picture) return Buffer.alloc(0)
  return writeRecord({ version: 0, type, instance, body: Buffer.concat([body.subarray(0, 2), writeRecord(picture)]) })
}

function bodyOfAtom({ type, instance, body }: PptRecord, to: PictureRecords, parent: number): Buffer {
  if (type === PICTURE_ENTRY) return to.rewriteEntry(body)
  if (properties.has(type)) return withoutNames(body, instance)
  if (type === CLICK_ATOM) return harmlessClick(body)
  // the name of a macro or program, or the address of a link; only a link's first text is shown
  const leads = type === TEXT && (parent === CLICK || (parent === HYPERLINK && instance !== 0))
  return leads ? NOWHERE : body
}

/** Texts elsewhere name slides, shows, files and programs. */
const isShownText = ({ body }: PptRecord, parent: number): boolean =>
  parent === TAG ? body.toString('utf16le') === LOOK_TAG : [FOOTERS, HYPERLINK, CLICK].includes(parent)

export const isPicture = (type: number): boolean => type >= 0xf018 && type <= 0xf117

/** The records of a buffer; a last record that exceeds it is cut. */
export function* recordsOf(bytes: Buffer): Generator<PptRecord> {
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const end = at + HEADER + bytes.readUInt32LE(at + 4)
    yield { ...headerAt(bytes, at), body: bytes.subarray(at + HEADER, Math.min(end, bytes.length)) }
    at = end
  }
}

export function headerAt(bytes: Buffer, at: number): Omit<PptRecord, 'body'> {
  const first = bytes.readUInt16LE(at)
  return { version: first & 0x0f, instance: first >> 4, type: bytes.readUInt16LE(at + 2) }
}

export function writeRecord({ version, instance, type, body }: PptRecord): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt16LE((instance << 4) | version, 0)
  header.writeUInt16LE(type, 2)
  header.writeUInt32LE(body.length, 4)
  return Buffer.concat([header, body])
}

function nameOfTag(body: Buffer): string {
  for (const { type, body: text } of recordsOf(body)) if (type === TEXT) return text.toString('utf16le')
  return ''
}

/** [MS-PPT] 2.8.6: removes the sound of a click, and actions that play, run or open something. */
function harmlessClick(body: Buffer): Buffer {
  const click = Buffer.from(body)
  if (click.length < 16) return Buffer.alloc(16)
  click.writeUInt32LE(0, 0) // its sound
  if (!harmlessActions.has(click[8] ?? 0)) click[8] = 0
  return click
}

/** [MS-ODRAW] 2.3.1: a table of `count` properties of six bytes, followed by the values that do not fit. */
function withoutNames(body: Buffer, count: number): Buffer {
  const table = Buffer.from(body)
  for (let at = 0; at < count * 6 && at + 6 <= table.length; at += 6) {
    const word = table.readUInt16LE(at)
    const property = word & 0x3fff
    const isLong = (word & 0x8000) !== 0
    // its length stays, since programs differ in where they expect the next value
    if (names.has(property) || (pictures.has(property) && isLong))
      table.writeUInt16LE((word & 0x8000) | DESCRIPTION, at)
    else if (linkFlags.has(property)) table.writeUInt32LE(0, at + 2)
  }
  return table
}
