import type { Entry } from 'yauzl'
import { isRelationshipNamespace, type Kind, kinds, type LinkKind, wordOfType } from './kinds.ts'
import { contentTypesOf, type Package, type Relationship, relationshipsOf, targetOf } from './opc.ts'
import { type PictureType, pictureTypeOf } from './pictures.ts'
import { DeckRefused } from './refused.ts'
import { readXml } from './xml.ts'
import { unpack } from './zip.ts'

/** A part of markup to write: its source, its new name and its relationships. */
export interface MarkupPart {
  readonly kind: Kind
  readonly entry: Entry
  readonly name: string
  readonly links: Link[]
  /** The speaker notes of a slide, which are read and not written. */
  notes?: Entry
}
export interface PicturePart {
  readonly kind: 'image'
  readonly entry: Entry
  readonly name: string
  readonly type: PictureType
}
export type Part = MarkupPart | PicturePart
export interface Link {
  readonly id: string
  readonly type: string
  /** Undefined for an external hyperlink. */
  readonly target: Part | undefined
}

export interface Plan {
  readonly presentation: MarkupPart
  readonly parts: readonly Part[]
  /** The relationship ids of the slides, in their order. */
  readonly slideIds: readonly string[]
  /** The program that wrote the deck. */
  readonly writtenBy: { readonly application: string; readonly version: string }
  /** The number of external pictures, media and files that are left out. */
  readonly linksOutside: number
}

const MOST_PARTS = 20_000
const presentationType = /presentationml\.(?:presentation|slideshow|template)\.main\+xml$/
const macroType = /ms-powerpoint\.(?:presentation|slideshow|template|addin)\.macroEnabled|vbaProject/i
const macroName = /(?:^|\/)vba(?:project|data)\.(?:bin|xml)$/i

/**
 * The parts of a package to write: the presentation, and every part that it reaches by relationships that each kind of
 * part may have. Everything else in the package is left out.
 */
export async function planOf(pack: Package): Promise<Plan> {
  const types = await contentTypesOf(pack)
  const names = [...pack.entries.values()].map(entry => entry.fileName)
  if (names.some(name => macroName.test(name)) || types.declared.some(type => macroType.test(type)))
    throw new DeckRefused('DeckHasMacros')
  const roots = await relationshipsOf(pack, '')
  const partBy = (...words: string[]) => {
    const found = roots.find(({ type }) => words.includes(wordOfType(type) ?? ''))
    return found && targetOf(pack, '', found.target)
  }
  const main = partBy('officeDocument')
  const kindsOfFile = main ? [types.of(main.fileName)] : types.declared
  if (!kindsOfFile.some(type => presentationType.test(type)))
    throw new DeckRefused('DeckTypeNotAllowed', 'an Office file of another kind')
  if (!main) throw new DeckRefused('DeckDamaged', 'no presentation')
  const slideIds = await slideIdsOf(pack, main)
  const writtenBy = await writtenByOf(pack, partBy('extended-properties', 'extendedProperties'))
  return { slideIds, writtenBy, ...(await partsFrom(pack, main)) }
}

async function partsFrom(pack: Package, main: Entry): Promise<Omit<Plan, 'slideIds' | 'writtenBy'>> {
  const parts = new Map<string, Part>()
  const waiting: MarkupPart[] = []
  const numbers = new Map<string, number>()
  let linksOutside = 0

  const newName = (base: string, extension: string) => {
    const number = (numbers.get(base) ?? 0) + 1
    numbers.set(base, number)
    return `${base}${number}.${extension}`
  }
  /** A part that is referred to as several kinds is written once for each. */
  const partOf = async (kind: Kind | 'image', entry: Entry): Promise<Part | undefined> => {
    const key = `${kind} ${entry.fileName}`
    const known = parts.get(key)
    if (known) return known
    if (parts.size >= MOST_PARTS) throw new DeckRefused('DeckHostile', 'too many parts')
    const type = kind === 'image' ? await pictureTypeOf(pack.zip, entry) : undefined
    if (kind === 'image' && !type) return undefined
    const part: Part =
      kind === 'image'
        ? { kind, entry, type: type ?? 'png', name: newName('ppt/media/image', type ?? 'png') }
        : { kind, entry, name: newName(kinds[kind].name, kind === 'vmlDrawing' ? 'vml' : 'xml'), links: [] }
    parts.set(key, part)
    if (part.kind !== 'image') waiting.push(part)
    return part
  }
  const follow = async (part: MarkupPart, { id, type, target, isExternal }: Relationship) => {
    const word = wordOfType(type)
    const entry = isExternal ? undefined : targetOf(pack, part.entry.fileName, target)
    if (part.kind === 'slide' && word === 'notesSlide' && entry) part.notes = entry
    if (isExternal && word !== 'hyperlink') linksOutside++
    if (!isLink(part.kind, word)) return
    if (word !== 'hyperlink') {
      const found = entry && (await partOf(word, entry))
      if (found) part.links.push({ id, type, target: found })
    } else if (isExternal) part.links.push({ id, type, target: undefined })
  }

  const presentation = (await partOf('officeDocument', main)) as MarkupPart
  for (let part = waiting.shift(); part; part = waiting.shift())
    for (const relationship of await relationshipsOf(pack, part.entry.fileName)) await follow(part, relationship)
  return { presentation, parts: [...parts.values()], linksOutside }
}

const isLink = (kind: Kind, word: string | undefined): word is LinkKind =>
  (kinds[kind].links as readonly string[]).includes(word ?? '')

/** The slides in the presentation's list; sections list them again without a relationship id. */
async function slideIdsOf({ zip }: Package, main: Entry): Promise<string[]> {
  const ids: string[] = []
  await readXml(unpack(zip, main), {
    open({ local, attributes }) {
      if (local !== 'sldId') return
      const reference = Object.values(attributes).find(
        ({ local, uri }) => local === 'id' && isRelationshipNamespace(uri),
      )
      if (reference) ids.push(reference.value)
    },
  })
  return ids
}

async function writtenByOf({ zip }: Package, properties: Entry | undefined): Promise<Plan['writtenBy']> {
  const found = { Application: '', AppVersion: '' }
  let inside = ''
  try {
    if (properties)
      await readXml(unpack(zip, properties), {
        open({ local }) {
          inside = local
        },
        close() {
          inside = ''
        },
        text: text => {
          if (inside === 'Application' || inside === 'AppVersion') found[inside] += text
        },
      })
  } catch (error) {
    if (!(error instanceof DeckRefused)) throw error
  }
  const { Application, AppVersion } = found
  return {
    application: /^[\w .-]{1,80}$/.test(Application) ? Application : '',
    version: /^[\d.]{1,20}$/.test(AppVersion) ? AppVersion : '',
  }
}
