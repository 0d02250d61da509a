import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseForm } from '#server/http/form.ts'
import { decodeForm } from './form.ts'
import { encodeForm } from './wire.ts'

const schema = z.object({
  name: z.string(),
  count: z.number().int(),
  is_public: z.boolean(),
  attendees_arr: z.array(z.object({ email: z.string(), vip: z.boolean() })),
  note: z.string().optional(),
})
const read = async (body: string) => decodeForm(schema, await parseForm(body))

describe('the form codec', () => {
  it('[CALL-001] reads back whatever it has written', async () => {
    const value = fc.record(
      {
        // U+FFFD stands for bytes that were not UTF-8, and is refused as such
        name: fc.string({ unit: 'binary' }).filter(text => !text.includes('\uFFFD')),
        count: fc.integer(),
        is_public: fc.boolean(),
        attendees_arr: fc.array(fc.record({ email: fc.emailAddress(), vip: fc.boolean() }), { maxLength: 5 }),
        note: fc.string({ minLength: 1 }).filter(text => !text.includes('\uFFFD')),
      },
      { requiredKeys: ['name', 'count', 'is_public', 'attendees_arr'] },
    )
    await fc.assert(
      fc.asyncProperty(value, async sent => {
        expect(schema.parse(await read(encodeForm(sent)))).toEqual(sent)
      }),
    )
  })
  it('reads long values in slices without breaking a character', async () => {
    for (const sign of ['a', 'é', '你', '😀', '%', '+ &='])
      for (const before of ['', 'x', 'xx', 'xxx']) {
        const name = `${before}${sign.repeat(70_000)}`
        expect(await read(`name=${encodeURIComponent(name)}`)).toEqual({ name })
        expect(await read(`name=${before}${'你'.repeat(70_000)}`)).toEqual({ name: `${before}${'你'.repeat(70_000)}` })
      }
    await expect(read(`name=${'%E4%BD%A0'.repeat(20_000)}%E4%BD`)).rejects.toThrow('BodyNotReadable')
    await expect(read(`name=${'%80'.repeat(70_000)}`)).rejects.toThrow('BodyNotReadable')
  })
  it('[RULE-093] sends flags as 1 and 0, and reads nothing else as a flag', async () => {
    expect(encodeForm({ is_public: true, no_file: false })).toBe('is_public=1&no_file=0')
    expect((await read('is_public=1'))['is_public']).toBe(true)
    expect((await read('is_public=0'))['is_public']).toBe(false)
    expect(schema.shape.is_public.safeParse((await read('is_public=yes'))['is_public']).success).toBe(false)
  })
  it('leaves values that it cannot convert for the schema to refuse', async () => {
    expect(schema.safeParse(await read('name=a&count=NaN&is_public=1&attendees_arr=%5B%5D')).success).toBe(false)
    expect(schema.safeParse(await read('name=a&count=1&is_public=1&attendees_arr=%7Bnot+json')).success).toBe(false)
    expect(schema.safeParse(await read('name=a&count=&is_public=1&attendees_arr=%5B%5D')).success).toBe(false)
  })
  it('keeps the first of a field sent twice, and drops fields that the call does not have', async () => {
    expect(await read('name=first&name=second&__proto__=x&constructor=y')).toEqual({ name: 'first' })
  })
  it('refuses bytes that are not UTF-8', async () => {
    await expect(parseForm('name=%ff')).rejects.toThrow('BodyNotReadable')
    await expect(parseForm('name=\uFFFD')).rejects.toThrow('BodyNotReadable')
  })
  it('refuses a form of ten thousand fields', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `f${n}=1`).join('&')
    await expect(parseForm(many)).rejects.toThrow('InputInvalid')
  })
})
