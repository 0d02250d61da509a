import { callers } from '#contract/declare.ts'
import { namesFor } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { looksAfterPitches, type PitchPart } from '#features/core/pitch/rules.ts'
import { holdOf } from '#features/core/pitch/server/holdQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Decision, ReplayPage, replayCalls, Stretch } from '#features/results/replay/contract.ts'
import { NEAR_AN_END, stateOf } from '#features/results/replay/rules.ts'
import { reportMessages } from '#features/results/report/server/talk.ts'
import { pagesOf } from '#features/room/deck/server/queries.ts'
import { labelled } from '#features/room/guest/server/labels.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { watermarkOf } from '#features/room/guest/server/watermark.ts'
import { dueTimeOf } from '#features/room/recording/server/retentionQueries.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { captionsSince } from '#features/talk/caption/server/queries.ts'
import { hashOf, translatedInto, translationsOf } from '#features/talk/caption/server/translating/queries.ts'
import type { Actor } from '#server/frame.ts'
import { whole as allRows } from '#server/lists.ts'
import { hiddenIn, placeLeft, withoutHidden } from './decisionQueries.ts'
import { stretchesOf } from './playlist.ts'
import { type FoundRecording, gapsOf, mutesOf, type Piece, piecesOf } from './queries.ts'
import { releasedPart } from './releasedPart.ts'
import { type Reading, shownDuring } from './shown.ts'
import { silencesIn } from './silences.ts'
import type { Shown, Span } from './timeline.ts'
import { isReleased, partOf, type Watched, watchedBy } from './watchRule.ts'
import { mayApprove } from './whoApproves.ts'

export const getReplay = withPitch<typeof replayCalls.getReplay>('sees', async context => {
  const { db, pitch, part, input, actor, fail } = context
  const watched = await watchedBy(db, context, input.id)
  if (!watched) return fail('RecordingNotFound')
  const { found, manages } = watched
  const replay = await replayOf(context, pitch, watched, manages ? 'owner' : part)
  return {
    id: found.id,
    presentation_name: pitch.presentationName,
    started_time: found.startedAt.toISOString(),
    state: stateOf(found),
    is_attached: found.isAttached,
    watermark: await watermarkOf(context, pitch),
    transcript: pitch.transcript,
    ...replay,
    left_at: leftAt(await placeLeft(db, found.id, actor.accountId), replay),
    caption_languages: replay.captions.length > 0 ? await translatedInto(db, pitch.id) : [],
    decision: manages
      ? {
          ...decisionFor(actor, found, pitch, await mutesOf(db, found.id)),
          hold: await holdShown(db, pitch.id),
          may_hold: callers.admins.some(role => actor.roles.includes(role)),
          due_time: (await dueTimeOf(db, found.id, context.now))?.toISOString() ?? null,
          may_approve: await mayApprove(db, actor, context),
        }
      : null,
  }
})

/** Where somebody goes on who stopped at a place of the recording, on the clock of what they may see. */
function leftAt(place: number | undefined, { begins_at, seconds }: { begins_at: number; seconds: number }) {
  const left = (place ?? 0) - begins_at
  return left > NEAR_AN_END && left < seconds - NEAR_AN_END ? left : null
}

/** What may be seen of a recording, on the clock of its released part. */
export async function replayOf(
  context: Reading,
  pitch: PitchRow,
  watched: Watched,
  viewer: PitchPart,
  into?: CaptionLanguage,
) {
  const { found, manages, released, muted } = watched
  const shownPart = released ?? { from: 0, to: found.seconds }
  const { shown, off, asked, run } = await shownDuring(context, pitch, found)
  const whole = {
    stretches: await namedStretches(context, pitch.id, watched, viewer),
    off,
    gaps: await gapsOf(context.db, found.id),
    silences: await silencesIn(context.db, found.id),
    pages: await pagesShown(context, shown),
    questions: await withoutHidden(context.db, watched, asked),
    ...(found.isAttached ? { messages: [], captions: [] } : await said(context, pitch, found.id, run, viewer, into)),
  }
  const speakers = [...whole.messages, ...whole.captions, ...whole.questions].map(({ user_id }) => user_id ?? [])
  const agreed = await watched.agreed(speakers.flat())
  const seconds = shownPart.to - shownPart.from
  const replay = manages ? whole : releasedPart(whole, shownPart, agreed, muted)
  // the words of a question alone: who asked is said in the chat, by the rules of names
  const questions = replay.questions.map(({ at, content }) => ({ at, content }))
  return { seconds, begins_at: shownPart.from, ...replay, questions }
}

