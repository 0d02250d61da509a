import { CallFailed } from '#contract/call.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { lastOf } from '#features/room/room/server/storedEvents.ts'
import { rightsInVideo } from '#features/room/video/server/sendingRights.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { newPace, paced } from '#server/pace.ts'
import { asSaid, findCaption, keepCaption } from './queries.ts'
import { speechOf } from './speech/hearings.ts'
import { translateForReaders } from './translating/translateForReaders.ts'

/** Final captions of one speaker, and updates of the caption that is still being spoken. */
const mayFinish = newPace(10, 2)
const mayUpdate = newPace(10, 4)
/** Milliseconds after the beginning of a pause in which a sentence spoken before it may arrive. */
const LAST_WORDS = 10_000
/** Attempts of one browser. */
const mayTry = newPace(40, 10)

type Sending = ContextOf<typeof captionCalls.sendCaption> & PitchAccess

/** Whether the caller may speak now. In a pause they may not, except for the sentence that the pause cut off. */
async function maySpeak({ db, actor, input, now, frame, pitch, part }: Sending): Promise<boolean> {
  const video = { db, roomModel: frame.roomModel }
  const { mayMicrophone, paused } = await rightsInVideo(video, { pitch, part }, actor.accountId)
  if (!mayMicrophone || !paused) return mayMicrophone
  const since = input.final ? await lastOf(db, pitch.id, 'pitchPaused') : undefined
  return since !== undefined && now.getTime() - since.getTime() < LAST_WORDS
}

/** [PROD-018] Captions the caller, who must have the right to speak. */
const handleCaption = withPitch<typeof captionCalls.sendCaption>('sees', async context => {
  const { db, actor, input, now, fail, announce, afterCommit, frame, pitch } = context
  if (!(await maySpeak(context))) return fail('NoPermission')
  // [PROD-018] a speaker whom the server captions is not captioned twice
  if ((await speechOf(frame, db, pitch.id)) !== 'browser') return fail('CaptionedByServer')

  const { id, text, language, final } = input
  const said = {
    ...{ id, text, language, pitchId: pitch.id },
    ...{ speakerId: actor.accountId, speakerName: nameOrNumber(actor.accountId, actor.name) },
    ...{ startedAt: new Date(now.getTime() - input.spoken_ms), endedAt: now },
  }
  if (!final) {
    // an update has no number and no row, and takes no lock
    const { status, removed } = await roomStateOf(db, pitch.id)
    if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
    if (status !== 2) return fail('RoomNotOpen')
    if (!mayUpdate(actor.accountId, now)) throw new CallFailed('TooManyRequests')
    afterCommit(() => frame.rooms.signal(pitch.id, 'everybody', 'captionGoesOn', asSaid(said, false)))
    return { id, final }
  }

  const { status, removed } = await lockRoom(db, pitch.id)
  if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  if (status !== 2) return fail('RoomNotOpen')
  // the speaker may have been taken off the stage while waiting for the lock
  if (!(await maySpeak(context))) return fail('NoPermission')
  const before = await findCaption(db, said)
  if (before?.text === text && before.language === language) return { id, final }
  if (!mayFinish(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const kept = await keepCaption(db, said)
  await announce(pitch.id, 'captionSaid', { caption: asSaid(kept) })
  // the speaker does not wait for the translation provider
  afterCommit(() => void translateForReaders(frame, pitch, kept))
  return { id, final }
})

export const sendCaption = paced<typeof captionCalls.sendCaption>(mayTry, handleCaption)
