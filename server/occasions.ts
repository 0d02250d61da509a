import type { ErrorCode } from '#contract/errors.ts'
import type { Frame } from '#server/frame.ts'

/** Every occasion; a word that raises one adds it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Occasions {}

/**
 * One occasion, as the function that each of its hearers is: what it may use of the transaction that raises it, what has
 * happened, what it answers.
 */
export type Occasion<Context, Payload, Answer = void> = (
  context: Context & { readonly frame: Pick<Frame, 'hearers'> },
  payload: Payload,
) => Promise<Answer>

/** Belongs to the context of an occasion whose hearers may refuse it, and so fail the call; no other can be refused. */
export interface MayRefuse<Code extends ErrorCode> {
  readonly fail: (code: Code) => never
}

/** What one word does on the occasions that it hears of. */
export type Hearer = { readonly [O in keyof Occasions]?: Occasions[O] }

/**
 * Tells every word that hears of an occasion, one after the other in the order of `frame.hearers`, in the caller's
 * transaction: a hearer that fails undoes everything. Answers what they answered, in the same order.
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
