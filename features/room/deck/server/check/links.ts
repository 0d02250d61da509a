import { DeckRefused } from './refused.ts'

/** Links that are followed only after a click. */
const clicked = /\/(hyperlink|hlink\w*)$/i
const relationship =
  /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?:\/>|>\s*<\/(?:[\w.-]+:)?Relationship\s*>)/g
const anyRelationship = /<(?:[\w.-]+:)?Relationship[\s/>]/g
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** A scheme, a drive or a network share: everything outside the file. */
const outside = /^\s*(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i

/**
 * Counts the links of a part that make a program fetch something when the deck is opened: pictures, media, embedded
 * files, templates. `clean` is the part without them.
 */
export function linksOutside(name: string, text: string): { links: number; clean: string } {
  return /\.svg$/i.test(name) ? linksOfSvg(text) : linksOfRelationships(text)
}

function linksOfRelationships(text: string): { links: number; clean: string } {
  let seen = 0
  let links = 0
  const clean = text.replace(relationship, (element, attributes: string) => {
    seen++
    const found = attributesOf(attributes)
    const leaves = found['TargetMode']?.trim().toLowerCase() === 'external' || outside.test(found['Target'] ?? '')
    if (!leaves || clicked.test(found['Type'] ?? '')) return element
    links++
    return ''
  })
  // another reader might see a link that this one missed
  if (seen !== (text.match(anyRelationship)?.length ?? 0)) throw new DeckRefused('DeckDamaged', 'unreadable links')
  return { links, clean }
}

/** Replaces a drawing with external references by an empty one: PowerPoint stores a bitmap of it as well. */
function linksOfSvg(text: string): { links: number; clean: string } {
  const refers = [...text.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].some(
    ([, double, single]) => !/^\s*(#|data:)/i.test(textOfXml(double ?? single ?? '')),
  )
  const leaves =
    refers || /@import|url\(\s*['"]?\s*(?!['"]?\s*(#|data:))/i.test(text) || /<\?xml-stylesheet|<script/i.test(text)
  return leaves
    ? { links: 1, clean: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' }
    : { links: 0, clean: text }
}

/** The attributes of each relationship of a part. */
export function relationshipsOf(text: string): Record<string, string>[] {
  return [...text.matchAll(relationship)].map(([, attributes = '']) => attributesOf(attributes))
}

function attributesOf(attributes: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, key = '', double, single] of attributes.matchAll(attribute))
    found[key] = textOfXml(double ?? single ?? '')
  return found
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Decodes the entities of XML text. */
export const textOfXml = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return named[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
