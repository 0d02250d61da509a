import { posix } from 'node:path'
import { type DeckNote, MAX_DECK_PAGES } from '#features/room/deck/rules.ts'
import { kinds, type LinkKind } from './kinds.ts'
import { officeMarkup, rewriteMarkup } from './markup.ts'
import { openPackage, type Package } from './opc.ts'
import { isPacked, mediaTypeOf, rewritePicture } from './pictures.ts'
import { type MarkupPart, type Part, type Plan, planOf } from './plan.ts'
import { fontsOf, type Seen, watchSlides } from './preflight.ts'
import { DeckRefused } from './refused.ts'
import { isHidden, type SlideNotes, wordsOfNotes } from './speakerNotes.ts'
import { rewriteVml } from './vml.ts'
import { attributeText } from './xml.ts'
import { unpack } from './zip.ts'
import { createZip, type ZipWriter } from './zipWriter.ts'

export interface PptxChecked {
  /** Slides, hidden ones included. */
  readonly slides: number
  readonly notes: DeckNote[]
  readonly spoken: SlideNotes[]
}

/** The target of every hyperlink: a name that never resolves (RFC 6761). */
const NOWHERE = 'https://link.invalid/'
const parts = 'application/vnd.openxmlformats-officedocument'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const namespace = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'

/**
 * Rewrites a .pptx to `target`, with only what was understood and is needed to show the slides.
 * @throws {DeckRefused} with the reason for refusing it
 */
export async function rewritePptx(path: string, fileSize: number, target: string): Promise<PptxChecked> {
  const pack = await openPackage(path, fileSize)
  try {
    const plan = await planOf(pack)
    const slides = plan.slideIds.length
    if (slides === 0) throw new DeckRefused('DeckEmpty')
    if (slides > MAX_DECK_PAGES) throw new DeckRefused('DeckTooManyPages', `${slides} slides`)
    const zip = await createZip(target)
    try {
      const { hidden, seen, linksOutside } = await writeParts(pack, plan, zip)
      await writeFrame(zip, plan)
      await zip.end()
      await readTheRest(pack, plan)
      const notes: DeckNote[] = plan.linksOutside + linksOutside > 0 ? ['linksLeftOut'] : []
      const spoken = await slidesOf(pack, plan, { hidden, seen })
      return { slides, notes, spoken }
    } finally {
      await zip.close()
    }
  } finally {
    pack.zip.close()
  }
}

/** Answers the hidden slides, what was seen in each part, and the number of external pictures that were left out. */
async function writeParts(pack: Package, plan: Plan, zip: ZipWriter) {
  const hidden = new Set<Part>()
  const { seen, seeIn } = watchSlides()
  let linksOutside = 0
  for (const part of plan.parts) {
    if (part.kind === 'image') {
      const picture = rewritePicture(pack.zip, part.entry, part.type, () => linksOutside++)
      await zip.add(part.name, picture, !isPacked(part.type))
      continue
    }
    const links = new Map<string, LinkKind>(part.links.map(({ id, target }) => [id, target?.kind ?? 'hyperlink']))
    const { kind, entry } = part
    const bytes =
      kind === 'vmlDrawing'
        ? rewriteVml(unpack(pack.zip, entry), links)
        : rewriteMarkup(unpack(pack.zip, entry), officeMarkup(kinds[kind].root), links, (tag, isRoot) => {
            if (isRoot && isHidden(tag)) hidden.add(part)
            seeIn(part, tag)
          })
    await zip.add(part.name, bytes, true)
    if (part.links.length > 0) await zip.add(relationshipsName(part.name), [declaration + relationshipsOf(part)], true)
  }
  return { hidden, seen, linksOutside }
}

/** Unpacks the parts that were left out as well: one that is longer than its directory entry says refuses the file. */
async function readTheRest({ zip, entries }: Package, { parts }: Plan): Promise<void> {
  const written = new Set(parts.map(part => part.entry))
  for (const entry of entries.values()) {
    // an uncompressed part cannot be longer than the file
    if (written.has(entry) || entry.compressionMethod === 0) continue
    for await (const _chunk of unpack(zip, entry));
  }
}

const relationshipsName = (name: string) => `${posix.dirname(name)}/_rels/${posix.basename(name)}.rels`

function relationshipsOf({ links }: MarkupPart): string {
  return relationships(
    links.map(({ id, type, target }) => {
      const to = target ? `Target="/${target.name}"` : `Target="${NOWHERE}" TargetMode="External"`
      return `Id="${attributeText(id)}" Type="${attributeText(type)}" ${to}`
    }),
  )
}

const relationships = (lines: readonly string[]) =>
  `<Relationships xmlns="${namespace}/relationships">${lines.map(line => `<Relationship ${line}/>`).join('')}</Relationships>`

/** The content types, the package's relationships and its properties. */
async function writeFrame(zip: ZipWriter, plan: Plan): Promise<void> {
  const types = plan.parts.map(part => {
    const type = part.kind === 'image' ? mediaTypeOf(part.type) : kinds[part.kind].contentType
    return `<Override PartName="/${part.name}" ContentType="${type}"/>`
  })
  types.push(
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/docProps/app.xml" ContentType="${parts}.extended-properties+xml"/>`,
  )
  const { application, version } = plan.writtenBy
  const files = {
    '[Content_Types].xml': `<Types xmlns="${namespace}/content-types">${types.join('')}</Types>`,
    '_rels/.rels': relationships([
      `Id="rId1" Type="${office}/relationships/officeDocument" Target="/${plan.presentation.name}"`,
      `Id="rId2" Type="${office}/relationships/extended-properties" Target="/docProps/app.xml"`,
    ]),
    // the converter reads some charts differently depending on the program that wrote them
    'docProps/app.xml': `<Properties xmlns="${office}/extended-properties"><Application>${application}</Application><AppVersion>${version}</AppVersion></Properties>`,
  }
  for (const [name, text] of Object.entries(files)) await zip.add(name, [declaration + text], true)
}

/** The speaker notes of each slide and what it holds, in the order of the slides. */
async function slidesOf(
  { zip }: Package,
  plan: Plan,
  { hidden, seen }: { hidden: ReadonlySet<Part>; seen: ReadonlyMap<Part, Seen> },
): Promise<SlideNotes[]> {
  const spoken: SlideNotes[] = []
  for (const [index, id] of plan.slideIds.entries()) {
    const slide = plan.presentation.links.find(link => link.id === id)?.target
    const notes = slide?.kind === 'slide' ? slide.notes : undefined
    const text = notes ? await wordsOfNotes(zip, notes) : ''
    const holds = slide ? [...(seen.get(slide)?.holds ?? [])] : []
    const fonts = slide ? fontsOf(slide, seen) : []
    spoken.push({ slide: index + 1, hidden: slide !== undefined && hidden.has(slide), text, holds, fonts })
  }
  return spoken
}