/** The legal hold on the recordings of a pitch, with the name of who placed it. */
async function holdShown(db: Reading['db'], pitchId: number): Promise<Decision['hold']> {
  const hold = await holdOf(db, pitchId)
  if (!hold) return null
  const by = (await namesFor(db, [hold.placedBy])).get(hold.placedBy) ?? ''
  return { reason: hold.reason, by, since: hold.placedAt.toISOString() }
}

function decisionFor(
  { roles }: Actor,
  found: FoundRecording,
  pitch: PitchRow,
  mutes: Span[],
): Omit<Decision, 'may_approve' | 'due_time' | 'hold' | 'may_hold'> {
  return {
    review: found.review,
    reason: found.reason,
    reviewed_time: found.reviewedAt?.toISOString() ?? null,
    approved_time: found.approvedAt?.toISOString() ?? null,
    released: partOf(found, pitch),
    has_own_part: found.releasedFrom !== null,
    mutes,
    may_cut: looksAfterPitches(roles),
    may_review: roles.includes('superadmin'),
  }
}

/** The stretches of all lines that the viewer may see, by the names that they see. */
async function namedStretches(
  { db }: Reading,
  pitchId: number,
  { found: { id, isAttached }, manages, released, agreed }: Watched,
  viewer: PitchPart,
): Promise<Stretch[]> {
  const pieces = (await piecesOf(db, id)).filter(piece => isReleased(piece, released))
  const isAgreed = await agreed(pieces.map(({ account }) => account))
  const lines = Map.groupBy(
    pieces.filter(({ account }) => isAgreed(account)),
    ({ line }) => line,
  )
  const all = [...lines].flatMap(([line, pieces]) => {
    const [{ account, source }] = pieces as [Piece]
    return stretchesOf(pieces).map(({ from, to, first, last }) => ({
      ...{ from, to, source, user_id: account, src: `/recordings/${id}/${line}/${first}-${last}.m3u8` },
    }))
  })
  // a video is the pitch's: who attached it is for the team alone, and its own id stands for them
  if (isAttached && !manages) return all.map(stretch => ({ ...stretch, user_id: id, name: '' }))
  const nameOf = await namesSeenBy(
    db,
    viewer,
    all.map(({ user_id }) => user_id),
  )
  const named = all.map(stretch => ({ ...stretch, name: nameOf(stretch.user_id) }))
  return veiled(db, pitchId, await labelled(db, pitchId, viewer, named))
}

/** The slides that were shown, with their pictures as long as there are any. */
async function pagesShown({ db }: Reading, shown: readonly Shown[]): Promise<ReplayPage[]> {
  const files = [...new Set(shown.flatMap(({ fileId }) => fileId ?? []))]
  const rows = await pagesOf(db, files)
  const pictures = new Map(rows.map(row => [`${row.fileId} ${row.number}`, row]))
  return shown.map(({ at, page, fileId, number }) => {
    const row = pictures.get(`${fileId} ${number}`)
    return {
      ...{ at, page },
      url: row ? `/decks/${row.key}/large` : '',
      thumb_url: row ? `/decks/${row.key}/thumb` : '',
      ...{ text: row?.text ?? '', width: row?.width ?? 16, height: row?.height ?? 9 },
    }
  })
}

/** The chat and the captions of that time, translated if a language is named. */
async function said(
  context: Reading,
  pitch: PitchRow,
  recording: string,
  { from, to }: Span,
  viewer: PitchPart,
  into: CaptionLanguage | undefined,
) {
  const { db } = context
  const { items } = await reportMessages(db, pitch, allRows, viewer)
  const hidden = await hiddenIn(db, recording)
  const messages = items
    .filter(({ at, deleted }) => !deleted && Date.parse(at) >= from && Date.parse(at) <= to)
    .map(({ id, at, user_id, name, content }) => ({
      ...{ id, at: (Date.parse(at) - from) / 1000, user_id, name, content, hidden: hidden.has(id) },
    }))
  // [ENT-010] without a transcript, captions were for the people in the room alone
  const rows = !pitch.transcript
    ? []
    : (await captionsSince(db, pitch.id, new Date(from))).filter(row => row.startedAt.getTime() <= to)
  const translations = into && (await translationsOf(db, pitch.id, into, rows))
  const captions = rows.map(row => ({
    from: Math.max(0, row.startedAt.getTime() - from) / 1000,
    to: Math.max(0, Math.min(row.endedAt.getTime(), to) - from) / 1000,
    user_id: row.speakerId,
    name: row.speakerName,
    // a caption without a translation keeps its original words
    text: translations?.get(hashOf(row)) ?? row.text,
  }))
  return { messages, captions: await veiled(db, pitch.id, await labelled(db, pitch.id, viewer, captions)) }
}
