import type { AnyCall } from '#contract/call.ts'
import { readAnswer } from '#contract/client.ts'
import { FIRST_ANSWER } from '#contract/wire.ts'

/**
 * The answer that the server sends with the page itself (server/firstView.ts), once the page is here whole; undefined where it
 * sends none. It is there for the first reader alone.
 */
export async function answerInPage<T>(form: AnyCall['answer']): Promise<T | undefined> {
  if (!document.querySelector(`meta[name=${FIRST_ANSWER}]`)) return undefined
  // not until its scripts have run
  if (document.readyState === 'loading')
    await new Promise(resolve => document.addEventListener('readystatechange', resolve, { once: true }))
  const answer = document.getElementById(FIRST_ANSWER)
  answer?.remove()
  return answer?.textContent ? (readAnswer(JSON.parse(answer.textContent), form) as T) : undefined
}
