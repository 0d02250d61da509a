import { CallFailed } from '#contract/call.ts'

/** What became of calls that were made at once, in alphabetical order: `done`, or the code of a refusal. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.all(calls.map(call => call.then(() => 'done', codeOf)))
  return outcomes.toSorted()
}

function codeOf(failure: unknown): string {
  if (failure instanceof CallFailed) return failure.code
  throw failure
}
