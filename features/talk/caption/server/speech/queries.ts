import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { namesOf } from '#features/core/account/server/queries.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { isHere, someoneIsHere } from '#features/room/room/server/stays.ts'
import { type CaptionLanguage, nearestLanguage } from '#features/talk/caption/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { captionHearing, captionKeeping, captionReader, captionSpeaker } from '../tables.ts'

type Db = Database | Transaction

/**
 * A server that has not renewed its claim on a pitch for ten seconds is taken for dead. Times are those of the
 * database's clock, since clocks of servers may differ by minutes.
 */
const isSilent = sql`${captionHearing.seenAt} < now() - interval '10 seconds'`

/** The pitches with a reader of captions in their room, or that keep all captions and have people in their room. */
export async function pitchesToHear(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ pitchId: captionReader.pitchId })
    .from(captionReader)
    .where(isHere(captionReader.pitchId, captionReader.accountId))
    .union(
      db.select({ pitchId: captionKeeping.pitchId }).from(captionKeeping).where(someoneIsHere(captionKeeping.pitchId)),
    )
  return rows.map(row => row.pitchId)
}

/** Claims or renews the recognition of a pitch: true for one server only. */
export async function claimHearing(
  db: Db,
  { pitchId, serverId, isHeard }: { pitchId: number; serverId: string; isHeard: boolean },
): Promise<boolean> {
  const seenAt = sql`now()`
  const rows = await db
    .insert(captionHearing)
    .values({ pitchId, serverId, isHeard, seenAt })
    .onConflictDoUpdate({
      target: captionHearing.pitchId,
      set: { serverId, isHeard, seenAt },
      setWhere: sql`${eq(captionHearing.serverId, serverId)} or ${isSilent}`,
    })
    .returning({ pitchId: captionHearing.pitchId })
  return rows.length > 0
}

export async function releaseHearing(db: Db, pitchId: number, serverId: string): Promise<void> {
  await db.delete(captionHearing).where(and(eq(captionHearing.pitchId, pitchId), eq(captionHearing.serverId, serverId)))
}

export async function releaseAllHearings(db: Db): Promise<void> {
  await db.delete(captionHearing)
}

/** Whether speech in a pitch is recognized now, by any server; undefined if no server has claimed it. */
export async function isHeardNow(db: Db, pitchId: number): Promise<boolean | undefined> {
  const [row] = await db
    .select({ isHeard: captionHearing.isHeard })
    .from(captionHearing)
    .where(and(eq(captionHearing.pitchId, pitchId), not(isSilent)))
  return row?.isHeard
}

/** The choices of a speaker. */
export interface SpeakerChoice {
  readonly name: string
  readonly language: CaptionLanguage
  readonly isSilent: boolean
}

/** The choices of these speakers; without a choice of language, that of their account. */
export async function speakersOf(
  db: Db,
  pitchId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SpeakerChoice>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(captionSpeaker)
    .where(and(eq(captionSpeaker.pitchId, pitchId), inArray(captionSpeaker.accountId, [...ids])))
  const accounts = await namesOf(db, ids)
  const chosen = new Map(rows.map(row => [row.accountId, row]))
  return new Map(
    ids.map(id => {
      const row = chosen.get(id)
      const { name = '', language: own = 'en' } = accounts.get(id) ?? {}
      return [
        id,
        {
          name: nameOrNumber(id, name),
          language: row?.language ?? nearestLanguage(own),
          isSilent: row?.isSilent ?? false,
        },
      ]
    }),
  )
}

export async function keepSpeaker(
  db: Transaction,
  pitchId: number,
  accountId: string,
  set: { language?: CaptionLanguage; isSilent?: boolean },
): Promise<void> {
  await db
    .insert(captionSpeaker)
    .values({ pitchId, accountId, ...set })
    .onConflictDoUpdate({
      target: [captionSpeaker.pitchId, captionSpeaker.accountId],
      // an omitted field keeps its value
      set: { accountId: sql`excluded.account_id`, ...set },
    })
}

export async function keepsCaptions(db: Db, pitchId: number): Promise<boolean> {
  const rows = await db.select().from(captionKeeping).where(eq(captionKeeping.pitchId, pitchId))
  return rows.length > 0
}

export async function setKeeping(db: Transaction, pitchId: number, keeps: boolean): Promise<void> {
  if (keeps) await db.insert(captionKeeping).values({ pitchId }).onConflictDoNothing()
  else await db.delete(captionKeeping).where(eq(captionKeeping.pitchId, pitchId))
}
