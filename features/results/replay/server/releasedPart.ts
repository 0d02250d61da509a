import type { ReplayCaption, ReplayMessage, ReplayPage, Stretch } from '#features/results/replay/contract.ts'
import type { Asked, Span } from './timeline.ts'
import { overlaps } from './watchRule.ts'

interface Whole {
  readonly stretches: readonly Stretch[]
  readonly off: readonly Span[]
  readonly gaps: readonly Span[]
  readonly silences: readonly Span[]
  readonly pages: readonly ReplayPage[]
  readonly questions: readonly Asked[]
  readonly messages: readonly ReplayMessage[]
  readonly captions: readonly ReplayCaption[]
}

/**
 * The released part of a replay, on a clock of its own, with what those people said who agree to be recorded. What was said
 * while the sound is muted is not read either.
 */
export function releasedPart(
  whole: Whole,
  { from, to }: Span,
  agreed: (accountId: string) => boolean,
  muted: readonly Span[] = [],
) {
  const at = (time: number) => Math.min(Math.max(time, from), to) - from
  const moved = <T extends Span>(span: T): T => ({ ...span, from: at(span.from), to: at(span.to) })
  const isWithin = (span: Span) => span.from >= from && span.to <= to
  const spans = (all: readonly Span[]) => all.map(moved).filter(span => span.to > span.from)
  // the slide that was shown when the part begins is shown at its beginning
  const first = whole.pages.findLastIndex(page => page.at <= from)
  const pages = whole.pages.slice(Math.max(0, first)).filter(page => page.at < to)
  return {
    stretches: whole.stretches.map(moved),
    off: spans(whole.off),
    gaps: spans(whole.gaps),
    silences: spans(whole.silences),
    pages: pages.map(page => ({ ...page, at: at(page.at) })),
    // nobody can say whether who asked without a name agrees
    questions: whole.questions
      .filter(({ at: time, user_id }) => time >= from && time <= to && user_id !== null && agreed(user_id))
      .map(question => ({ ...question, at: at(question.at) })),
    messages: whole.messages
      .filter(({ at: time, user_id, hidden }) => !hidden && time >= from && time <= to && agreed(user_id))
      .map(message => ({ ...message, at: at(message.at) })),
    captions: whole.captions
      .filter(caption => isWithin(caption) && agreed(caption.user_id) && !muted.some(mute => overlaps(caption, mute)))
      .map(moved),
  }
}
