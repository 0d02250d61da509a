import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { answeredCall } from '#server/http/tables.ts'
import { freshAddress, giveApp, passwordIn } from '#testing/factors.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { GUESSES } from './guesses.ts'
import { securityQuestion, stepGuess } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  await givePassword(stack.db, stack.people.presenter.id)
  await giveApp(stack, 'presenter')
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(stepGuess)
})

const proof = { current_pass: goodPassword }
const two = [
  { question: 'The street of your first school?', answer: 'Straße der  Jugend' },
  { question: 'Your first teacher?', answer: 'Frau Ågren' },
]
const three = [...two, { question: 'A dish you cannot cook?', answer: 'Beef Wellington' }]
const answers: Record<string, string> = Object.fromEntries(three.map(one => [one.question, one.answer]))
const me = () => stack.as('presenter')
const setThem = (questions = two) => me().updateSecurityQuestions({ questions, ...proof })
const allow = (allowSecurityQuestions: boolean) =>
  stack.db
    .update(organisation)
    .set({ allowSecurityQuestions })
    .where(eq(organisation.id, stack.people.presenter.organisationId))

/** A pending sign-in, with the questions that it is asked. */
async function pending() {
  const ip = freshAddress()
  const { token, as } = await passwordIn(stack, 'presenter', ip)
  const headers = { authorization: `Bearer ${token}` }
  const { questions } = await as.checkUserForConsoleLogin({})
  const answer = (answer1: string, answer2: string) =>
    rawCall(stack.app, 'loginBySecurityQuestion', { answer1, answer2 }, { headers, ip })
  return { questions, answer, token }
}

describe('#updateSecurityQuestions', () => {
  const broken = async (questions: { question: string; answer: string }[]) => {
    const failed = await setThem(questions).catch(failure => failure)
    return [failed.code, failed.fields]
  }
  it('[RULE-077] wants two or three', async () => {
    expect(await broken([])).toEqual(['QuestionsNotAllowed', { questions: 'tooFew' }])
    expect(await broken(two.slice(1))).toEqual(['QuestionsNotAllowed', { questions: 'tooFew' }])
    const four = [...three, { question: 'A fourth?', answer: 'no' }]
    expect(await broken(four)).toEqual(['QuestionsNotAllowed', { questions: 'tooMany' }])
    await setThem(two)
    await setThem(three)
  })

  it('[RULE-078, RULE-079, RULE-080] wants them distinct, asked and answered', async () => {
    const [first, second] = two as [(typeof two)[0], (typeof two)[0]]
    const twice = { ...second, question: ` ${first.question.toUpperCase()}  ` }
    expect(await broken([first, twice])).toEqual(['QuestionsNotAllowed', { 'questions.1.question': 'twice' }])
    expect(await broken([first, { ...second, question: '  ' }])).toEqual([
      'QuestionsNotAllowed',
      { 'questions.1.question': 'required' },
    ])
    for (const blank of ['', '   ', '\u00a0\u3000', '\u200b\u2060'])
      expect(await broken([first, { ...second, answer: blank }])).toEqual([
        'QuestionsNotAllowed',
        { 'questions.1.answer': 'required' },
      ])
    expect(await broken([first, { ...second, answer: 'teacher' }])).toEqual([
      'QuestionsNotAllowed',
      { 'questions.1.answer': 'answerInQuestion' },
    ])
  })

  it('[CALL-113, CALL-112, ENT-047] keeps hashes of the answers alone, tells the person and the audit log, and gives no answer back', async () => {
    await setThem(three)
    const rows = await stack.db.select().from(securityQuestion)
    expect(rows.map(({ position }) => position).toSorted()).toEqual([1, 2, 3])
    for (const { answerHash } of rows) expect(answerHash).toMatch(/^\$argon2id\$/)
    const got = await me().getSecurityQuestions({})
    expect(got.questions).toEqual(three.map(({ question }) => question))
    const kept = JSON.stringify([got, rows, await stack.db.select().from(answeredCall)])
    for (const { answer } of three) expect(kept.toLowerCase()).not.toContain(answer.toLowerCase())
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mail?.text).toContain('Security questions were set for your account.')
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'factor.setQuestions'))
    expect(deeds.at(-1)).toMatchObject({ actorId: stack.people.presenter.id, detail: { questions: 3 } })
  })

  it('asks for the password, and is off where the organisation does not want questions', async () => {
    await expect(me().updateSecurityQuestions({ questions: two })).rejects.toMatchObject({ code: 'ProofNeeded' })
    const wrong = { questions: two, current_pass: 'wrong Harbour 27' }
    await expect(me().updateSecurityQuestions(wrong)).rejects.toMatchObject({ code: 'OldPasswordWrong' })
    await allow(false)
    await expect(setThem()).rejects.toMatchObject({ code: 'QuestionsOff' })
    expect((await me().getSecurityQuestions({})).is_allowed).toBe(false)
    await allow(true)
  })
})

