import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mailJobs } from '#features/notify/mail/server/jobs.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { closeMail } from '#features/notify/mail/server/transport.ts'
import { failuresAllowed } from '#server/limits.ts'
import { newToken } from '#server/tokens.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { startSmtp } from '#testing/smtp.ts'

let stack: PitchStack
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  smtp = await startSmtp()
  stack = await startPitchStack({ PUBLIC_URL: 'https://pitch.example', SMTP_URL: smtp.url })
})
afterAll(async () => {
  closeMail()
  await smtp.stop()
  await stack.stop()
})

const token = /[\w-]{43,}/
/** An invitation to a pitch, and the codes in it. */
async function invited(email: string) {
  const { id: pitchId, uuid } = await stack.create('presenter', {
    attendees_arr: [{ email, firstname: 'Gus', lastname: 'Guest' }],
  })
  const [mail] = await stack.mailsTo(email)
  const code = /view-in-browser\/all-in-one#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  return { pitchId, uuid, id: mail?.id ?? '', code, join: stack.tokenIn(mail) }
}
const view = (code: string, ip: string) => rawCall(stack.app, 'getViewInBrowserData', { code }, { ip })

describe('an invitation in the outbox', () => {
  it.each(['queued', 'sent'] as const)('shows a superadmin no way in as its recipient, while it is %s', async state => {
    const { id, code, join } = await invited(`${state}@guest.test`)
    if (state === 'sent') await mailJobs.sendMail({ mailId: id }, stack.frame)
    const seen = await stack.as('superadmin').getMail({ id })
    expect(seen.state).toBe(state)
    // lines of a calendar are folded, also within the token
    const shown = JSON.stringify({ ...seen, calendar: seen.calendar?.replace(/\r?\n[ \t]/g, '') })
    expect(shown).not.toContain(join)
    expect(shown).not.toContain(code)
    expect(shown).not.toMatch(token)
    expect(JSON.stringify(await stack.as('superadmin').getMailList({}))).not.toMatch(token)
    // its recipient reads the whole of it
    expect((await view(code, '203.0.113.9')).body.data.html).toContain(join)
  })
})

describe('a link that shows a mail in a browser', () => {
  it('shows the one mail of its code, and is not guessed by the hundred', async () => {
    const [one, other] = [await invited('one@guest.test'), await invited('other@guest.test')]
    const ip = '203.0.113.20'
    for (let guess = 0; guess < failuresAllowed.ofAddress; guess++)
      expect((await view(newToken().token, ip)).body.error).toBe('LinkNotFound')
    expect((await view(newToken().token, ip)).body.error).toBe('TooManyRequests')
    // who has the code is not kept out by a neighbour's guesses
    const seen = await view(one.code, ip)
    expect(seen.body.data.html).toContain(one.join)
    expect(JSON.stringify(seen.body)).not.toContain(other.join)
    // of the code nothing may be missing, and nothing else opens the mail
    for (const near of [
      other.id,
      other.code.toLowerCase(),
      other.code.toUpperCase(),
      ` ${other.code}`,
      `${other.code}=`,
    ])
      expect((await view(near, '203.0.113.21')).body.error).toBe('LinkNotFound')
  })

  it('leads to nothing once the pitch is deleted, and ends with the mail and with its recipient', async () => {
    const email = 'gone@guest.test'
    const { pitchId, uuid, id, code, join } = await invited(email)
    // an email that has left is still read; one that waits is withdrawn with the pitch
    await stack.db.update(mailMessage).set({ state: 'sent', dueAt: null }).where(eq(mailMessage.id, id))
    await stack.as('presenter').deletePitch({ id: pitchId, uuid })
    expect((await view(code, '203.0.113.30')).status).toBe(200)
    const entered = await rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token: join }, { ip: '203.0.113.30' })
    expect(entered.body.code).toBe(0)

    const [person] = await stack.db.select().from(account).where(eq(account.email, email))
    await stack.db
      .update(account)
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(account.email, email))
    await usersJobs.purgeUser({ accountId: person?.id ?? '' }, stack.frame)
    expect((await view(code, '203.0.113.30')).body.error).toBe('LinkNotFound')
    expect(await stack.db.select().from(mailMessage).where(eq(mailMessage.id, id))).toEqual([])
  })
})
