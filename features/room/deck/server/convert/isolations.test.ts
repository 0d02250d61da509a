import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeLinkedPptx } from '#testing/decks.ts'
import { layTrap, type Trap } from '#testing/hostileDecks/prey.ts'
import { isolations } from './isolation.ts'

// The same hostile decks in every isolation that a machine may allow, beside a server that listens and a file that must not
// be read.

let base: string
let trap: Trap
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'rostrum-isolations-'))
  trap = await layTrap(join(base, 'trap'))
})
afterAll(async () => {
  await trap.close()
  await rm(base, { recursive: true, force: true })
})

const linked: readonly [string, () => string][] = [
  ['an address', () => `${trap.origin}/inside.png`],
  ['a file', () => `file://${trap.file}`],
]

describe.each(isolations)('in the isolation %s', isolation => {
  beforeEach(() => {
    // what the machine allows is found out once by each copy of the module
    vi.stubEnv('TEST_ISOLATION', isolation)
    vi.resetModules()
  })
  afterEach(() => vi.unstubAllEnvs())

  /** Converts a deck after the check, or as it was sent; answers the reason against it. */
  async function converted(deck: Buffer, { checked, mayExposeServer }: { checked: boolean; mayExposeServer: boolean }) {
    const { isolationHere } = await import('./isolation.ts')
    const { convertToPdf, pdfIn } = await import('./office.ts')
    const { check } = await import('./work.ts')
    expect(await isolationHere(), 'this machine has to allow it').toBe(isolation)
    const folder = await mkdtemp(join(base, 'run-'))
    await mkdir(join(folder, 'in'))
    const [sent, read] = [join(folder, 'sent.pptx'), join(folder, 'in', 'deck.pptx')]
    await writeFile(checked ? sent : read, deck)
    const notes = checked ? (await check(sent, read, folder)).notes : ['linksLeftOut']
    expect(notes).toEqual(['linksLeftOut'])
    try {
      await convertToPdf(folder, 'pptx', { seconds: 60, memoryMb: 2048, mayExposeServer })
      return (await readFile(pdfIn(folder))).subarray(0, 5).toString()
    } catch (error) {
      return (error as { failure?: string }).failure ?? String(error)
    }
  }

  // a machine that allows all of it converts such decks in convert.test.ts
  it.each(linked.slice(0, { full: 0, network: 1, none: 2 }[isolation]))(
    'a deck that shows %s reaches nothing when it was checked',
    async (_, target) => {
      const deck = await makeLinkedPptx(target())
      expect(await converted(deck, { checked: true, mayExposeServer: true })).toBe('%PDF-')
      expect(await trap.reached()).toEqual([])
    },
    60_000,
  )

  if (isolation === 'none')
    it('is refused unless the operator accepts the risk', async () => {
      const deck = await makeLinkedPptx(`${trap.origin}/inside.png`)
      expect(await converted(deck, { checked: true, mayExposeServer: false })).toBe('ConverterNotIsolated')
    }, 60_000)
  else
    it.each(linked)(
      'a deck that shows %s reaches nothing even if no check had seen it',
      async (_, target) => {
        const deck = await makeLinkedPptx(target())
        expect(await converted(deck, { checked: false, mayExposeServer: false })).toBe('%PDF-')
        expect(await trap.reached()).toEqual([])
      },
      60_000,
    )
})
