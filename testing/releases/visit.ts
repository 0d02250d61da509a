import { calls } from '#app/contract/calls.ts'
import { createClient } from '#contract/client.ts'
import { agree } from '#testing/agree.ts'
import { signIn } from '#testing/faults/people.ts'
import { goodPassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import type { TestClient } from '#testing/startStack.ts'

/** An access token of a person of a fixture, by their password at a running console. */
export async function tokenOf(url: string, name: PersonName): Promise<string> {
  const token = await signIn(url, name.toLowerCase(), goodPassword)
  if (!token) throw new Error(`${name} may not sign in`)
  return token
}

/** A person of a fixture who signs in at a running console, and agrees to its policies. Their calls fail as a browser's do. */
export async function visit(url: string, name: PersonName): Promise<TestClient> {
  const token = await tokenOf(url, name)
  const me = createClient(calls, async ({ path, form }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(10_000) })
    return answer.json()
  })
  await agree(me)
  return me
}
