import { isManaged, type PitchSeen } from '#features/core/part/server/access.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { consentsToAnyWords } from '#features/room/recording/server/consentQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { approvedRecordingOf, type FoundRecording, mutesOf, recordingOf } from './queries.ts'
import type { Span } from './timeline.ts'

type Db = Database | Transaction

/** A recording as a caller may see it. */
export interface Watched {
  readonly found: FoundRecording
  /** The caller manages the pitch: they see all of the recording, and what was decided about it. */
  readonly manages: boolean
  /** The part of the recording that the caller may see; null: all of it. */
  readonly released: Span | null
  /** When the caller hears nothing. */
  readonly muted: readonly Span[]
  /** Whether the caller may see and hear what these people sent, said and wrote. */
  readonly agreed: (accountIds: readonly string[]) => Promise<(accountId: string) => boolean>
}

/**
 * The one rule of who may watch which part of a recording, for its call and for every address of its media. Whoever manages
 * the pitch sees all of it. Whoever may attend the pitch, and may know its company, sees an approved recording: the part
 * that its reviewers have released, without the sound that they muted, with those people alone whose last answer is that they agree.
 */
export async function watchedBy(db: Db, access: PitchSeen, id?: string): Promise<Watched | undefined> {
  const { pitch } = access
  if (isManaged(access)) {
    const found = await recordingOf(db, pitch.id, id)
    return found && wholeOf(found)
  }
  const found = access.knows ? await approvedRecordingOf(db, pitch.id, id) : undefined
  return found && publishedOf(db, pitch, found)
}

/** All of a recording, for those who manage its pitch. */
export const wholeOf = (found: FoundRecording): Watched => ({
  ...{ found, manages: true, released: null, muted: [] },
  agreed: async () => () => true,
})

/** What attendees may watch of a recording: undefined when its released part is empty. */
export async function publishedOf(db: Db, pitch: PitchRow, found: FoundRecording): Promise<Watched | undefined> {
  const part = partOf(found, pitch)
  const released = part && { from: part.from, to: Math.min(part.to, found.seconds) }
  if (released && released.to <= released.from) return undefined
  const agreed: Watched['agreed'] = async ids => {
    // who attaches a video answers for the people in it
    if (found.isAttached) return () => true
    const answers = await consentsToAnyWords(db, pitch.id, [...new Set(ids)])
    return account => answers.get(account) === true
  }
  return { found, manages: false, released, muted: await mutesOf(db, found.id), agreed }
}

/** The part that attendees may watch: the recording's own, or the one that the review of its pitch names. */
export function partOf(
  { releasedFrom, releasedTo, isAttached }: Pick<FoundRecording, 'releasedFrom' | 'releasedTo' | 'isAttached'>,
  { auditStart, auditEnd }: Pick<PitchRow, 'auditStart' | 'auditEnd'>,
): Span | null {
  // the review's times are those of the run
  const from = releasedFrom ?? (isAttached ? null : auditStart)
  const to = releasedTo ?? (isAttached ? null : auditEnd)
  return from === null || to === null ? null : { from, to }
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** Whether all of a segment lies within the released part. */
export const isReleased = (
  { startsAt, seconds }: { readonly startsAt: number; readonly seconds: number },
  released: Span | null,
): boolean => !released || (startsAt >= released.from && startsAt + seconds <= released.to)
