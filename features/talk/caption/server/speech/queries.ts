import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { namesOf } from '#features/core/account/server/queries.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { isHere, someoneIsHere } from '#features/room/room/server/stays.ts'
import { type CaptionLanguage, nearestLanguage } from '#features/talk/caption/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { captionHearing, captionKeeping, captionReader, captionSpeaker } from '../tables.ts'

type Db = Database | Transaction

/**
 * A server that hears a pitch and has said nothing for ten seconds is taken for dead. The database's clock says so: those of
 * the servers may differ by minutes.
 */
const isSilent = sql`${captionHearing.seenAt} < now() - interval '10 seconds'`

/** The pitches in whose room somebody reads captions, or that keep all of them and have somebody in their room. */
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

/** Takes on to hear a pitch, or says that it is still being heard: true for one server alone of all that ask. */
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

/** Whether a pitch is heard now, by whichever server; undefined when none has it. */
export async function isHeardNow(db: Db, pitchId: number): Promise<boolean | undefined> {
  const [row] = await db
    .select({ isHeard: captionHearing.isHeard })
    .from(captionHearing)
    .where(and(eq(captionHearing.pitchId, pitchId), not(isSilent)))
  return row?.isHeard
}

/** What a server has to know of somebody who speaks. */
export interface SpeakerChoice {
  readonly name: string
  readonly language: CaptionLanguage
  readonly isSilent: boolean
}

/** How each of these people is recognised; who has not chosen speaks the language of their account. */
export async function speakersOf(
  db: Db,
  pitchId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SpeakerChoice>> {
  if (ids.length === 0) return new Map()
  const [rows, accounts] = await Promise.all([
    db
      .select()
      .from(captionSpeaker)
      .where(and(eq(captionSpeaker.pitchId, pitchId), inArray(captionSpeaker.accountId, [...ids]))),
    namesOf(db, ids),
  ])
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
      // a choice that names nothing leaves what was chosen
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
