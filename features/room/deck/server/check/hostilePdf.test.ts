import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check, draw } from '#features/room/deck/server/convert/work.ts'
import { brokenStreams, nestedForms } from '#testing/hostileDecks/pdf.ts'
import { randomOf } from '#testing/hostileDecks/random.ts'

let base: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'rostrum-hostile-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('a hostile pdf', () => {
  /** What came of it: pages, or the reason against it. */
  async function outcome(pdf: Buffer, pageSeconds: number): Promise<string> {
    const folder = await mkdtemp(join(base, 'pdf-'))
    const path = join(folder, 'deck.pdf')
    await writeFile(path, pdf)
    let pages = 0
    const counted = () => {}
    try {
      await check(path, join(folder, 'anew'), folder)
      await draw(path, folder, { seconds: 60, pageSeconds, mustShow: false, counted, drawn: () => pages++ })
      return 'pages'
    } catch (error) {
      return (error as { failure?: string }).failure ?? String(error)
    }
  }

  it('of forms within forms ends with the time of its page', async () => {
    expect(await outcome(nestedForms(3, 10), 20)).toBe('pages')
    const began = performance.now()
    expect(await outcome(nestedForms(9, 40), 2)).toBe('DeckTooComplex')
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)

  it('of broken pictures, JBIG2 among them, and broken fonts becomes pages or is refused', async () => {
    const { stdout } = await promisify(execFile)('fc-match', ['-f', '%{file}', 'Liberation Sans'])
    const font = await readFile(stdout)
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= 12; seed++) outcomes.add(await outcome(brokenStreams(randomOf(seed), font), 20))
    expect([...outcomes].filter(one => !['pages', 'DeckDamaged', 'DeckTooComplex'].includes(one))).toEqual([])
    expect(outcomes).toContain('pages')
  }, 120_000)
})
