import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { ReplayPage, replayCalls, Stretch } from '#features/results/replay/contract.ts'
import { stateOf } from '#features/results/replay/rules.ts'
import { reportMessages } from '#features/results/report/server/talk.ts'
import { pagesOf } from '#features/room/deck/server/queries.ts'
import { labelled } from '#features/room/guest/server/labels.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { eventsAfter } from '#features/room/room/server/queries.ts'
import { captionsSince } from '#features/talk/caption/server/queries.ts'
import type { Context } from '#server/context.ts'
import { whole } from '#server/lists.ts'
import { stretchesOf } from './playlist.ts'
import { gapsOf, type Piece, piecesOf, recordingOf } from './queries.ts'
import { type Shown, type Span, timelineOf } from './timeline.ts'

type Reading = Pick<Context, 'db' | 'frame'>
/** Events of a room that are read at once. */
const MANY = 5000

export const getReplay = withPitch<typeof replayCalls.getReplay>('manages', async context => {
  const { db, pitch, input, fail } = context
  const found = await recordingOf(db, pitch.id, input.id)
  if (!found) return fail('RecordingNotFound')
  const from = found.startedAt.getTime()
  const run = { from, to: from + found.seconds * 1000 }
  const { shown, off } = timelineOf(context.frame.roomModel, await eventsOf(context, pitch.id, run.to), run)
  return {
    id: found.id,
    presentation_name: pitch.presentationName,
    started_time: found.startedAt.toISOString(),
    seconds: found.seconds,
    state: stateOf(found),
    stretches: await namedStretches(context, pitch.id, found.id),
    off,
    gaps: await gapsOf(db, found.id),
    pages: await pagesShown(context, shown),
    ...(await said(context, pitch, run)),
  }
})

async function eventsOf({ db }: Reading, pitchId: number, until: number) {
  const events: Awaited<ReturnType<typeof eventsAfter>> = []
  for (;;) {
    const some = await eventsAfter(db, pitchId, events.at(-1)?.seq ?? 0, MANY)
    events.push(...some)
    const last = some.at(-1)
    if (some.length < MANY || (last && Date.parse(last.at) > until)) return events
  }
}

/** The stretches of all lines, by the names that the pitch's managers see. */
async function namedStretches({ db }: Reading, pitchId: number, recording: string): Promise<Stretch[]> {
  const lines = Map.groupBy(await piecesOf(db, recording), ({ line }) => line)
  const all = [...lines].flatMap(([line, pieces]) => {
    const [{ account, source }] = pieces as [Piece]
    return stretchesOf(pieces).map(({ from, to, first, last }) => ({
      ...{ from, to, source, user_id: account, src: `/recordings/${recording}/${line}/${first}-${last}.m3u8` },
    }))
  })
  const nameOf = await namesSeenBy(
    db,
    'owner',
    all.map(({ user_id }) => user_id),
  )
  const named = all.map(stretch => ({ ...stretch, name: nameOf(stretch.user_id) }))
  return veiled(db, pitchId, await labelled(db, pitchId, 'owner', named))
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

/** The chat and the captions of that time. */
async function said(context: Reading, pitch: PitchRow, { from, to }: Span) {
  const { db } = context
  const { items } = await reportMessages(db, pitch, whole)
  const messages = items
    .filter(({ at, deleted }) => !deleted && Date.parse(at) >= from && Date.parse(at) <= to)
    .map(({ at, user_id, name, content }) => ({ at: (Date.parse(at) - from) / 1000, user_id, name, content }))
  const rows = (await captionsSince(db, pitch.id, new Date(from))).filter(row => row.startedAt.getTime() <= to)
  const captions = rows.map(row => ({
    from: Math.max(0, row.startedAt.getTime() - from) / 1000,
    to: Math.max(0, Math.min(row.endedAt.getTime(), to) - from) / 1000,
    user_id: row.speakerId,
    name: row.speakerName,
    text: row.text,
  }))
  return { messages, captions: await veiled(db, pitch.id, await labelled(db, pitch.id, 'owner', captions)) }
}
