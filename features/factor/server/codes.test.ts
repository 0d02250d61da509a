import { afterAll, beforeAll, expect, it } from 'vitest'
import { CODE_LENGTH } from '#features/factor/rules.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { CODE_MINUTES, CODE_TRIES, issueCode, useCode } from './codes.ts'

let stack: Stack
const now = new Date('2026-03-01T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const forIvy = { purpose: 'secondStep', subject: 'ivy' } as const

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const use = (code: string, at = later(1), whose: Parameters<typeof issueCode>[1] = forIvy) =>
  stack.db.transaction(db => useCode({ outside: stack.db, db }, { ...whose, code, now: at }))

const wrong = (code: string) => String((Number(code) + 1) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')

it('takes the newest code once, for its purpose and its person', async () => {
  const first = await issueCode(stack.db, forIvy, now)
  const code = await issueCode(stack.db, forIvy, now)
  expect(code).toMatch(new RegExp(`^\\d{${CODE_LENGTH}}$`))
  if (first !== code) expect(await use(first)).toBe(false)
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
    const failing = stack.db.transaction(async db => {
      await useCode({ outside: stack.db, db }, { ...forIvy, code: wrong(code), now: later(1) })
      throw new Error('the call fails')
    })
    await expect(failing).rejects.toThrow('the call fails')
  }
  expect(await use(code)).toBe(false)
})

it('keeps a code whose use came to nothing', async () => {
  const code = await issueCode(stack.db, forIvy, now)
  const failing = stack.db.transaction(async db => {
    expect(await useCode({ outside: stack.db, db }, { ...forIvy, code, now: later(1) })).toBe(true)
    throw new Error('the call fails')
  })
  await expect(failing).rejects.toThrow('the call fails')
  expect(await use(code)).toBe(true)
})
