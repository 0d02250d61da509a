import { placeOf, type ShownFile } from '#features/room/deck/apply.ts'
import type { RoomEvent, RoomModel } from '#features/room/room/parts.ts'
import type { Span } from '../spans.ts'

export type { Span }

/** A slide that was shown from a moment on; no file for a page that did not exist. */
export interface Shown {
  readonly at: number
  readonly page: number
  readonly fileId: string | undefined
  readonly number: number
}

/** A question from the moment on at which the host began to answer it. */
export interface Asked {
  readonly at: number
  /** Null for a question without a name. */
  readonly user_id: string | null
  /** The message that it was in the chat, if it was one. */
  readonly message_id: number | null
  readonly content: string
}

const placeNow = (files: readonly ShownFile[] | null, page: number) => {
  const { fileId, page: number } = placeOf(files, page)
  return { page, fileId, number }
}

/** Seconds below which nothing was missed: a recording begins a moment before the event that says so. */
const MOMENT = 0.5

/**
 * What a room showed between two times, by its own events: the slides, the questions, and when nothing was to be recorded. Times are
 * milliseconds, those of the answer seconds since `from`.
 */
export function timelineOf(
  { emptyView, apply }: Pick<RoomModel, 'emptyView' | 'apply'>,
  events: readonly RoomEvent[],
  { from, to }: Span,
): { shown: Shown[]; off: Span[]; asked: Asked[] } {
  const shown: Shown[] = []
  const asked: Asked[] = []
  const off: Span[] = []
  let view = emptyView
  let offSince: number | undefined
  const secondsAt = (time: number) => Math.max(0, Math.min(time, to) - from) / 1000
  const note = (time: number) => {
    const { status, paused, recorded, page, deck } = view.room
    const at = secondsAt(time)
    const now = placeNow(deck.files, page)
    const last = shown.at(-1)
    if (last && last.at === at) shown.pop()
    const before = shown.at(-1)
    if (!before || before.page !== now.page || before.fileId !== now.fileId) shown.push({ at, ...now })
    const isOff = status !== 2 || paused || !recorded
    if (isOff) offSince ??= at
    else if (offSince !== undefined) {
      if (at > offSince) off.push({ from: offSince, to: at })
      offSince = undefined
    }
  }
  const noteQuestion = (time: number) => {
    const { answering } = view.room.questions
    if (!answering?.content) return
    const { account: user_id, message_id = null, content } = answering
    asked.push({ at: secondsAt(time), user_id, message_id, content })
  }
  for (const event of events) {
    const time = Date.parse(event.at)
    if (time > to) break
    const before = view.room
    view = apply(view, event)
    if (time < from) continue
    if (view.room.questions.answering?.question_id !== before.questions.answering?.question_id) noteQuestion(time)
    if (view.room !== before) {
      if (shown.length === 0) note(from)
      note(time)
    }
  }
  if (shown.length === 0) note(from)
  const end = secondsAt(to)
  if (offSince !== undefined && end > offSince) off.push({ from: offSince, to: end })
  return { shown, asked, off: off.filter(({ from, to }) => to - from > MOMENT) }
}
