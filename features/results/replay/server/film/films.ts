import { randomUUID } from 'node:crypto'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isAnyLive, type PitchRow } from '#features/core/pitch/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { replayPart } from '#features/results/replay/apply.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import type { Film } from '#features/results/replay/filmContract.ts'
import { lockRoomAt } from '#features/room/room/server/append.ts'
import type { ContextOf } from '#server/context.ts'
import { type Audience, audiences } from '../../rules.ts'
import { lockToDecide } from '../decisionQueries.ts'
import { removeMedia } from '../jobs.ts'
import { type FoundRecording, lastRunOf, recordingOf } from '../queries.ts'
import type { Reading } from '../shown.ts'
import { publishedOf, watchedBy, wholeOf } from '../watchRule.ts'
import { currentFilm } from './current.ts'
import { encoderHere } from './ffmpeg.ts'
import { enqueueFilm } from './makeFilm.ts'
import { beginFilm, type FilmRow, filmOf, removeFilm } from './queries.ts'

const watchedAs = (db: Reading['db'], pitch: PitchRow, found: FoundRecording, audience: Audience) =>
  audience === 'team' ? wholeOf(found) : publishedOf(db, pitch, found)

/** [CALL-070] */
export const getSgStreamingMp4Info = withPitch<typeof replayCalls.getSgStreamingMp4Info>('sees', async context => {
  const { db, pitch, input, fail } = context
  const watched = await watchedBy(db, context, input.id)
  if (!watched) return fail('RecordingNotFound')
  const { found, manages } = watched
  const films: Film[] = []
  for (const audience of manages ? audiences : pitch.watermark ? [] : (['attendees'] as const)) {
    const row = await filmOf(db, found.id, audience)
    const of = await watchedAs(db, pitch, found, audience)
    const isCurrent = row?.state === 'ready' && of && (await currentFilm(context, pitch, of, audience))
    if (isCurrent || manages) films.push(filmShown(found.id, audience, row, Boolean(isCurrent)))
  }
  const waits = films.some(({ state }) => state === 'waiting')
  return {
    films,
    may_make: manages && found.readyAt !== null && (await encoderHere()) !== undefined,
    waits_for_pitch: waits && (await isAnyLive(db)),
  }
})

function filmShown(id: string, audience: Audience, row: FilmRow | undefined, isCurrent: boolean): Film {
  const address = (type: string) => (isCurrent ? `/recordings/${id}/films/${audience}.${type}` : '')
  return {
    audience,
    state: !row ? 'none' : row.state === 'ready' && !isCurrent ? 'outdated' : row.state,
    progress: row?.progress ?? 0,
    seconds_left: row?.secondsLeft ?? null,
    reason: row?.reason ?? '',
    ...{ mp4_url: address('mp4'), sound_url: address('m4a') },
    ...{ bytes: isCurrent ? (row?.bytes ?? 0) : 0, sound_bytes: isCurrent ? (row?.soundBytes ?? 0) : 0 },
  }
}

/** One that is being made, or is ready and still true, is not begun again. */
export const makeRecordingMp4 = withPitch<typeof replayCalls.makeRecordingMp4>('manages', async context => {
  await begin(context, await recordingOf(context.db, context.pitch.id, context.input.id), context.input.audience)
  return {}
})

/**
 * [CALL-050, STATE-048] What is recorded of the last run of the pitch becomes one video for its team, as soon as it is whole:
 * everyone in the room is told.
 */
export const sgMergeVideo = withPitch<typeof replayCalls.sgMergeVideo>('manages', async context => {
  const { db, pitch, fail, announce } = context
  // looked for before the room is locked: the first time two programs have to be started
  if (!(await encoderHere())) return fail('FilmOff')
  // before its recording, as the end of a pitch locks them
  const locked = await lockRoomAt(db, pitch.id, replayPart)
  const isBegun = await begin(context, await lastRunOf(db, pitch.id), 'team', true)
  if (isBegun) await announce(pitch.id, 'videoMerging', { merging: true }, locked)
  return { status: 'merging' as const }
})

type Making = Omit<ContextOf<typeof replayCalls.makeRecordingMp4>, 'input' | 'fail'> & {
  readonly pitch: PitchRow
  readonly fail: (code: 'RecordingNotFound' | 'PitchStateForbids' | 'FilmOff') => never
}

/** Begins a film; `waits`: also of a recording that is not whole yet. False when there is one, or it is being made. */
async function begin(
  context: Making,
  found: FoundRecording | undefined,
  audience: Audience,
  waits = false,
): Promise<boolean> {
  const { db, pitch, fail } = context
  if (!found || !(await lockToDecide(db, found.id))) return fail('RecordingNotFound')
  if (!found.readyAt && !waits) return fail('PitchStateForbids')
  if (!(await encoderHere())) return fail('FilmOff')
  const of = await watchedAs(db, pitch, found, audience)
  if (!of) return fail('RecordingNotFound')
  const row = await filmOf(db, found.id, audience)
  if (row?.state === 'waiting' || row?.state === 'running') return false
  if (await currentFilm(context, pitch, of, audience, true)) return false
  const attempt = randomUUID()
  await removeMedia(db, await removeFilm(db, { recordingId: found.id, audience }))
  await beginFilm(db, { recordingId: found.id, audience, attempt })
  await enqueueFilm(db, { recording: found.id, audience, attempt })
  await tell(context, { audit: { action: 'recording.film', ...deedOn(pitch, found.id) } })
  return true
}

/** Stops the making of a film, or removes one that is ready. */
export const removeRecordingMp4 = withPitch<typeof replayCalls.removeRecordingMp4>('manages', async context => {
  const { db, pitch, input, fail, announce } = context
  const found = await recordingOf(db, pitch.id, input.id)
  const locked = await lockRoomAt(db, pitch.id, replayPart)
  if (!found || !(await lockToDecide(db, found.id))) return fail('RecordingNotFound')
  const folders = await removeFilm(db, { recordingId: found.id, audience: input.audience })
  if (folders.length === 0) return {}
  await removeMedia(db, folders)
  const isOfRun = input.audience === 'team' && (await lastRunOf(db, pitch.id))?.id === found.id
  if (locked.state.merging && isOfRun) await announce(pitch.id, 'videoMerging', { merging: false }, locked)
  await tell(context, { audit: { action: 'recording.removeFilm', ...deedOn(pitch, found.id) } })
  return {}
})

const deedOn = ({ uuid: pitch, organisationId, presentationName: name }: PitchRow, subject: string) => ({
  ...{ subject, organisationId, detail: { name, pitch } },
})
