import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { backgroundTurn } from '#server/backgroundTurn.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { stamp } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'
import { type SuppressionKind, type SuppressionSource, suppressionKinds, type Topic } from '../rules.ts'
import { canonicalAddress, domainOf } from './address.ts'
import { suppression, suppressionSeen } from './tables.ts'

type Db = Database | Transaction
export type SuppressionRow = typeof suppression.$inferSelect

/** The settings by which addresses are stamped. */
type Keyed = Pick<Settings, 'secretKey' | 'dataDir'>

/** The keyed hash under which an address, or `@domain`, is found. */
export const stampOf = (settings: Keyed, canonical: string): Promise<string> =>
  stamp(settings, canonical, 'suppressed address')

/** Mails that are to be written, or sent. */
interface Asked {
  readonly organisationId: string | null
  /** What their reader may have unsubscribed from; undefined for mails that go all the same. */
  readonly topic: Topic | undefined
  /** Only entries that the organization may know of: its own, and those that its own mail has met. */
  readonly onlySeen?: boolean
}

/** An entry that keeps a mail back. */
export interface Holding {
  readonly id: string
  readonly kind: SuppressionKind
  /** It holds for all organizations. */
  readonly isEverywhere: boolean
}

/** How many addresses are stamped before others get their turn. */
const SLICE = 200

/** The stamps of addresses and of their domains, by their canonical form. */
async function stampsOf(settings: Keyed, addresses: readonly string[]): Promise<Map<string, string>> {
  const stamps = new Map<string, string>()
  for (const [at, address] of addresses.entries()) {
    if (at % SLICE === SLICE - 1) await backgroundTurn()
    const canonical = canonicalAddress(address)
    for (const key of [canonical, domainOf(canonical)])
      if (!stamps.has(key)) stamps.set(key, await stampOf(settings, key))
  }
  return stamps
}

/** So many addresses are compared before they are stamped. */
const MANY = 200

/**
 * Those of many addresses that an entry may name: thousands of stamps take a second. All of them where the address of an
 * entry was forgotten, so that only its stamp tells.
 */
async function named(db: Db, addresses: readonly string[], entries: SQL | undefined): Promise<readonly string[]> {
  const keys = new Map(addresses.map(address => [address, canonicalAddress(address)]))
  const all = [...new Set([...keys.values()].flatMap(key => [key, domainOf(key)]))]
  const isNamed = or(isNull(suppression.address), sql`${suppression.address} = any(${sql.param(all)}::text[])`)
  const rows = await db.selectDistinct({ address: suppression.address }).from(suppression).where(and(entries, isNamed))
  const met = new Set(rows.map(({ address }) => address))
  if (met.has(null)) return addresses
  return addresses.filter(address => {
    const key = keys.get(address) ?? address
    return met.has(key) || met.has(domainOf(key))
  })
}

/** Which of these addresses get no mail of this kind, and why. */
export async function suppressedAmong(
  db: Db,
  settings: Keyed,
  addresses: readonly string[],
  { organisationId, topic, onlySeen = false }: Asked,
): Promise<ReadonlyMap<string, Holding>> {
  const ofWhom = organisationId === null ? undefined : eq(suppression.organisationId, organisationId)
  const met = db
    .select({ id: suppressionSeen.suppressionId })
    .from(suppressionSeen)
    .where(organisationId === null ? sql`false` : eq(suppressionSeen.organisationId, organisationId))
  const everywhere = onlySeen ? inArray(suppression.id, met) : isNull(suppression.organisationId)
  const wanted = sql`${suppression.kind} <> 'unsubscribe'`
  const entries = and(
    or(everywhere, ofWhom),
    isNull(suppression.deletedAt),
    or(isNull(suppression.expiresAt), gt(suppression.expiresAt, rightNow())),
    topic === undefined ? wanted : or(wanted, isNull(suppression.topics), sql`${topic} = any(${suppression.topics})`),
  )
  const some = addresses.length > MANY ? await named(db, addresses, entries) : addresses
  if (some.length === 0) return new Map()
  const stamps = await stampsOf(settings, some)
  const rows = await db
    .select({
      id: suppression.id,
      kind: suppression.kind,
      stamp: suppression.stamp,
      isEverywhere: sql<boolean>`${suppression.organisationId} is null`,
    })
    .from(suppression)
    .where(and(sql`${suppression.stamp} = any(${sql.param([...stamps.values()])}::text[])`, entries))
  const rank = ({ kind }: Holding) => suppressionKinds.indexOf(kind)
  if (rows.length === 0) return new Map()
  const byStamp = Map.groupBy(rows, row => row.stamp)
  return new Map(
    some.flatMap(address => {
      const key = canonicalAddress(address)
      const found = [key, domainOf(key)].flatMap(one => byStamp.get(stamps.get(one) ?? '') ?? [])
      const [first] = found.sort((a, b) => rank(a) - rank(b))
      return first ? [[address, first] as const] : []
    }),
  )
}

