import { client } from '#web/client/client.ts'

type Asked = ReturnType<typeof client.getUserInfoByToken>

let asked: Asked | undefined

/** Asks who is signed in while the code of the page is still fetched. */
export function askFirst(): void {
  asked = client.getUserInfoByToken({})
  asked.catch(() => {})
}

/** The answer of `askFirst`, for its first caller alone: a later one asks anew. */
export function takeFirst(): Asked | undefined {
  const answer = asked
  asked = undefined
  return answer
}
