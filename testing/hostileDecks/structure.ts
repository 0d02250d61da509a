import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'

/** What a deck that was written anew consists of, read by nothing that wrote it: strictly, in the one form that it has. */

const partName =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/app\.xml|ppt\/(?:[A-Za-z]+\/)?(?:_rels\/)?[A-Za-z]+\d+\.(?:xml|vml|png|jpeg|gif|bmp|tiff|wmf|emf|webp|pict|gz|svg)(?:\.rels)?)$/
const relationship =
  /^Id="([^"<>]*)" Type="http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument|schemas\.microsoft\.com\/office\/2007)\/relationships\/([\w-]+)" (?:Target="\/([\w./]+)"|Target="https:\/\/link\.invalid\/" TargetMode="External")$/
const kindsOfLinks = new Set([
  ...['officeDocument', 'extended-properties', 'slideMaster', 'slide', 'slideLayout', 'theme', 'tableStyles', 'chart'],
  ...['commentAuthors', 'comments', 'image', 'hyperlink', 'vmlDrawing', 'themeOverride', 'chartUserShapes'],
  ...['diagramData', 'diagramLayout', 'diagramQuickStyle', 'diagramColors', 'diagramDrawing'],
])
/** Attributes whose values are words for people, or names of namespaces. */
const words =
  /^(?:descr|title|name|tooltip|t|val|typeface|id|uri|userId|initials|xmlns(?::.*)?|.*:Ignorable|.*:Choice|Requires)$/
const begins = [
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^BM/,
  /^(?:II\x2a\0|MM\0\x2a)/,
  /^(?:\xd7\xcd\xc6\x9a|\x01\0\x09\0)/,
  /^\x01\0{3}.{36} EMF/s,
  /^RIFF.{4}WEBP/s,
  /^.{10}(?:.{512})?\0\x11\x02\xff/s,
  /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
]

/** The parts of a zip as its directory has them; the file has to consist of them and of nothing between. */
function partsOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50 || zip.readUInt16LE(end + 20) !== 0) throw new Error('no plain end')
  const parts = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  let place = 0
  for (let n = zip.readUInt16LE(end + 8); n > 0; n--) {
    const [method, packed, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (zip.readUInt32LE(at + 42) !== place) throw new Error(`something lies before ${name}`)
    if (zip.toString('utf8', place + 30, place + 30 + nameLength) !== name) throw new Error(`${name} has two names`)
    const start = place + 30 + nameLength
    const bytes = zip.subarray(start, start + packed)
    if (parts.has(name)) throw new Error(`${name} twice`)
    parts.set(name, method === 8 ? inflateRawSync(bytes) : bytes)
    place = start + packed
    at += 46 + nameLength
  }
  if (place !== zip.readUInt32LE(end + 16) || at !== end) throw new Error('something lies between the parts')
  return parts
}

/** Everything in a rewritten .pptx that should not be there. `prey` is what no part may name but as words for people. */
export async function faultsOf(path: string, prey: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const parts = partsOf(await readFile(path))
  for (const [name, bytes] of parts) {
    if (!partName.test(name)) faults.push(`name ${name}`)
    if (name.endsWith('.rels')) faults.push(...faultsOfLinks(name, bytes.toString('utf8'), parts))
    else if (/\.(?:xml|vml)$/.test(name)) faults.push(...faultsOfMarkup(name, bytes, prey))
    else if (!begins.some(begin => begin.test(bytes.toString('latin1', 0, 1024)))) faults.push(`picture ${name}`)
    if (/\.(?:svg|emf|wmf)$/.test(name) && [...prey, '%!PS'].some(one => bytes.includes(one)))
      faults.push(`reach in ${name}`)
  }
  return faults
}

function faultsOfLinks(name: string, text: string, parts: ReadonlyMap<string, Buffer>): string[] {
  const whole =
    /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n<Relationships xmlns="http:\/\/schemas\.openxmlformats\.org\/package\/2006\/relationships">(.*)<\/Relationships>$/s.exec(
      text,
    )
  if (!whole) return [`form of ${name}`]
  const lines = (whole[1] ?? '').split('<Relationship ').slice(1)
  return lines.flatMap(line => {
    const [, , kind = '', target] = relationship.exec(line.replace(/\/>$/, '')) ?? []
    if (!kindsOfLinks.has(kind)) return [`link in ${name}: ${line}`]
    if (target === undefined) return kind === 'hyperlink' ? [] : [`link outside in ${name}: ${line}`]
    return parts.has(target) ? [] : [`link to nothing in ${name}: ${line}`]
  })
}

/** Tags and texts one after the other, in the one way in which they are written. */
function faultsOfMarkup(name: string, bytes: Buffer, prey: readonly string[]): string[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const faults: string[] = []
  const body = text.replace('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', '')
  for (const piece of body.split('<').slice(1)) {
    const [, tag = '', attributes = ''] =
      /^\/?([^\s<>/"'=!?]+)((?: [^\s=<>"']+="[^"<>]*")*)\/?>[^<>]*$/.exec(piece) ?? []
    if (!tag) faults.push(`form of ${name}: <${piece.slice(0, 80)}`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([^\s=]+)="([^"]*)"/g))
      if (!words.test(attribute) && prey.some(one => value.includes(one)))
        faults.push(`reach in ${name}: ${attribute}="${value}"`)
    if (/:(?:link|href|pict)="/.test(attributes)) faults.push(`reference in ${name}: ${attributes}`)
  }
  return faults
}