/** Lets an organization see an entry that holds everywhere, because a mail of its own has met it. */
export async function showTo(db: Db, suppressionId: string, organisationId: string, detail = ''): Promise<void> {
  await db.insert(suppressionSeen).values({ suppressionId, organisationId, detail }).onConflictDoNothing()
}

/** An entry to write. */
interface Reported {
  /** Null when it is so of the address itself. */
  readonly organisationId: string | null
  readonly kind: SuppressionKind
  readonly address: string
  readonly source: SuppressionSource
  readonly detail?: string
  readonly topics?: readonly Topic[] | null
  readonly createdBy?: string
  readonly expiresAt?: Date | null
  /** When it was so, which may be a while ago: what an administrator has removed since stays removed. */
  readonly at?: Date
}

/** Puts an address on a list, or renews what is there. Answers undefined where nothing changed. */
export async function suppress(db: Db, settings: Keyed, reported: Reported): Promise<SuppressionRow | undefined> {
  const { organisationId, kind, source, detail = '', topics = null, createdBy, expiresAt = null } = reported
  const now = rightNow()
  const canonical = canonicalAddress(reported.address)
  const is = {
    ...{
      kind,
      source,
      detail: detail.slice(0, 500),
      topics: topics ? [...topics] : null,
      createdBy: createdBy ?? null,
    },
    ...{ organisationId, address: canonical, stamp: await stampOf(settings, canonical), expiresAt, createdAt: now },
  }
  const target =
    organisationId === null
      ? { target: [suppression.kind, suppression.stamp], targetWhere: isNull(suppression.organisationId) }
      : {
          target: [suppression.organisationId, suppression.kind, suppression.stamp],
          targetWhere: sql`${suppression.organisationId} is not null`,
        }
  const { at = now } = reported
  const [row] = await db
    .insert(suppression)
    .values(is)
    .onConflictDoUpdate({
      ...target,
      set: { ...is, deletedAt: null },
      // what ended by itself, was removed before this happened, or is of other topics
      setWhere: sql`${suppression.deletedAt} < ${at.toISOString()}::timestamptz
        or ${suppression.deletedAt} is null and (${suppression.expiresAt} is not null
          or ${suppression.topics} is distinct from ${sql.param(is.topics)}::text[])`,
    })
    .returning()
  return row
}

/** The entry of an address that holds everywhere. */
export async function everywhere(
  db: Db,
  settings: Keyed,
  kind: SuppressionKind,
  address: string,
): Promise<SuppressionRow | undefined> {
  const stamp = await stampOf(settings, canonicalAddress(address))
  const is = and(isNull(suppression.organisationId), eq(suppression.kind, kind), eq(suppression.stamp, stamp))
  const [row] = await db
    .select()
    .from(suppression)
    .where(and(is, isNull(suppression.deletedAt)))
  return row
}

/** What a person of an address has unsubscribed from: null for everything, undefined for nothing. */
export async function unsubscribedFrom(
  db: Db,
  settings: Keyed,
  organisationId: string,
  address: string,
): Promise<readonly Topic[] | null | undefined> {
  const stamp = await stampOf(settings, canonicalAddress(address))
  const is = and(eq(suppression.organisationId, organisationId), eq(suppression.kind, 'unsubscribe'))
  const [row] = await db
    .select({ topics: suppression.topics })
    .from(suppression)
    .where(and(is, eq(suppression.stamp, stamp), isNull(suppression.deletedAt)))
  return row?.topics ?? (row ? null : undefined)
}

/** A person wants the mails of an organization again. Answers the entry that ends; undefined without one. */
export async function resubscribe(
  db: Db,
  settings: Keyed,
  organisationId: string,
  address: string,
): Promise<string | undefined> {
  const stamp = await stampOf(settings, canonicalAddress(address))
  const [row] = await db
    .update(suppression)
    .set({ deletedAt: rightNow() })
    .where(
      and(
        eq(suppression.organisationId, organisationId),
        eq(suppression.kind, 'unsubscribe'),
        eq(suppression.stamp, stamp),
        isNull(suppression.deletedAt),
      ),
    )
    .returning({ id: suppression.id })
  return row?.id
}

/** Removes a forgotten person's addresses. Their stamps stay, so that nobody writes to them again. */
export async function forgetAddresses(db: Transaction, settings: Keyed, addresses: readonly string[]): Promise<void> {
  const stamps: string[] = []
  for (const address of addresses) stamps.push(await stampOf(settings, canonicalAddress(address)))
  const seen = db
    .select({ id: suppression.id })
    .from(suppression)
    .where(inArray(suppression.stamp, ['', ...stamps]))
  await db.update(suppressionSeen).set({ detail: '' }).where(inArray(suppressionSeen.suppressionId, seen))
  await db
    .update(suppression)
    .set({ address: null, detail: '' })
    .where(inArray(suppression.stamp, ['', ...stamps]))
}
