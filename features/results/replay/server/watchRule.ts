import { isManaged, type PitchSeen } from '#features/core/part/server/access.ts'
import { consentsOf } from '#features/room/recording/server/consentQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { approvedRecordingOf, type FoundRecording, recordingOf } from './queries.ts'
import type { Span } from './timeline.ts'

type Db = Database | Transaction

/** A recording as a caller may see it. */
export interface Watched {
  readonly found: FoundRecording
  /** The caller manages the pitch: they see all of the recording, and what was decided about it. */
  readonly manages: boolean
  /** The part of the recording that the caller may see; null: all of it. */
  readonly released: Span | null
  /** Whether the caller may see and hear what these people sent, said and wrote. */
  readonly agreed: (accountIds: readonly string[]) => Promise<(accountId: string) => boolean>
}

/**
 * The one rule of who may watch which part of a recording, for its call and for every address of its media. Whoever manages
 * the pitch sees all of it. Whoever may attend the pitch, and may know its company, sees an approved recording: the part
 * that the reviewers of the pitch have released, with those people alone whose last answer is that they agree.
 */
export async function watchedBy(db: Db, access: PitchSeen, id?: string): Promise<Watched | undefined> {
  const { pitch } = access
  if (isManaged(access)) {
    const found = await recordingOf(db, pitch.id, id)
    return found && { found, manages: true, released: null, agreed: async () => () => true }
  }
  const found = access.knows ? await approvedRecordingOf(db, pitch.id, id) : undefined
  if (!found) return undefined
  const { auditStart: from, auditEnd } = pitch
  const released = from === null || auditEnd === null ? null : { from, to: Math.min(auditEnd, found.seconds) }
  if (released && released.to <= released.from) return undefined
  const agreed: Watched['agreed'] = async ids => {
    const answers = await consentsOf(db, pitch.id, [...new Set(ids)])
    return account => answers.get(account) === true
  }
  return { found, manages: false, released, agreed }
}

/** Whether all of a segment lies within the released part. */
export const isReleased = (
  { startsAt, seconds }: { readonly startsAt: number; readonly seconds: number },
  released: Span | null,
): boolean => !released || (startsAt >= released.from && startsAt + seconds <= released.to)
