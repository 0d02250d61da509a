import { isReference, type Language, type Links, rewriteMarkup } from './markup.ts'
import { DeckRefused } from './refused.ts'

const namespaces = new Set(
  ['vml', 'office:office', 'office:powerpoint'].map(word => `urn:schemas-microsoft-com:${word}`),
)
const isKnown = (uri: string) => uri === '' || namespaces.has(uri)
/** PowerPoint's own have some thousand bytes. */
const LARGEST = 16 * 1024 ** 2

const elements = new Set([
  ...['xml', 'group', 'shapetype', 'shape', 'rect', 'roundrect', 'oval', 'line', 'polyline', 'curve', 'arc'],
  ...['imagedata', 'fill', 'stroke', 'path', 'formulas', 'f', 'handles', 'h', 'shadow', 'lock', 'shapelayout'],
  ...['idmap', 'rules', 'r', 'extrusion'],
])
const attributes = new Set([
  ...['id', 'type', 'style', 'spid', 'spt', 'relid', 'title', 'ext', 'data', 'adj', 'path', 'v', 'eqn', 'spidmax'],
  ...['coordorigin', 'coordsize', 'from', 'to', 'control1', 'control2', 'points', 'arcsize', 'startangle', 'endangle'],
  ...['filled', 'fillcolor', 'opacity', 'color', 'color2', 'opacity2', 'angle', 'focus', 'focussize', 'focusposition'],
  ...['colors', 'method', 'stroked', 'strokecolor', 'strokeweight', 'weight', 'dashstyle', 'joinstyle', 'linestyle'],
  ...['endcap', 'miterlimit', 'startarrow', 'startarrowwidth', 'startarrowlength', 'endarrow', 'endarrowwidth'],
  ...['endarrowlength', 'on', 'offset', 'obscured', 'gradientshapeok', 'shadowok', 'connecttype', 'connectlocs'],
  ...['textboxrect', 'limo', 'extrusionok', 'aspectratio', 'preferrelative', 'ole', 'cropleft', 'croptop'],
  ...['cropright', 'cropbottom', 'gain', 'blacklevel', 'gamma', 'grayscale', 'bilevel', 'chromakey', 'recolortarget'],
])

/** VML, the old markup for drawings, which contains the pictures of embedded objects. */
const vml: Language = {
  root: 'xml',
  elementStays: ({ uri, local }) => isKnown(uri) && elements.has(local),
  attributeStays(tag, { local, value, prefix }, links) {
    if (prefix === 'xmlns') return isKnown(value)
    return attributes.has(local) && (local !== 'relid' || isReference(tag.local, local, value, links))
  },
}

/** Rewrites a VML drawing; an empty one when it cannot be read. */
export async function* rewriteVml(bytes: AsyncIterable<Buffer>, links: Links): AsyncGenerator<string> {
  const pieces: string[] = []
  try {
    for await (const piece of rewriteMarkup(withoutConditions(bytes), vml, links)) pieces.push(piece)
    yield* pieces
  } catch (error) {
    if (!(error instanceof DeckRefused) || error.failure !== 'DeckDamaged') throw error
    yield '<xml/>'
  }
}

/** Removes the conditional comments that PowerPoint writes for browsers, which are not well-formed. */
async function* withoutConditions(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > LARGEST) throw new DeckRefused('DeckDamaged', 'a VML drawing that is too large')
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  let from = 0
  for (let at = whole.indexOf('<!['); at >= 0; at = whole.indexOf('<![', from)) {
    const end = whole.indexOf(']>', at)
    if (end < 0) break
    yield whole.subarray(from, at)
    from = end + 2
  }
  yield whole.subarray(from)
}
