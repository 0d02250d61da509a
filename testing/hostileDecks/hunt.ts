import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rewritePpt } from '#features/room/deck/server/check/ppt.ts'
import { rewritePptx } from '#features/room/deck/server/check/pptx.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { unzip } from '#testing/decks.ts'
import { faultsOfPpt, mutatePpt } from './pptMutations.ts'
import { mutatePptx, type Prey, zipOf } from './pptxMutations.ts'
import { randomOf } from './random.ts'
import { faultsOf } from './structure.ts'

/** A hostile deck on the disk: as it was made, and, unless it was refused, as it was written anew. */
export interface Hunted {
  readonly seed: number
  readonly hostile: string
  /** Undefined when it was refused. */
  readonly anew: string | undefined
  readonly refusal: string | undefined
  /** What the new file has and should not have. */
  readonly faults: readonly string[]
}

/** Makes a hostile deck of a sound one by a seed, has it written anew, and looks at what came of it. */
export async function hunt(folder: string, sound: Buffer, seed: number, prey: Prey): Promise<Hunted> {
  const random = randomOf(seed)
  const isPpt = sound.readUInt32LE(0) === 0xe011cfd0
  const hostile = join(folder, `${seed}-hostile.${isPpt ? 'ppt' : 'pptx'}`)
  const anew = join(folder, `${seed}-anew.${isPpt ? 'ppt' : 'pptx'}`)
  if (isPpt) await writeFile(hostile, mutatePpt(sound, random, prey))
  else {
    const parts = await unzip(sound)
    mutatePptx(parts, random, prey)
    await writeFile(hostile, zipOf(parts, random))
  }
  const { size } = await stat(hostile)
  try {
    if (isPpt) await rewritePpt(hostile, size, anew)
    else await rewritePptx(hostile, size, anew)
  } catch (error) {
    await rm(anew, { force: true })
    if (error instanceof DeckRefused) return { seed, hostile, anew: undefined, refusal: error.failure, faults: [] }
    return { seed, hostile, anew: undefined, refusal: undefined, faults: [`broke: ${String((error as Error).stack)}`] }
  }
  const marks = [prey.origin.slice('http://'.length), prey.file]
  const faults = isPpt ? faultsOfPpt(await readFile(anew), marks) : await faultsOf(anew, marks)
  return { seed, hostile, anew, refusal: undefined, faults }
}
