import { globSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ACCESS_LIFE } from '#features/access/session/server/openSession.ts'
import { session } from '#features/access/session/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import { joinLink } from '#features/planning/invite/server/tables.ts'
import { appCode, freshAddress, giveApp, passwordIn } from '#testing/factors.ts'
import { givePassword } from '#testing/passwords.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { ahead, clockStatus, readClock, rightTime } from './clock.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => stack.stop())

const HOUR = 3_600_000
/** From now on this machine's clock is wrong by so many hours, and the server has looked at the database's. */
async function setAhead(hours: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
  await readClock(stack.db)
}
/** Milliseconds between a time and the real one. */
function awayFromReal(time: number): number {
  vi.useRealTimers()
  return Math.abs(time - Date.now())
}

describe('the clock of the server', () => {
  it('is this machine’s own while it is right', async () => {
    await readClock(stack.db)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 })
    expect(rightTime()).toBe(Date.now())
    expect(clockStatus()).toBe('ok')
  })

  it.each([2, -2])('is the database’s where this machine’s is %i hours ahead, and says so', async hours => {
    await setAhead(hours)
    expect(Math.round(ahead() / HOUR)).toBe(hours)
    expect(clockStatus()).toMatch(`7200 s ${hours > 0 ? 'ahead of' : 'behind'} the database's`)
    expect(awayFromReal(rightTime())).toBeLessThan(1000)
  })

  it('does not jump with this machine’s', async () => {
    await readClock(stack.db)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * HOUR })
    expect(awayFromReal(rightTime())).toBeLessThan(1000)
  })
})

describe.each([2, -2])('a server whose machine is %i hours ahead', hours => {
  it('ends sessions when every other server does', async () => {
    const { token, id } = stack.people.investor
    const ask = async (endsIn: number) => {
      const tokenExpiresAt = new Date(Date.now() + endsIn)
      await stack.db.update(session).set({ tokenExpiresAt }).where(eq(session.accountId, id))
      await setAhead(hours)
      const answer = await rawCall(stack.app, 'getPersonalInfo', {}, { headers: { authorization: `Bearer ${token}` } })
      const said = Date.parse(String(answer.headers.date))
      // browsers set the clocks of a room by what an answer says
      expect(awayFromReal(said)).toBeLessThan(5000)
      return answer.body.error
    }
    expect(await ask(-HOUR)).toBe('TokenExpired')
    expect(await ask(HOUR)).toBeUndefined()
  })

  it('takes the codes that apps show now, and opens sessions that last as long as any', async () => {
    const name = hours > 0 ? 'presenter' : 'admin'
    await givePassword(stack.db, stack.people[name].id)
    const code = appCode(await giveApp(stack, name))
    await setAhead(hours)
    const { token } = await passwordIn(stack, name, freshAddress())
    const headers = { authorization: `Bearer ${token}` }
    const answer = await rawCall(stack.app, 'verifyTwoFactorCode', { factor: 'app', code }, { headers })
    vi.useRealTimers()
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const opened = await stack.db.select().from(session).where(eq(session.accountId, stack.people[name].id))
    const ends = Math.max(...opened.map(({ tokenExpiresAt }) => tokenExpiresAt.getTime()))
    expect(Math.abs(ends - Date.now() - ACCESS_LIFE)).toBeLessThan(60_000)
  })

  it('opens and closes join links when every other server does', async () => {
    const email = `guest${hours}@x.test`
    const { uuid } = await stack.create('coHost', { attendees_arr: [{ email }] })
    const access_token = stack.tokenIn((await stack.mailsTo(email))[0])
    const use = async (endsIn: number) => {
      await stack.db.update(joinLink).set({ expiresAt: new Date(Date.now() + endsIn) })
      await setAhead(hours)
      const answer = await rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token })
      vi.useRealTimers()
      return answer.body.error
    }
    expect(await use(-HOUR)).toBe('JoinLinkExpired')
    expect(await use(HOUR)).toBeUndefined()
  })

  it('refuses a start in the past, and accepts one in the future', async () => {
    const form = (minutes: number) => {
      const at = (later: number) => wireMoment(new Date(Date.now() + (minutes + later) * 60_000), 'UTC')
      const [start, end] = [at(0), at(60)]
      return pitchForm({
        ...{ start_date: start.date, start_time: start.time, start_noon: start.noon, start_zone: 'UTC' },
        ...{ end_date: end.date, end_time: end.time, end_noon: end.noon, end_zone: 'UTC' },
      })
    }
    const [past, future] = [form(-60), form(60)]
    await setAhead(hours)
    const create = stack.as('coHost').createPitchByPresenter
    await expect(create(past)).rejects.toMatchObject({ code: 'StartInThePast' })
    expect(await create(future)).toMatchObject({ uuid: expect.any(String) })
  })

  it('writes the audit log in the order in which things were done', async () => {
    const noted = async () => {
      await stack.create('coHost')
    }
    await noted()
    await setAhead(hours)
    await noted()
    vi.useRealTimers()
    await noted()
    const entries = await stack.db.select().from(auditEntry).orderBy(auditEntry.id)
    const times = entries.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.length).toBeGreaterThan(2)
  })
})

describe('the server’s sources', () => {
  it('ask this clock for the time, never the machine', () => {
    const root = new URL('..', import.meta.url).pathname
    // what starts and watches processes has no database to ask
    const processes = /^server\/(clock|main|log|cluster\/.*|process\/.*|media\/ownLiveKit)\.ts$/
    const files = globSync(['server/**/*.ts', 'features/*/*/server/**/*.ts'], { cwd: root }).filter(
      file => !file.endsWith('.test.ts') && !processes.test(file),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter(file => /new Date\(\)|Date\.now\b/.test(readFileSync(root + file, 'utf8')))).toEqual([])
  })
})
