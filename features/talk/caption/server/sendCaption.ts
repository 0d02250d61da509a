import { CallFailed } from '#contract/call.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { lastOf } from '#features/room/room/server/storedEvents.ts'
import { rightsInVideo } from '#features/room/video/server/sendingRights.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import { newPace, paced } from '#server/pace.ts'
import { asSaid, findCaption, keepCaption } from './queries.ts'
import { speechOf } from './speech/hearings.ts'
import { translateForReaders } from './translating/translateForReaders.ts'

/** Nobody ends more sentences than this; what is still being said comes more often. */
const maySay = newPace(10, 2)
const mayGoOn = newPace(10, 4)
/** How long after the beginning of a pause what was said before it may come, in milliseconds. */
const LAST_WORDS = 10_000
/** Nor does a browser try more often. */
const mayTry = newPace(40, 10)

/** [PROD-018] Only whoever may speak is captioned, and only as themselves: the speaker is who calls. */
export const sendCaption = paced<typeof captionCalls.sendCaption>(mayTry, async context => {
  const { db, actor, input, now, fail, announce, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch } = access
  /** Nobody speaks in a pause, but the sentence that it cut off arrives a moment later. */
  const speaks = async () => {
    const { mayMicrophone, paused } = await rightsInVideo({ db, roomModel: frame.roomModel }, access, actor.accountId)
    if (!mayMicrophone || !paused) return mayMicrophone
    const since = input.final ? await lastOf(db, pitch.id, 'pitchPaused') : undefined
    return since !== undefined && now.getTime() - since.getTime() < LAST_WORDS
  }
  if (!(await speaks())) return fail('NoPermission')
  // [PROD-018] nobody is captioned twice
  if ((await speechOf(frame, db, pitch.id)) !== 'browser') return fail('CaptionedByServer')

  const { id, text, language, final } = input
  const said = {
    ...{ id, text, language, pitchId: pitch.id },
    ...{ speakerId: actor.accountId, speakerName: nameOrNumber(actor.accountId, actor.name) },
    ...{ startedAt: new Date(now.getTime() - input.spoken_ms), endedAt: now },
  }
  if (!final) {
    // of the moment: no number, no row, and nobody waits for the room
    const { status, removed } = await roomStateOf(db, pitch.id)
    if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
    if (status !== 2) return fail('RoomNotOpen')
    if (!mayGoOn(actor.accountId, now)) throw new CallFailed('TooManyRequests')
    afterCommit(() => frame.rooms.signal(pitch.id, 'everybody', 'captionGoesOn', asSaid(said, false)))
    return { id, final }
  }

  const { status, removed } = await lockRoom(db, pitch.id)
  if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  if (status !== 2) return fail('RoomNotOpen')
  // whoever was taken off the stage while waiting for the lock says nothing any more
  if (!(await speaks())) return fail('NoPermission')
  const before = await findCaption(db, said)
  if (before?.text === text && before.language === language) return { id, final }
  if (!maySay(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const kept = await keepCaption(db, said)
  await announce(pitch.id, 'captionSaid', { caption: asSaid(kept) })
  // nobody who speaks waits for a provider
  afterCommit(() => void translateForReaders(frame, pitch, kept))
  return { id, final }
})
