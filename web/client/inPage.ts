import type { AnyCall } from '#contract/call.ts'
import { readAnswer } from '#contract/client.ts'
import { FIRST_ANSWER } from '#contract/wire.ts'

/**
 * The answer that the server sends with the page itself (server/firstView.ts), as soon as it is here; undefined where the page
 * ends without one. It is there for the first reader alone.
 */
export async function answerInPage<T>(form: AnyCall['answer']): Promise<T | undefined> {
  if (!document.querySelector(`meta[name=${FIRST_ANSWER}]`)) return undefined
  // what follows it tells that it is here whole
  while (document.readyState === 'loading' && !document.getElementById(FIRST_ANSWER)?.nextElementSibling)
    await new Promise(resolve => setTimeout(resolve, 10))
  const answer = document.getElementById(FIRST_ANSWER)
  answer?.remove()
  return answer?.textContent ? (readAnswer(JSON.parse(answer.textContent), form) as T) : undefined
}
