import { posix } from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { DeckRefused } from './refused.ts'
import { readXml } from './xml.ts'
import { openZip, unpack } from './zip.ts'

/** A package of the Open Packaging Conventions: parts in a zip, with their types and relationships. */
export interface Package {
  readonly zip: ZipFile
  /** By name in lower case, without a leading slash. */
  readonly entries: ReadonlyMap<string, Entry>
}

export interface Relationship {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
}

const namespace = 'http://schemas.openxmlformats.org/package/2006'
/** A scheme, a drive or a network share: everything outside the file. */
const outside = /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i
/** A presentation of 1,000 slides has as many relationships. */
const MOST_RELATIONSHIPS = 20_000

export async function openPackage(path: string, fileSize: number): Promise<Package> {
  return openZip(path, fileSize)
}

export interface ContentTypes {
  /** The type of a part; empty when none is declared. */
  of(name: string): string
  /** All declared types, also those without a part. */
  readonly declared: readonly string[]
}

export async function contentTypesOf({ zip, entries }: Package): Promise<ContentTypes> {
  const entry = entries.get('[content_types].xml')
  if (!entry) throw new DeckRefused('DeckTypeNotAllowed', 'a zip, but no Office file')
  const parts = new Map<string, string>()
  const extensions = new Map<string, string>()
  await readXml(unpack(zip, entry), {
    open({ uri, local, attributes }) {
      if (uri !== `${namespace}/content-types`) return
      const type = attributes['ContentType']?.value ?? ''
      if (local === 'Override') parts.set((attributes['PartName']?.value ?? '').slice(1).toLowerCase(), type)
      if (local === 'Default') extensions.set((attributes['Extension']?.value ?? '').toLowerCase(), type)
    },
  })
  return {
    of: name => parts.get(name.toLowerCase()) ?? extensions.get(extensionOf(name)) ?? '',
    declared: [...parts.values(), ...extensions.values()],
  }
}

const extensionOf = (name: string) => posix.extname(name).slice(1).toLowerCase()

/** The relationships of a part in their order; of the package itself for an empty name. */
export async function relationshipsOf({ zip, entries }: Package, part: string): Promise<Relationship[]> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  const entry = entries.get(name.toLowerCase())
  if (!entry) return []
  const found = new Map<string, Relationship>()
  await readXml(unpack(zip, entry), {
    open({ local, attributes }) {
      if (local !== 'Relationship') return
      const value = (key: string) => attributes[key]?.value.trim() ?? ''
      const [id, target] = [value('Id'), value('Target')]
      const isExternal = value('TargetMode').toLowerCase() === 'external' || outside.test(target)
      found.set(id, { id, type: value('Type'), target, isExternal })
      if (found.size > MOST_RELATIONSHIPS) throw new DeckRefused('DeckHostile', 'too many relationships')
    },
  })
  return [...found.values()]
}

/** The part within the package that a relationship refers to. */
export function targetOf({ entries }: Package, part: string, target: string): Entry | undefined {
  const [path = ''] = target.split('#', 1)
  const places = [path, decoded(path)].map(place => {
    const slashed = place.replaceAll('\\', '/')
    return slashed.startsWith('/') ? posix.normalize(slashed) : posix.join('/', posix.dirname(part), slashed)
  })
  for (const place of places) {
    const entry = entries.get(place.slice(1).toLowerCase())
    if (entry) return entry
  }
  return undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
