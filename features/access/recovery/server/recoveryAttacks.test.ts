import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { failuresAllowed } from '#server/limits.ts'
import { scrub } from '#server/log.ts'
import { newToken } from '#server/tokens.ts'
import { median, ratioOf } from '#testing/evenTime.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { recoveryJobs } from './feature.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PUBLIC_URL: 'https://pitch.quill.test' })
  await givePassword(stack.db, stack.people.presenter.id)
})
afterAll(() => stack.stop())

describe('asking for a link, under attack', () => {
  it('never lets the Host header, or what a proxy says of it, into a mailed link', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-original-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-host': 'evil.example',
      referer: 'https://evil.example/',
    }
    for (const name of ['forgotPassword', 'sendUsernameEmail'] as const) {
      const answer = await stack.app.inject({
        method: 'POST',
        url: pathOf(name, calls[name]),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `email=${encodeURIComponent(stack.people.presenter.email)}`,
        remoteAddress: '198.51.106.1',
      })
      expect(answer.statusCode).toBe(200)
    }
    await runJobs(stack, recoveryJobs)
    const mails = await mailsTo(stack.db, stack.people.presenter.email)
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['resetPassword', 'username'])
    for (const { text, html } of mails) {
      expect(text).toContain('https://pitch.quill.test/')
      expect(`${text}${html}`).not.toContain('evil.example')
    }
  })

  it('does for an unknown address what it does for a known one: the same statements in the same order', async () => {
    const statements = async (email: string) => {
      const seen: string[] = []
      const listen = stack.frame.pool.listeners('acquire')
      const note = (client: { query: (...args: unknown[]) => unknown; noted?: boolean }) => {
        if (client.noted) return
        client.noted = true
        const query = client.query.bind(client)
        client.query = (...args: unknown[]) => {
          const [first] = args as [{ text?: string } | string]
          current.push(typeof first === 'string' ? first : (first.text ?? ''))
          return query(...args)
        }
      }
      current = seen
      if (listen.length === 0) stack.frame.pool.on('acquire', note as never)
      await rawCall(stack.app, 'forgotPassword', { email }, { ip: '198.51.106.2' })
      return seen
    }
    let current: string[] = []
    await statements('warm-up@quill.test')
    const known = await statements(stack.people.presenter.email)
    const unknown = await statements('nobody@quill.test')
    expect(known.length).toBeGreaterThan(0)
    expect(unknown).toEqual(known)
    expect(known.join(' ')).not.toContain('"account"')
  })

  it('takes the same time for an unknown address as for a known one', async () => {
    const ask = async (email: string, n: number) => {
      const from = performance.now()
      await rawCall(stack.app, 'forgotPassword', { email }, { ip: `198.51.107.${n}` })
      return performance.now() - from
    }
    const people = Object.values(stack.people).filter(({ email }) => email !== stack.people.presenter.email)
    const known: number[] = []
    const unknown: number[] = []
    for (const [n, { email }] of people.entries()) {
      known.push(await ask(email, n))
      unknown.push(await ask(`nobody${n}@quill.test`, n))
    }
    // Looking a person up and writing an email would be several times as long as this call.
    expect(ratioOf(median(known), median(unknown))).toBeLessThan(2)
  })

  it('stops guesses at the code of a link', async () => {
    const statuses = []
    for (let n = 0; n < failuresAllowed.ofAddress + 3; n++)
      statuses.push(
        (await rawCall(stack.app, 'checkResetPasswordLink', { link_code: newToken().token }, { ip: '198.51.106.9' }))
          .status,
      )
    expect(statuses.filter(status => status === 404)).toHaveLength(failuresAllowed.ofAddress)
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
  })

  it('writes no code of a link into the log', () => {
    const { token } = newToken()
    const line = `{"req":{"url":"/reset-password/pitch/none/${token}"},"b":"/setup-account?link_code=${token}"}`
    expect(scrub(line)).not.toContain(token)
  })

  it.each(['Eve\r\nBcc: all@quill.test', 'Eve\u2028Subject: x'])(
    'puts no line of a name into the head of a mail: %j',
    async firstname => {
      const { eq } = await import('drizzle-orm')
      const { account } = await import('#features/core/account/server/tables.ts')
      const { id, email } = stack.people.coHost
      await stack.db.update(account).set({ firstname, username: 'cohost' }).where(eq(account.id, id))
      await rawCall(stack.app, 'sendUsernameEmail', { email }, { ip: '198.51.106.5' })
      await runJobs(stack, recoveryJobs)
      const [mail] = await mailsTo(stack.db, email, 'username')
      expect(mail?.subject).toBe('Your Rostrum username')
      expect(mail?.recipient).toBe(email)
    },
  )

  it('refuses to be asked by another site', async () => {
    const { body } = await rawCall(
      stack.app,
      'forgotPassword',
      { email: 'x@quill.test' },
      { headers: { origin: 'https://evil.example' }, cookies: { rostrum_access: stack.people.presenter.token } },
    )
    expect(body.error).toBe('ForeignOrigin')
  })
})
