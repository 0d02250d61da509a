import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { GUESSES } from '#features/access/factor/server/guesses.ts'
import { stepGuess } from '#features/access/factor/server/tables.ts'
import { isPassword } from '#features/core/account/server/passwords.ts'
import { appCode, freshAddress, giveApp, passwordIn } from '#testing/factors.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

// An attacker who knows the password of an account and guesses the answers to its security questions.

vi.mock('#features/core/account/server/passwords.ts', async original => {
  const real = await original<typeof import('#features/core/account/server/passwords.ts')>()
  return { ...real, isPassword: vi.fn(real.isPassword) }
})

const questions = [
  { question: 'The street of your first school?', answer: 'Jugendstrasse' },
  { question: 'Your first teacher?', answer: 'Frau Berg' },
]
const right = { answer1: 'Jugendstrasse', answer2: 'Frau Berg' }

let stack: Stack
let secret: string
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'coHost'] as const) {
    await givePassword(stack.db, stack.people[name].id)
    secret = await giveApp(stack, name)
    await stack.as(name).updateSecurityQuestions({ questions, current_pass: goodPassword })
  }
})
afterEach(() => stack.db.delete(stepGuess))
afterAll(() => stack.stop())

type Tried = 'presenter' | 'coHost'
/** A pending sign-in from an address of its own, which each guess may change again. */
async function pending(who: Tried = 'presenter') {
  const { token } = await passwordIn(stack, who, freshAddress())
  const headers = { authorization: `Bearer ${token}` }
  return async (answers: object, ip = freshAddress()) =>
    (await rawCall(stack.app, 'loginBySecurityQuestion', answers, { headers, ip })).body.error as string | undefined
}

it('allows ten guesses an hour at one account, from however many addresses and sign-ins', async () => {
  const doors = await Promise.all(Array.from({ length: 4 }, () => pending()))
  const outcomes = await Promise.all(
    Array.from({ length: GUESSES * 4 }, (_, n) => doors[n % doors.length]?.({ answer1: `guess ${n}`, answer2: 'x' })),
  )
  expect(outcomes.filter(outcome => outcome === 'AnswersWrong')).toHaveLength(GUESSES)
  expect(outcomes.filter(outcome => outcome === 'TooManyRequests')).toHaveLength(GUESSES * 3)
  // then not even the right answers, by a new sign-in from a new address
  expect(await (await pending())(right)).toBe('TooManyRequests')
  // another person is not kept out
  expect(await (await pending('coHost'))(right)).toBeUndefined()
  // and after the hour the right answers count again
  const hour = new Date(Date.now() - 3_600_001)
  await stack.db.update(stepGuess).set({ since: hour }).where(eq(stepGuess.accountId, stack.people.presenter.id))
  expect(await (await pending())(right)).toBeUndefined()
})

it('shares the guesses with the codes, so that one does not refill the other', async () => {
  const answer = await pending()
  for (let n = 0; n < GUESSES - 1; n++) expect(await answer({ answer1: 'x', answer2: 'y' })).toBe('AnswersWrong')
  const { token } = await passwordIn(stack, 'presenter', freshAddress())
  const code = (value: string) =>
    rawCall(
      stack.app,
      'verifyTwoFactorCode',
      { factor: 'app', code: value },
      { headers: { authorization: `Bearer ${token}` }, ip: freshAddress() },
    )
  const wrong = appCode(secret) === '000000' ? '111111' : '000000'
  expect((await code(wrong)).body.error).toBe('CodeWrong')
  expect((await code(wrong)).body.error).toBe('TooManyRequests')
  expect(await answer(right)).toBe('TooManyRequests')
})

it('compares both answers whatever the first one is, so that the time tells nothing', async () => {
  const answer = await pending()
  const compared = vi.mocked(isPassword)
  for (const [answers, error] of [
    [{ answer1: 'x', answer2: 'y' }, 'AnswersWrong'],
    [{ ...right, answer1: 'x' }, 'AnswerOneWrong'],
    [{ ...right, answer2: 'y' }, 'AnswerTwoWrong'],
    [right, undefined],
  ] as const) {
    compared.mockClear()
    expect(await answer(answers)).toBe(error)
    expect(compared).toHaveBeenCalledTimes(2)
  }
})

it('tells no one without the password that an account exists, has questions, or which', async () => {
  const names = ['presenter', 'coHost', 'investor', 'there.is.none']
  const seen = new Set<string>()
  for (const username of names) {
    const ip = freshAddress()
    const fields = { grant_type: 'password', username, password: 'wrong Harbour 28' }
    const { status, body } = await rawCall(stack.app, 'signIn', fields, { ip })
    seen.add(JSON.stringify([status, { ...body, request_id: '' }]))
  }
  expect(seen.size).toBe(1)
  for (const name of ['checkUserForConsoleLogin', 'loginBySecurityQuestion'] as const) {
    const { body } = await rawCall(stack.app, name, { username: 'presenter', ...right }, { ip: freshAddress() })
    expect(JSON.stringify(body)).not.toMatch(/school|teacher/)
    expect(body.data ?? { next: body.error }).toMatchObject({
      next: expect.stringMatching(/^(password|NoStepPending)$/),
    })
  }
})
