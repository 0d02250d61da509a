// Makes hostile decks of sound ones, has each written anew, and looks at what comes of it:
//   node scripts/fuzz-decks.ts [--count 10000] [--convert 300] [--control 100] [--seed 1] [--until HH:MM] [folder]
// The folder has sound decks to change; without one, two of our own are.
// Of all, the form of the new file is checked; of some, it is converted by a LibreOffice that nothing shuts in, beside a
// server that listens and a file that tells whether it was read. The control converts hostile decks as they are: it says
// how many of them would have reached something.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makePptx, makeRichPptx } from '#testing/decks.ts'
import { type Hunted, hunt } from '#testing/hostileDecks/hunt.ts'
import { convertUnprotected, layTrap } from '#testing/hostileDecks/prey.ts'
import { randomOf } from '#testing/hostileDecks/random.ts'

const LARGEST_SOUND = 400_000
/** As many share a start of LibreOffice, which costs as much as ten small decks. */
const TOGETHER = 100

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10000' },
    convert: { type: 'string', default: '300' },
    control: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
  },
})
const [count, convert, control, first] = [values.count, values.convert, values.control, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

async function soundDecks(): Promise<Buffer[]> {
  const own = [await makeRichPptx(3), await makePptx([{ title: 'One', lines: ['a'], notes: 'n' }, { title: 'Two' }])]
  const [folder] = positionals
  if (!folder) return own
  const names = (await readdir(folder)).filter(name => /\.pptx?$/.test(name)).sort()
  const found = await Promise.all(names.map(name => readFile(join(folder, name))))
  return [...own, ...found.filter(bytes => bytes.length > 0 && bytes.length < LARGEST_SOUND)]
}

const base = await mkdtemp(join(tmpdir(), 'rostrum-hunt-'))
const trap = await layTrap(join(base, 'trap'))
const decks = await soundDecks()
const tally = {
  ...{ decks: 0, notMutated: 0, anew: 0, refused: 0, faults: 0, converted: 0, drawn: 0, reached: 0 },
  ...{ control: 0, controlReached: 0 },
}
const out = join(base, 'out')

/** Converts files together and counts how many reached something; tells which, one by one, when any did. */
async function convertAll(files: readonly string[], isControl: boolean): Promise<number> {
  const reach = async (some: readonly string[]) => {
    await convertUnprotected(base, some)
    return trap.reached()
  }
  // most of the control reach something, so that they are tried one by one at once
  if (!isControl && (await reach(files)).length === 0) return 0
  let reached = 0
  for (const file of files) {
    const found = await reach([file])
    if (found.length > 0) reached++
    if (found.length > 0 && !isControl) console.log(`REACHED ${file}: ${found.slice(0, 3).join(', ')}`)
  }
  return reached
}

async function round(seeds: readonly number[]): Promise<void> {
  const folder = join(base, 'decks')
  await mkdir(folder, { recursive: true })
  const hunted: Hunted[] = []
  for (const seed of seeds) {
    const random = randomOf(seed ^ 0x5eed)
    const one = await hunt(folder, random.pick(decks), seed, trap).catch(() => undefined)
    // a deck that the mutation itself could not change is no finding, and none of those that were asked for
    if (one) hunted.push(one)
    else tally.notMutated++
  }
  for (const { seed, anew, refusal, faults } of hunted) {
    tally.decks++
    if (anew) tally.anew++
    if (refusal) tally.refused++
    if (faults.length > 0) {
      tally.faults++
      console.log(`FAULT of seed ${seed}: ${faults.slice(0, 3).join('; ')}`)
    }
  }
  const files = hunted.flatMap(({ anew }) => anew ?? []).slice(0, Math.max(0, convert - tally.converted))
  if (files.length > 0) {
    tally.converted += files.length
    tally.reached += await convertAll(files, false)
    // that nothing was reached says something only of decks of which pages came
    tally.drawn += (await readdir(out).catch(() => [])).length
  }
  const hostile = hunted.map(one => one.hostile).slice(0, Math.max(0, control - tally.control))
  if (hostile.length > 0) {
    tally.control += hostile.length
    tally.controlReached += await convertAll(hostile, true)
  }
  await rm(folder, { recursive: true, force: true })
  await rm(out, { recursive: true, force: true })
}

try {
  const isLate = () => values.until !== undefined && new Date().toTimeString().slice(0, 5) >= values.until
  for (let seed = first; tally.decks < count && !isLate(); ) {
    const together = Math.min(TOGETHER, count - tally.decks)
    await round(Array.from({ length: together }, (_, n) => seed + n))
    seed += together
    console.log(JSON.stringify({ next: seed, ...tally }))
  }
} finally {
  await trap.close()
  await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
console.log(JSON.stringify({ seed: first, ...tally }))
process.exit(tally.faults + tally.reached === 0 ? 0 : 1)
