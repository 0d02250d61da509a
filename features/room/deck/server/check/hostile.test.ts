import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLinkedPptx, makePptx, makeRichPptx } from '#testing/decks.ts'
import { hunt } from '#testing/hostileDecks/hunt.ts'
import { convertUnprotected, layTrap, type Trap } from '#testing/hostileDecks/prey.ts'

/** `node scripts/fuzz-decks.ts` does the same with thousands. */
const DECKS = 150
const CONVERTED = 24

let base: string
let trap: Trap
let sound: Buffer[]
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'rostrum-hostile-'))
  trap = await layTrap(join(base, 'trap'))
  const pptx = await makePptx([{ title: 'One', lines: ['a line'], notes: 'Breathe' }, { title: 'Two' }])
  sound = [pptx, await makeRichPptx(3), await pptOf(pptx)]
}, 60_000)
afterAll(async () => {
  await trap.close()
  await rm(base, { recursive: true, force: true })
})

async function pptOf(pptx: Buffer): Promise<Buffer> {
  await writeFile(join(base, 'sound.pptx'), pptx)
  const args = ['--headless', '--convert-to', 'ppt', '--outdir', base, join(base, 'sound.pptx')]
  await promisify(execFile)('soffice', [`-env:UserInstallation=file://${base}/profile`, ...args])
  return readFile(join(base, 'sound.ppt'))
}

const folderOf = async (name: string) => {
  await mkdir(join(base, name), { recursive: true })
  return join(base, name)
}

describe('hostile decks', () => {
  it('are refused, or written anew with nothing in them but what is known', async () => {
    const folder = await folderOf('form')
    const faults: string[] = []
    let anew = 0
    for (let seed = 1; seed <= DECKS; seed++) {
      const hunted = await hunt(folder, sound[seed % sound.length] as Buffer, seed, trap)
      faults.push(...hunted.faults.map(fault => `seed ${seed}: ${fault}`))
      if (hunted.anew) anew++
    }
    expect(faults).toEqual([])
    expect(anew, 'not all of them are refused').toBeGreaterThan(DECKS / 4)
  }, 120_000)

  it('reach nothing in a converter that nothing shuts in; as they were, many do', async () => {
    const folder = await folderOf('reach')
    const linked = join(folder, 'linked.pptx')
    await writeFile(linked, await makeLinkedPptx(`${trap.origin}/control.png`))
    const file = join(folder, 'file.pptx')
    await writeFile(file, await makeLinkedPptx(`file://${trap.file}`))
    await convertUnprotected(base, [linked])
    expect(await trap.reached(), 'the control must see requests').toContain('GET /control.png')
    await convertUnprotected(base, [file])
    expect(await trap.reached(), 'the control must see the file read').toEqual(['read'])

    const files: string[] = []
    for (let seed = 1000; files.length < CONVERTED; seed++) {
      const { anew } = await hunt(folder, sound[seed % sound.length] as Buffer, seed, trap)
      if (anew) files.push(anew)
    }
    await convertUnprotected(base, files)
    expect(await trap.reached()).toEqual([])
  }, 240_000)
})
