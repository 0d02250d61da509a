import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { objections } from './assertions.ts'

const files = globSync('{app,bench,contract,e2e,features,scripts,server,testing,web}/**/*.{test,spec}.{ts,tsx}')
const of = (body: string) => objections('a.test.tsx', body).map(objection => objection.replace(/^.*?:\d+ /, ''))
const conditional = 'expects under a condition that may not hold'

describe('the fence around tests', () => {
  it('finds no test in any file that checks nothing, or may skip its checks', {
    timeout: 60_000,
  }, () => {
    expect(files.length).toBeGreaterThan(350)
    expect(files.flatMap(file => objections(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each([
    ["it('a', () => {})", "expects nothing: 'a'"],
    ["it('a', async () => { await screen.findByText('x') })", "expects nothing: 'a'"],
    ["test.each([1])('a %i', n => { made(n) })", "expects nothing: 'a %i'"],
    ["it.skipIf(!x)('a', () => { made() })", "expects nothing: 'a'"],
    ["it('a', { timeout: 5 }, () => { made() })", "expects nothing: 'a'"],
    ["it('a', () => { if (x) expect.fail() })", "expects nothing: 'a'"],
    ["it('a', () => { made(expect.any(String)) })", "expects nothing: 'a'"],
    ["const see = () => made()\nit('a', () => see())", "expects nothing: 'a'"],
  ])('finds no expectation in: %s', (code, found) => {
    expect(of(code)).toEqual([found])
  })

  it.each([
    "it('a', () => { if (x) expect(x).toBe(1) })",
    "it('a', () => { expect(y).toBe(1); if (x) { for (const z of x) expect(z).toBe(1) } })",
    "it('a', async () => { x && (await expect(x).rejects.toThrow()) })",
    "it('a', () => { x ? expect(x).toBe(1) : y() })",
    "it('a', () => { try { made() } catch (error) { expect(error).toBe(1) } })",
    "it('a', () => { switch (x) { case 1: expect(x).toBe(1); break; default: } })",
    "const see = x => { if (x) expect(x).toBe(1) }\nit('a', () => see(1))",
    "it('a', () => { if (x) return expect(x).toBe(1); expect(x).toBe(2) })",
  ])('finds what may be passed by in: %s', code => {
    expect(of(code)).toEqual([conditional])
  })

  it.each([
    "it('a', () => expect(1).toBe(1))",
    "it('a', () => { if (x) expect(x).toBe(1); else expect(x).toBe(2) })",
    "it('a', () => { if (x) expect(x).toBe(1); else throw new Error() })",
    "it('a', () => { try { made(); throw new Error() } catch (error) { expect(error).toBe(1) } })",
    "it('a', () => { const y = x ?? expect.fail('none'); expect(y).toBe(1) })",
    "it('a', () => { expect(x ? 1 : 2).toBe(1) })",
    "it('a', () => { expect(x).toEqual(y ? [expect.any(String)] : []) })",
    "it('a', async () => { await expect.poll(() => x).toBe(1) })",
    "function see(x) { more(x) }\nconst more = x => expect(x).toBe(1)\nit('a', () => see(1))",
    "const of = { see: x => expect(x).toBe(1) }\nit('a', () => of.see(1))",
    "it('a', () => { fc.assert(fc.property(x, y => { expect(y).toBe(1) })) })",
    "describe('a', () => { beforeEach(() => made()) })",
    "test.describe('a', () => { test.use({}) })",
  ])('lets be: %s', code => {
    expect(of(code)).toEqual([])
  })
})
