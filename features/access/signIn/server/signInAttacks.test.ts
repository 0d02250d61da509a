import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginLog, session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { failuresAllowed } from '#server/limits.ts'
import { createLog, logRequests } from '#server/log.ts'
import { median, ratioOf } from '#testing/evenTime.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

// Every test comes from an address of its own, so that none of them uses up another's attempts.
let ip = ''
let addresses = 0
beforeEach(() => {
  ip = `198.51.100.${++addresses}`
})

const signIn = (username: string, password = goodPassword, more: Parameters<typeof rawCall>[3] = {}) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password }, { ip, ...more })

describe('#signIn under attack', () => {
  it('[ERR-012] slows an attacker down without locking the victim out', async () => {
    const answers = []
    for (let n = 0; n < failuresAllowed.ofNameAndAddress; n++)
      answers.push((await signIn('investor', `guess ${n}`)).status)
    expect(new Set(answers)).toEqual(new Set([401]))
    for (let n = 0; n < 3; n++) {
      const { status, body } = await signIn('investor')
      expect([status, body.error_code]).toEqual([429, 'TooManyRequests'])
    }
    const refused = await stack.db
      .select()
      .from(loginLog)
      .where(and(eq(loginLog.ip, ip), eq(loginLog.description, 'TooManyRequests')))
    expect(refused, 'one line for the whole block').toHaveLength(1)
    expect((await signIn('investor', goodPassword, { ip: '203.0.113.9' })).status).toBe(200)
    expect((await signIn('presenter')).status, 'others at the same address').toBe(200)
  })

  it('counts the guesses at an account, by whichever of its names and in whatever spelling', async () => {
    const names = ['investor', 'INVESTOR', stack.people.investor.email, stack.people.investor.email.toUpperCase()]
    const answers = []
    for (let n = 0; n <= failuresAllowed.ofNameAndAddress; n++)
      answers.push((await signIn(names[n % names.length] ?? '', `guess ${n}`)).status)
    expect(answers.filter(status => status === 401)).toHaveLength(failuresAllowed.ofNameAndAddress)
    expect((await signIn(stack.people.investor.email)).status).toBe(429)
  })

  it('counts a hundred guesses that come at once as a hundred', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => signIn('investor', `guess ${n}`)))
    const compared = answers.filter(({ status }) => status === 401)
    expect(compared).toHaveLength(failuresAllowed.ofNameAndAddress)
  })

  it('lets an address try a hundred names and no more, whatever the end of its IPv6 address', async () => {
    const statuses = []
    for (let n = 0; n < failuresAllowed.ofAddress + 5; n += 5)
      statuses.push(
        ...(await Promise.all(
          [0, 1, 2, 3, 4].map(k =>
            signIn(`name${n + k}`, 'guess 7', { ip: `2001:db8:7::${(n + k).toString(16)}` }).then(a => a.status),
          ),
        )),
      )
    expect(statuses.filter(status => status === 401)).toHaveLength(failuresAllowed.ofAddress)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each([
    [{ grant_type: 'password' }, { username: 'required', password: 'required' }],
    [{ grant_type: 'password', username: 'presenter', password: '   ' }, { password: 'required' }],
    [{ grant_type: 'password', username: 'pre\u0000senter', password: 'x' }, { username: 'controlCharacters' }],
    [
      { grant_type: 'password', username: ['presenter'], password: { $ne: 1 } },
      { username: 'invalid_type', password: 'invalid_type' },
    ],
    [
      { grant_type: 'password', username: 'x'.repeat(300), password: 'x'.repeat(300) },
      { username: 'too_big', password: 'too_big' },
    ],
    [{ grant_type: 'client_credentials' }, { grant_type: 'invalid_value' }],
    [{}, { grant_type: 'invalid_value' }],
  ])('answers nonsense %j with what is wrong about it', async (fields, broken) => {
    const { status, body } = await rawCall(stack.app, 'signIn', fields, { ip, json: true })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_request',
      error_code: 'InputInvalid',
      error_description: 'Check the highlighted fields.',
      fields: broken,
    })
  })

  it.each([
    "' or 1=1 --",
    '%',
    '_resenter',
    "presenter'; drop table account; --",
    '\\',
    '\ud800',
    '🦜',
    '../../etc/passwd',
  ])('takes %s for an unknown name', async name => {
    const { body } = await signIn(name, 'x\u0000y')
    expect(body.error_code).toBe('WrongNameOrPassword')
  })

  it('takes the same time for an unknown name, a wrong password, and an account without one', async () => {
    const invited = stack.people.secondInvestor.id
    await stack.db.update(account).set({ state: 'awaiting', passwordHash: null }).where(eq(account.id, invited))
    const names = { wrong: 'presenter', unset: 'secondinvestor', unknown: 'nobody-of-that-name' }
    const time = async (username: string, password: string, n: number) => {
      const from = performance.now()
      await signIn(username, password, { ip: `203.0.${100 + Math.floor(n / 200)}.${n % 200}` })
      return performance.now() - from
    }
    let n = 0
    // A leak shows in every round, a busy machine in one.
    const rounds: number[] = []
    let control = 0
    for (let round = 0; round < 3 && !(Math.min(...rounds) < 1.3); round++) {
      const took: Record<string, number[]> = { wrong: [], unset: [], unknown: [], control: [] }
      for (let turn = 0; turn < 15; turn++) {
        for (const [kind, name] of Object.entries(names)) took[kind]?.push(await time(name, 'wrong Harbour 27', n++))
        took['control']?.push(await time('presenter', ' ', n++))
      }
      const [wrong, unset, unknown] = ['wrong', 'unset', 'unknown'].map(kind => median(took[kind] ?? [])) as [
        number,
        number,
        number,
      ]
      rounds.push(Math.max(ratioOf(wrong, unknown), ratioOf(wrong, unset)))
      control = ratioOf(wrong, median(took['control'] ?? []))
    }
    expect(Math.min(...rounds)).toBeLessThan(1.3)
    expect(control, 'what compares no password is seen at once').toBeGreaterThan(2)
  })

  it('opens nothing by a password that is changed while it is compared', async () => {
    const { id } = stack.people.presenter
    const before = await stack.db.select().from(session).where(eq(session.accountId, id))
    const [person] = await stack.db.select().from(account).where(eq(account.id, id))
    let late: ReturnType<typeof signIn> | undefined
    await stack.db.transaction(async db => {
      await db.update(account).set({ passwordHash: 'of another password' }).where(eq(account.id, id))
      late = signIn('presenter')
      await sleep(1500) // long after the old password was found right
    })
    expect((await late)?.body).toMatchObject({ error_code: 'WrongNameOrPassword' })
    expect(await stack.db.select().from(session).where(eq(session.accountId, id))).toHaveLength(before.length)
    const [after] = await stack.db.select().from(account).where(eq(account.id, id))
    expect(after?.passwordHash).toBe('of another password')
    await stack.db
      .update(account)
      .set({ passwordHash: person?.passwordHash ?? null })
      .where(eq(account.id, id))
  })

  it('refuses a sign-in that another site sends', async () => {
    for (const origin of ['https://evil.test', 'null']) {
      const { status, body, set } = await signIn('presenter', goodPassword, { headers: { origin } })
      expect([status, body.error_code, set.size]).toEqual([403, 'ForeignOrigin', 0])
    }
  })

  it('writes no password and no token to the log, whatever comes of the attempt', async () => {
    const lines: string[] = []
    const quiet = createLog(stack.frame.settings, 'trace', { write: line => void lines.push(line) })
    const other = await startStack({}, { log: quiet })
    await givePassword(other.db, other.people.presenter.id)
    logRequests(other.app)
    const attempt = (password: string) =>
      rawCall(other.app, 'signIn', { grant_type: 'password', username: 'presenter', password })
    const { body } = await attempt(goodPassword)
    await attempt('wrong Canary 27')
    await rawCall(other.app, 'signIn', { grant_type: 'refresh_token', refresh_token: body.refresh_token })
    await other.stop()
    const written = lines.join('')
    expect(written).toContain('signIn')
    for (const secret of [
      goodPassword,
      'Canary',
      encodeURIComponent(goodPassword),
      body.access_token,
      body.refresh_token,
    ])
      expect(written).not.toContain(secret)
  })
})
