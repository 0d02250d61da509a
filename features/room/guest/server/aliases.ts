import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { stamp } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'

type Kept = Pick<Settings, 'secretKey' | 'dataDir'>

/**
 * The aliases of one pitch: ids by which a room in guest mode knows its people and their sessions. They are keyed by a
 * secret of this console and by the pitch, so no alias leads to its person, to another call or to another pitch.
 */
export interface Aliases {
  readonly of: (id: string) => string
  /** The id behind an alias that this server has given before. */
  readonly behind: (alias: string) => string | undefined
  /** The first bytes of the alias of an id in SQL, as far as `matches` compares them. */
  readonly inSql: (id: SQL) => SQL
}

/** UUIDs of version 8 are ours to define, and accounts never have one. */
const VERSION = 0x80
const VARIANT = 0x80
/** HMAC's block of SHA-256, and what its two passes mix with the key. */
const BLOCK = 64
const PADS = { inner: 0x36, outer: 0x5c }
/** Aliases whose ids a server remembers for each pitch; it finds the others in the database. */
const REMEMBERED = 20_000
const PITCHES = 500

const known = new WeakMap<Kept, Map<number, Promise<Aliases>>>()

/** The aliases of a pitch, the same on every server of a console. */
export function aliasesOf(settings: Kept, pitchId: number): Promise<Aliases> {
  const pitches = known.get(settings) ?? new Map<number, Promise<Aliases>>()
  known.set(settings, pitches)
  const made = pitches.get(pitchId)
  if (made) return made
  if (pitches.size >= PITCHES) pitches.clear()
  const making = stamp(settings, String(pitchId), 'aliases of a room').then(key => makeAliases(Buffer.from(key)))
  pitches.set(pitchId, making)
  making.catch(() => pitches.delete(pitchId))
  return making
}

function makeAliases(key: Buffer): Aliases {
  const ids = new Map<string, string>()
  const aliases = new Map<string, string>()
  const make = (id: string): string => {
    const bytes = createHmac('sha256', key)
      .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
      .digest()
      .subarray(0, 16)
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8)
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const padded = (pad: number) => {
    const block = Buffer.alloc(BLOCK, pad)
    for (const [at, byte] of key.entries()) block.writeUInt8(byte ^ pad, at)
    return sql.param(block)
  }
  return {
    of: given => {
      const id = given.toLowerCase()
      const made = aliases.get(id)
      if (made) return made
      if (ids.size >= REMEMBERED) {
        ids.clear()
        aliases.clear()
      }
      const alias = make(id)
      ids.set(alias, id)
      aliases.set(id, alias)
      return alias
    },
    behind: alias => ids.get(alias.toLowerCase()),
    inSql: id => sql`sha256(${padded(PADS.outer)}::bytea || sha256(${padded(PADS.inner)}::bytea || uuid_send(${id})))`,
  }
}

/** A guest's number by `Aliases.inSql`: `guestName` of the alias. */
export const numberInSql = (alias: SQL): SQL<string> =>
  sql<string>`'#' || upper(encode(substring(${alias}, 1, 2), 'hex'))`

/** Whether `Aliases.inSql` is one of these aliases. The bytes that carry the version and the variant are left out. */
export const isAmong = (alias: SQL, wanted: readonly string[]): SQL =>
  sql`encode(substring(${alias}, 10, 7), 'hex') = any(${sql.param(wanted.map(one => one.toLowerCase().replaceAll('-', '').slice(18)))}::text[])`
