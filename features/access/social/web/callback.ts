/** What a provider has sent a browser back with. */
export type Back =
  | { readonly kind: 'answer'; readonly code: string; readonly state: string; readonly iss: string | undefined }
  | { readonly kind: 'cancelled' | 'failed' }

/** The codes by which providers say that the person declined. */
const cancels = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize', 'user_denied']

export function backOf(search: string): Back {
  const query = new URLSearchParams(search)
  const [code, state, error] = ['code', 'state', 'error'].map(name => query.get(name))
  // WeChat sends only its state when the person cancels
  if (error || !code) return { kind: (error ? cancels.includes(error) : state) ? 'cancelled' : 'failed' }
  return state ? { kind: 'answer', code, state, iss: query.get('iss') ?? undefined } : { kind: 'failed' }
}

const answers = new Map<string, Promise<unknown>>()

/** A provider's answer is valid once, so a page that is drawn twice asks once. */
export function answerOnce<T>(state: string, ask: () => Promise<T>): Promise<T> {
  const answer = (answers.get(state) as Promise<T> | undefined) ?? ask()
  answers.set(state, answer)
  return answer
}
