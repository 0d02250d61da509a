import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { Upload } from '#contract/fields.ts'
import { encodeForm } from '#contract/wire.ts'
import { openTestSession } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { sampleInput } from './sampleInput.ts'

// A call that takes a file takes the bytes that its sender sends, and never a file of the server that a body names.

const secret = 'the-canary-of-this-server'
let stack: Stack
let folder: string
let canary: string
beforeAll(async () => {
  stack = await startStack()
  folder = await mkdtemp(join(tmpdir(), 'canary-'))
  canary = join(folder, 'canary.pdf')
  await writeFile(canary, `email,name\n${secret}@quill.example,${secret}\n`)
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true })
})

const withFiles = (Object.entries(calls) as [keyof typeof calls, AnyCall][]).filter(([, c]) => c.body === 'multipart')

/** The bodies by which a call could be told of a file of the server: a JSON text, a form, and a JSON part of a form. */
function bodiesNaming(c: AnyCall, path: string) {
  const named = { filename: 'a.pdf', mimetype: 'text/csv', size: 10, path }
  const sample = sampleInput(c, () => undefined)
  const plain = Object.entries(sample).filter(([, value]) => !(value instanceof Upload))
  const fields = { ...Object.fromEntries(plain), ...('dry' in c.input.shape ? { dry: true } : {}) }
  const part = (name: string, value: string, type = 'text/plain') =>
    `--p\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: ${type}\r\n\r\n${value}\r\n`
  const texts = [...new URLSearchParams(encodeForm(fields))].map(([name, value]) => part(name, value))
  return [
    ['application/json', JSON.stringify({ ...fields, file: named })],
    ['application/x-www-form-urlencoded', encodeForm({ ...fields, file: named })],
    [
      'multipart/form-data; boundary=p',
      `${texts.join('')}${part('file', JSON.stringify(named), 'application/json')}--p--\r\n`,
    ],
  ] as const
}

describe('a call with a file', () => {
  it.each(withFiles)('%s reads no file that a body names', async (name, c) => {
    const who = (['superadmin', 'admin', 'presenter'] as const).find(role => c.who.includes(role as never))
    const { id, organisationId } = stack.people[who ?? 'investor']
    const token = await openTestSession(stack.db, id, organisationId)
    const answers: unknown[] = []
    for (const path of [canary, '/dev/zero'])
      for (const [type, payload] of bodiesNaming(c, path)) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': type }
        const answer = await stack.app.inject({ method: 'POST', url: pathOf(name, c), headers, payload })
        expect(answer.body).not.toContain(secret)
        expect(answer.json().code, answer.body).toBe(0)
        answers.push(answer.json().error)
      }
    // the first two do not get as far as their handler
    expect(answers.filter((_, n) => n % 3 < 2)).toEqual(Array(4).fill('InputInvalid'))
    expect(await readFile(canary, 'utf8')).toContain(secret)
  })

  it('says how large its file may be', () => {
    expect(withFiles.filter(([, c]) => !(c.maxFileBytes > 0)).map(([name]) => name)).toEqual([])
  })
})
