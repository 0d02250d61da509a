import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { nameInFile, namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { shownIn } from './disguise.ts'
import { veiled } from './veiling.ts'

/**
 * What lies over the slides and the replay of a pitch that wants it: the name by which attendees know the viewer, which is a
 * number in guest mode. Empty for other pitches. A super admin in another person's place is named themselves.
 */
export async function watermarkOf(
  { db, frame, actor }: Pick<Context, 'db' | 'frame'> & { readonly actor: Actor },
  pitch: Pick<PitchRow, 'id' | 'watermark'>,
): Promise<string> {
  if (!pitch.watermark) return ''
  const user_id = actor.impersonatorId ?? actor.accountId
  const nameOf = await namesSeenBy(db, 'attendee', [user_id])
  const shown = await shownIn({ db, frame }, pitch.id)
  const { name } = shown(await veiled(db, pitch.id, { user_id, name: nameOf(user_id) }))
  return nameInFile(actor.language, name)
}
