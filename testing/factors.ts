import { generateSecret, generateSync } from 'otplib'
import { insertFactor } from '#features/access/factor/server/queries.ts'
import { seal } from '#server/secrets.ts'
import { mailsTo } from './outbox.ts'
import { goodPassword } from './passwords.ts'
import type { PersonName } from './people.ts'
import { rawCall } from './rawCall.ts'
import type { Stack } from './startStack.ts'

/** A stack, with or without room sockets. */
type Bench = Pick<Stack, 'app' | 'db' | 'frame' | 'people' | 'withToken'>

/** Gives a person an authenticator app, as if they had set it up. Returns its secret. */
export async function giveApp(stack: Bench, name: PersonName, isPrimary = true): Promise<string> {
  const secret = generateSecret()
  const { id: accountId } = stack.people[name]
  const sealed = await seal(stack.frame.settings, secret, accountId)
  await insertFactor(stack.db, { accountId, kind: 'app', secret: sealed, isPrimary, confirmedAt: new Date() })
  return secret
}

/** Gives a person codes by e-mail, or with a number by text message. */
export async function giveCodes(stack: Bench, name: PersonName, mobile?: string, isPrimary = true): Promise<void> {
  const kind = mobile ? 'sms' : 'email'
  const { id: accountId } = stack.people[name]
  await insertFactor(stack.db, { accountId, kind, mobile: mobile ?? null, isPrimary, confirmedAt: new Date() })
}

/** The app's current code, or the one some steps of thirty seconds away. */
export const appCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** The last code sent to an address or a number. */
export async function codeSentTo(stack: Bench, recipient: string): Promise<string> {
  const [sent] = await mailsTo(stack.db, recipient)
  const code = sent?.text.match(/\b\d{4} ?\d{4}\b/)?.[0]
  if (!code) throw new Error(`no code was sent to ${recipient}`)
  return code.replace(' ', '')
}

/** Signs in with the good password; the token is of a pending session if there is a second step. */
export async function passwordIn(stack: Bench, name: PersonName, ip: string, cookies: Record<string, string> = {}) {
  const fields = { grant_type: 'password', username: name, password: goodPassword }
  const { body, set } = await rawCall(stack.app, 'signIn', fields, { ip, cookies })
  return {
    token: String(body.access_token),
    refresh: String(body.refresh_token),
    set,
    as: stack.withToken(body.access_token),
  }
}

let addresses = 0
/** An address that no other test uses, so that tests do not use up each other's attempts. */
export function freshAddress(): string {
  addresses++
  return `203.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}
