import type { SaxesAttributeNS } from 'saxes'
import { isKnownNamespace, isRelationshipNamespace, type LinkKind, references } from './kinds.ts'
import { attributeText, elementText, readXmlStepwise, type Tag } from './xml.ts'

/** The targets of a part's relationships, by id. */
export type Links = ReadonlyMap<string, LinkKind>

/** The elements and attributes of a markup language that are written again; the rest is left out. */
export interface Language {
  /** The local name of the root element. */
  readonly root: string
  elementStays(tag: Tag): boolean
  attributeStays(tag: Tag, attribute: SaxesAttributeNS, links: Links): boolean
}

/** Elements that are left out with their content: those that play, run, embed, or serve other programs. */
const leftOut = new Set([
  ...['audioCd', 'audioFile', 'quickTimeFile', 'videoFile', 'wavAudioFile', 'snd', 'sndAc', 'media', 'timing'],
  ...['control', 'controls', 'custDataLst', 'externalData', 'embeddedFontLst', 'smartTags', 'htmlPubPr', 'imgProps'],
  ...['notesMasterIdLst', 'handoutMasterIdLst', 'svgBlip', 'modifyVerifier'],
])
/** Attributes without a namespace that name something external. Only actions that move within the slides stay. */
const outward = new Set(['invalidUrl', 'tgtFrame', 'macro'])
const moves = /^ppaction:\/\/(?:hlinkshowjump\?jump=\w+|hlinksldjump|noaction|media)$/
const XML = 'http://www.w3.org/XML/1998/namespace'

/** The languages of presentations and drawings. */
export const officeMarkup = (root: string): Language => ({
  root,
  elementStays: ({ uri, local }) => isKnownNamespace(uri) && !leftOut.has(local),
  attributeStays(tag, { local, uri, value, prefix, name }, links) {
    if (prefix === 'xmlns' || name === 'xmlns') return isKnownNamespace(value)
    if (isRelationshipNamespace(uri)) return isReference(tag.local, local, value, links)
    if (uri === '') return !outward.has(local) && (local !== 'action' || moves.test(value))
    return isKnownNamespace(uri) || (uri === XML && local !== 'base')
  },
})

/**
 * Whether this attribute of this element may refer to the relationship's target. A click with only an action has an
 * empty id.
 */
export function isReference(element: string, name: string, id: string, links: Links): boolean {
  const allowed = references[name]?.[element]
  if (!allowed) return false
  const kind = links.get(id)
  return kind ? allowed.includes(kind) : id === '' && allowed.includes('hyperlink')
}

/**
 * Rewrites a part's markup in UTF-8, with only what its language allows and without comments and processing
 * instructions. A part with another root element becomes empty. `see` gets every element, also those that are left out.
 */
export async function* rewriteMarkup(
  bytes: AsyncIterable<Buffer>,
  { root, elementStays, attributeStays }: Language,
  links: Links,
  see: (tag: Tag, isRoot: boolean) => void = () => {},
): AsyncGenerator<string> {
  let out = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  let depth = 0
  let skipped = 0
  const steps = readXmlStepwise(bytes, {
    open(tag) {
      const isRoot = depth++ === 0
      see(tag, isRoot)
      if (skipped > 0 || !elementStays(tag) || (isRoot && tag.local !== root)) {
        skipped++
        if (isRoot) out += `<${root}/>`
        return
      }
      out += `<${tag.name}`
      for (const attribute of Object.values(tag.attributes))
        if (attributeStays(tag, attribute, links)) out += ` ${attribute.name}="${attributeText(attribute.value)}"`
      out += '>'
    },
    close(tag) {
      depth--
      if (skipped > 0) skipped--
      else out += `</${tag.name}>`
    },
    text(text) {
      if (depth > 0 && skipped === 0) out += elementText(text)
    },
  })
  for await (const _step of steps) {
    if (out) yield out
    out = ''
  }
}
