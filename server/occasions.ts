import type { ErrorCode } from '#contract/errors.ts'
import type { Frame } from '#server/frame.ts'

/** Every occasion; the word that raises one adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Occasions {}

/**
 * One occasion, as the signature of its hearers: what they can use of the raising transaction, what has happened, and
 * what they return.
 */
export type Occasion<Context, Payload, Answer = void> = (
  context: Context & { readonly frame: Pick<Frame, 'hearers'> },
  payload: Payload,
) => Promise<Answer>

/**
 * Part of the context of an occasion that hearers may refuse, which makes the call fail; hearers of other occasions
 * cannot refuse.
 */
export interface MayRefuse<Code extends ErrorCode> {
  readonly fail: (code: Code) => never
}

/** A word's reactions to occasions. */
export type Hearer = { readonly [O in keyof Occasions]?: Occasions[O] }

/**
 * Calls every hearer of an occasion, one after the other in the order of `frame.hearers`, in the caller's transaction:
 * a hearer that fails undoes everything. Returns their results in the same order.
 */
export async function raise<O extends keyof Occasions>(
  context: Parameters<Occasions[O]>[0],
  occasion: O,
  payload: Parameters<Occasions[O]>[1],
): Promise<Awaited<ReturnType<Occasions[O]>>[]> {
  const answers: Awaited<ReturnType<Occasions[O]>>[] = []
  for (const hearer of context.frame.hearers) {
    const hear = hearer[occasion] as Occasion<typeof context, typeof payload, (typeof answers)[number]> | undefined
    if (hear) answers.push(await hear(context, payload))
  }
  return answers
}
