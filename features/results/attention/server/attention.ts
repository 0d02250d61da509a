import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { AttentionPerson, AttentionSlide, attentionCalls } from '#features/results/attention/contract.ts'
import { clockText, NEAR_AN_END } from '#features/results/replay/rules.ts'
import { type FoundRecording, recordingsOf } from '#features/results/replay/server/queries.ts'
import { type Reading, shownDuring } from '#features/results/replay/server/shown.ts'
import { partOf } from '#features/results/replay/server/watchRule.ts'
import { firstPages } from '#features/room/deck/rules.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { viewOfPages } from '#features/room/deck/server/view.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Actor } from '#server/frame.ts'
import { whole } from '#server/lists.ts'
import { csvFilename, toCsv } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { lastPlaces, listLooked, lookedBy, type SlideSpan } from './queries.ts'

const unseen = { reading: 0, live: 0, replay: 0, again: 0, people: 0 }

export const getPitchAttention = withPitch<typeof attentionCalls.getPitchAttention>('manages', async context => {
  const { db, input, pitch } = context
  const { spans, stopOf, stops } = await replaysOf(context, pitch)
  const { rows, total, slides } = await listLooked(db, pitch, spans, input)
  const sums = new Map(slides.map(slide => [slide.page, slide]))
  // people may have stopped at a slide at which nobody looked
  const pages = [...new Set([...sums.keys(), ...stops.keys()])].sort((a, b) => a - b)
  return {
    total,
    items: rows.map(row => personOf(row, stopOf)),
    slides: pages.map(page => ({
      ...(sums.get(page) ?? { ...unseen, page }),
      stopped: stops.get(page) ?? 0,
    })) satisfies AttentionSlide[],
    deck: (await viewOfPages(db, await filesOf(db, pitch.id))).pages,
  }
})

export const exportPitchAttention = withPitch<typeof attentionCalls.exportPitchAttention>('manages', async context => {
  const { db, actor, pitch } = context
  const { spans, stopOf } = await replaysOf(context, pitch)
  const found = await listLooked(db, pitch, spans, { ...whole, sort: 'total', order: 'desc' })
  const slides = found.slides.map(({ page }) => page)
  const t = textsIn(actor.language, 'attention')
  const h = t('columns', { returnObjects: true })
  const fields = [h.name, h.email, h.total, h.reading, h.live, h.replay, h.again, h.stoppedOn, h.stoppedAt]
  const sheet = {
    fields: [...fields, ...slides.map(page => (page === 0 ? h.noSlide : t('columns.page', { number: page })))],
    rows: found.rows.map(row => {
      const { name, email, total, reading, live, replay, again, pages, stopped } = personOf(row, stopOf)
      const on = new Map(pages.map(({ page, seconds }) => [page, seconds]))
      const stop = stopped ? [stopped.page || h.noSlide, clockText(stopped.at)] : ['', '']
      return [name, email, total, reading, live, replay, again, ...stop, ...slides.map(page => on.get(page) ?? 0)]
    }),
  }
  await writeAudit(context, {
    action: 'report.export',
    subject: pitch.uuid,
    organisationId: pitch.organisationId,
    detail: { kind: 'attention', rows: sheet.rows.length },
  })
  return { filename: csvFilename(pitch.presentationName, t('file'), 'pitch'), csv: toCsv(sheet) }
})

/** For how long an attendee, the caller, looked at slides of a pitch, in seconds. */
export async function ownAttention(context: Reading & { readonly actor: Actor }, pitch: PitchRow) {
  const { spans } = await shownIn(context, pitch)
  return lookedBy(context.db, pitch, spans, context.actor.accountId)
}

type Row = Awaited<ReturnType<typeof listLooked>>['rows'][number]
type StopOf = (accountId: string) => AttentionPerson['stopped']

const personOf = ({ id, ...row }: Row, stopOf: StopOf): AttentionPerson => ({
  ...row,
  user_id: id,
  name: nameForManagers({ ...row, id }),
  stopped: stopOf(id),
})

/** What ended recordings showed, which stays as it is; reading it takes all events of a room. */
const shownBefore = new Map<string, readonly SlideSpan[]>()

/** Which slide a recording shows when. */
async function spansOf(context: Reading, pitch: PitchRow, found: FoundRecording): Promise<readonly SlideSpan[]> {
  const known = shownBefore.get(found.id)
  if (known) return known
  const { shown } = await shownDuring(context, pitch, found)
  const starts = [{ at: 0, fileId: undefined, number: 0 }, ...shown]
  const spans = starts.flatMap(({ at, fileId, number }, i) => {
    const to = starts[i + 1]?.at ?? found.seconds
    return to > at ? [{ recording: found.id, from: at, to, file: fileId ?? null, page: number }] : []
  })
  // the slides of a video are matched by hand, and few
  if (found.isAttached) return spans
  if (shownBefore.size >= 30) shownBefore.clear()
  shownBefore.set(found.id, spans)
  return spans
}

/** Which slide each recording of a pitch shows when. */
async function shownIn(context: Reading, pitch: PitchRow) {
  // one that is not whole yet cannot be watched
  const recordings = (await recordingsOf(context.db, pitch.id)).filter(({ readyAt }) => readyAt !== null)
  const spans: SlideSpan[] = []
  for (const found of recordings) spans.push(...(await spansOf(context, pitch, found)))
  return { recordings, spans }
}

/** The same, and where people stopped watching them. */
async function replaysOf(context: Reading, pitch: PitchRow) {
  const { db } = context
  const { recordings, spans } = await shownIn(context, pitch)
  const { first } = firstPages(await filesOf(db, pitch.id))
  const pageAt = (recording: string, at: number) => {
    const span = spans.find(one => one.recording === recording && at >= one.from && at < one.to)
    if (!span?.file) return span?.page ?? 0
    const begins = first.get(span.file)
    return begins === undefined ? 0 : begins + span.page - 1
  }
  const ends = new Map(
    recordings.map(found => [found.id, Math.min(partOf(found, pitch)?.to ?? found.seconds, found.seconds)]),
  )
  const stopped = new Map<string, { page: number; at: number }>()
  for (const { id, recording, place } of await lastPlaces(db, pitch, [...ends.keys()])) {
    const isAtEnd = place >= (ends.get(recording) ?? 0) - NEAR_AN_END
    if (!isAtEnd) stopped.set(id, { page: pageAt(recording, place), at: place })
  }
  const stops = new Map([...Map.groupBy(stopped.values(), ({ page }) => page)].map(([page, all]) => [page, all.length]))
  return { spans, stops, stopOf: (accountId => stopped.get(accountId) ?? null) satisfies StopOf }
}