describe('#loginBySecurityQuestion', () => {
  it('[PROD-050, CALL-115] finishes a pending sign-in by both answers, however they are typed, and the person hears of it', async () => {
    await setThem(two)
    const { questions, answer } = await pending()
    expect(questions).toEqual(two.map(({ question }) => question))
    const { status, body } = await answer('  strasse DER jugend ', 'FRAU A\u030aGREN')
    expect(status).toBe(200)
    expect((await stack.withToken(body.data.access_token).getUserInfoByToken({})).tl_2fa_status).toBe('on')
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mail?.text).toContain('by answering its security questions')
  })

  it('[ERR-014, ERR-015, ERR-016] says which answer was wrong', async () => {
    await setThem(two)
    const { answer } = await pending()
    const [first = '', second = ''] = two.map(one => one.answer)
    expect((await answer('x', second)).body.error).toBe('AnswerOneWrong')
    expect((await answer(first, 'x')).body.error).toBe('AnswerTwoWrong')
    expect((await answer(second, first)).body.error).toBe('AnswersWrong')
    expect((await answer('', '')).body.error).toBe('AnswersWrong')
  })

  it('is never enough without the password', async () => {
    await setThem(two)
    const input = { answer1: two[0]?.answer, answer2: two[1]?.answer }
    const ip = freshAddress()
    expect((await rawCall(stack.app, 'loginBySecurityQuestion', input, { ip })).body.error).toBe('NoStepPending')
    const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
    const open = await rawCall(stack.app, 'loginBySecurityQuestion', input, { ip, headers })
    expect(open.body.error).toBe('NoStepPending')
  })

  it('asks two of three, the same two for as long as the sign-in waits', async () => {
    await setThem(three)
    const pairs = new Set<string>()
    for (let sample = 0; sample < 20; sample++) {
      const { as } = await passwordIn(stack, 'presenter', freshAddress())
      const asked = [await as.checkUserForConsoleLogin({}), await as.checkUserForConsoleLogin({})]
      expect(asked[0]?.questions).toEqual(asked[1]?.questions)
      expect(asked[0]?.questions).toHaveLength(2)
      pairs.add(String(asked[0]?.questions))
    }
    expect(pairs.size).toBeGreaterThan(1)
    const { questions, answer } = await pending()
    expect((await answer(answers[questions[0] ?? ''] ?? '', answers[questions[1] ?? ''] ?? '')).status).toBe(200)
  })

  it('is off where the organisation does not want it, and for who has set none', async () => {
    await setThem(two)
    const waiting = await pending()
    await allow(false)
    expect((await waiting.answer('a', 'b')).body.error).toBe('QuestionsOff')
    expect((await pending()).questions).toEqual([])
    await allow(true)
    await me().clearSecurityQuestions({ ...proof })
    expect((await pending()).questions).toEqual([])
    expect((await waiting.answer('a', 'b')).body.error).toBe('QuestionsOff')
  })

  it('opens one of two racing sessions once, and its guesses are limited with those of the codes', async () => {
    await setThem(two)
    const [first = '', second = ''] = two.map(one => one.answer)
    const waiting = await pending()
    const racing = await Promise.all([1, 2].map(() => waiting.answer(first, second)))
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1)

    const { answer } = await pending()
    const guesses = await Promise.all(Array.from({ length: GUESSES + 4 }, () => answer('x', 'y')))
    expect(guesses.filter(({ body }) => body.error === 'AnswersWrong').length).toBeLessThanOrEqual(GUESSES)
    expect((await answer(first, second)).body.error).toBe('TooManyRequests')
  })
})

describe('#clearSecurityQuestions', () => {
  it('[CALL-114] asks for the password, and removes the own ones', async () => {
    await setThem(two)
    await expect(me().clearSecurityQuestions({})).rejects.toMatchObject({ code: 'ProofNeeded' })
    await me().clearSecurityQuestions({ ...proof })
    expect((await me().getSecurityQuestions({})).questions).toEqual([])
  })

  it('[CALL-114] lets the administrator of a person remove theirs, which the person is mailed and the audit log records', async () => {
    await setThem(two)
    const user_id = stack.people.presenter.id
    for (const who of ['coHost', 'investor'] as const)
      await expect(stack.as(who).clearSecurityQuestions({ user_id })).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(stack.as('lumenAdmin').clearSecurityQuestions({ user_id })).rejects.toMatchObject({
      code: 'UserNotFound',
    })
    await stack.as('useradmin').clearSecurityQuestions({ user_id })
    expect((await me().getSecurityQuestions({})).questions).toEqual([])
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mail?.text).toContain('were removed')
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'factor.clearQuestions'))
    expect(deeds.at(-1)).toMatchObject({ actorId: stack.people.useradmin.id, subject: user_id })
  })
})
