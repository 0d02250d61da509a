import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CODE_LENGTH } from '#features/core/account/factorRules.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { CODE_MINUTES, CODE_TRIES, guessCode, issueCode, useCode } from './codes.ts'

let stack: Stack
const now = new Date('2026-03-01T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const forIvy = { purpose: 'secondStep', subject: 'ivy' } as const

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const use = async (code: string, at = later(1), whose: Parameters<typeof issueCode>[1] = forIvy) => {
  const guess = await guessCode(stack.db, { ...whose, code, now: at })
  return stack.db.transaction(db => useCode(db, whose, guess))
}

const wrong = (code: string) => String((Number(code) + 1) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')

it('takes the newest code once, for its purpose and its person', async () => {
  const first = await issueCode(stack.db, forIvy, now)
  const code = await issueCode(stack.db, forIvy, now)
  expect(code).toMatch(new RegExp(`^\\d{${CODE_LENGTH}}$`))
  expect(await use(first)).toBe(false)
  expect(await use(code, later(1), { purpose: 'changeEmail', subject: 'ivy' })).toBe(false)
  expect(await use(code, later(1), { purpose: 'secondStep', subject: 'max' })).toBe(false)
  expect(await use(` ${code} `)).toBe(true)
  expect(await use(code)).toBe(false)
})

it('lets one of two racing uses have it', async () => {
  const code = await issueCode(stack.db, forIvy, now)
  const answers = await Promise.all([use(code), use(code)])
  expect(answers.toSorted()).toEqual([false, true])
})

it('ends a code with its time and after too many guesses, though each guess was in a failed transaction', async () => {
  const old = await issueCode(stack.db, forIvy, now)
  expect(await use(old, later(CODE_MINUTES))).toBe(false)
  const code = await issueCode(stack.db, forIvy, now)
  for (let guess = 0; guess < CODE_TRIES; guess++) {
    const guessed = await guessCode(stack.db, { ...forIvy, code: wrong(code), now: later(1) })
    const failing = stack.db.transaction(async db => {
      await useCode(db, forIvy, guessed)
      throw new Error('the call fails')
    })
    await expect(failing).rejects.toThrow('the call fails')
  }
  expect(await use(code)).toBe(false)
})

it('answers everybody while a crowd guesses at codes', async () => {
  const { banking: _, files: __, ...people } = stack.people
  const crowd = Object.values(people).flatMap(person => Array.from({ length: 4 }, () => person))
  for (const { id } of crowd) await issueCode(stack.db, { purpose: 'confirmEmail', subject: id }, new Date())
  const guesses = crowd.map(({ token }) => stack.withToken(token).confirmEmail({ code: '00000000' }))
  const ends = Promise.allSettled(guesses).then(all => all.map(one => one.status === 'rejected' && one.reason.code))
  expect(await Promise.race([ends, sleep(8000).then(() => 'no answer')])).toEqual(crowd.map(() => 'EmailCodeWrong'))
}, 10_000)

it('keeps a code whose use came to nothing', async () => {
  const code = await issueCode(stack.db, forIvy, now)
  const guess = await guessCode(stack.db, { ...forIvy, code, now: later(1) })
  expect(await stack.db.transaction(db => useCode(db, { ...forIvy, subject: 'max' }, guess))).toBe(false)
  const failing = stack.db.transaction(async db => {
    expect(await useCode(db, forIvy, guess)).toBe(true)
    throw new Error('the call fails')
  })
  await expect(failing).rejects.toThrow('the call fails')
  expect(await use(code)).toBe(true)
})
