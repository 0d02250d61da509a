import type { AnyCall } from '#contract/call.ts'
import { readAnswer } from '#contract/client.ts'
import { FIRST_ANSWER } from '#contract/wire.ts'

/**
 * The answer that the server sends with the page itself (server/firstView.ts), as soon as it is here; undefined where the page
 * ends without one. It is there for the first reader alone.
 */
export async function answerInPage<T>(form: AnyCall['answer']): Promise<T | undefined> {
  if (!document.querySelector(`meta[name=${FIRST_ANSWER}]`)) return undefined
  await arrived()
  const answer = document.getElementById(FIRST_ANSWER)
  answer?.remove()
  return answer?.textContent ? (readAnswer(JSON.parse(answer.textContent), form) as T) : undefined
}

/** Waits until the answer is here whole, which what follows it tells, or will not come any more. */
function arrived(): Promise<void> {
  const isHere = () =>
    document.readyState !== 'loading' || Boolean(document.getElementById(FIRST_ANSWER)?.nextElementSibling)
  return new Promise(resolve => {
    const look = () => {
      if (!isHere()) return
      observer.disconnect()
      document.removeEventListener('readystatechange', look)
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('readystatechange', look)
    look()
  })
}
