import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinCookie } from '#features/access/session/server/cookies.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

interface Body {
  readonly code: number
  readonly error?: string
  readonly data: Record<string, unknown>
}

async function together(calls: unknown, headers: Record<string, string> = {}) {
  const answer = await stack.app.inject({
    ...{ method: 'POST', url: '/webapi/rest/together' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ calls: typeof calls === 'string' ? calls : JSON.stringify(calls) }).toString(),
  })
  return { answer, body: answer.json<{ code: number; error?: string; data: Body[] }>() }
}

async function invited(email: string) {
  const { uuid } = await stack.create('presenter', { attendees_arr: [{ email, firstname: 'Gus' }] })
  return { uuid, access_token: stack.tokenIn((await stack.mailsTo(email))[0]) }
}

describe('several calls in one request', () => {
  it('[NAV-029, NAV-030] opens a join link, and answers in its session what the door shows', async () => {
    const { uuid, access_token } = await invited('door@x.test')
    const calls = [
      { call: 'exchangeJoinLink', form: `uuid=${uuid}&access_token=${access_token}` },
      { call: 'CheckPitchUUID', form: `uuid=${uuid}` },
      { call: 'getJoinInfo', form: `uuid=${uuid}` },
    ]
    // a presenter who is signed in stays one everywhere else
    const cookie = `rostrum_access=${stack.people.presenter.token}`
    const { answer, body } = await together(calls, { 'x-rostrum-join': uuid, cookie })
    const [entered, checked, info] = body.data
    expect(entered).toMatchObject({ code: 1, data: { access_token: expect.any(String) } })
    expect(checked).toMatchObject({ code: 1, data: { group_chat_id: expect.any(String) } })
    expect(info?.data).toMatchObject({ part: 'attendee', email: 'door@x.test' })
    const [set] = answer.cookies
    expect(set).toMatchObject({ name: joinCookie(uuid), value: entered?.data['access_token'], httpOnly: true })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('gives each the rights of its caller and no more, and a failure to that one alone', async () => {
    const { uuid } = await invited('denied@x.test')
    const { body } = await together([
      { call: 'exchangeJoinLink', form: `uuid=${uuid}&access_token=wrong` },
      { call: 'getJoinInfo', form: `uuid=${uuid}` },
      { call: 'getPitchAttendeeList', form: `uuid=${uuid}` },
      { call: 'CheckPitchUUID', form: `uuid=${uuid}` },
    ])
    expect(body.data.map(one => one.error)).toEqual(['JoinLinkWrong', 'NotSignedIn', 'NotSignedIn', 'PitchNotFound'])
  })

  it('does not take a cookie from another site, whatever it is wrapped in', async () => {
    const cookie = `rostrum_access=${stack.people.presenter.token}`
    const foreign = { cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const { body } = await together([{ call: 'writeLogout', form: '' }], foreign)
    expect(body.data[0]).toMatchObject({ code: 0, error: 'ForeignOrigin' })
  })

  it('carries each out once under one key for them all, however often it is sent', async () => {
    const headers = { authorization: `Bearer ${stack.people.presenter.token}`, 'idempotency-key': crypto.randomUUID() }
    const calls = ['readAllNotices', 'updateUserConfig'].map(call => ({ call, form: '' }))
    const [once, again] = [await together(calls, headers), await together(calls, headers)]
    expect(once.body.data.map(one => one.error)).not.toContain('InputInvalid')
    expect(once.body.data.map(one => one.code)).toEqual([1, 1])
    expect(again.body.data).toEqual(once.body.data)
  })

  it('counts each against the limits of its address', async () => {
    const { uuid } = await invited('limits@x.test')
    const wrong = Array.from({ length: 8 }, (_, n) => ({
      call: 'exchangeJoinLink',
      form: `uuid=${uuid}&access_token=guess-${n}`,
    }))
    const answers: (string | undefined)[] = []
    for (let n = 0; n < 60 && !answers.includes('TooManyRequests'); n++) {
      const { body } = await together(wrong, { 'x-forwarded-for': '203.0.113.7' })
      answers.push(...body.data.map(one => one.error))
    }
    expect(answers).toContain('TooManyRequests')
  })

  it.each([
    ['no list', 'nonsense'],
    ['none', []],
    ['too many', Array.from({ length: 9 }, () => ({ call: 'CheckPitchUUID', form: '' }))],
    ['itself', [{ call: 'together', form: '' }]],
    ['what every object has', [{ call: 'constructor', form: '' }]],
    ['a file', [{ call: 'createPitchByPresenter', form: '' }]],
    ['an address', [{ call: '../../healthz', form: '' }]],
  ])('refuses %s', async (_, calls) => {
    const { answer, body } = await together(calls)
    expect(answer.statusCode).toBe(400)
    expect(body.error).toBe('InputInvalid')
  })
})
