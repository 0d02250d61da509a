import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame } from '#server/frame.ts'
import { createTurns, type Sender } from '#server/turns.ts'
import { chargingFailures, refuseWhenSpent } from './budget.ts'
import type { Checked } from './check/checkFile.ts'
import { check } from './convert/work.ts'

/** Checks of this server at one time, each in a process of at most 512 MB. */
const turns = createTurns({ places: 2, spare: 1 })

/** A checked file, and the path of the rewritten .pptx or .ppt. */
export interface CheckedFile extends Checked {
  readonly rewritten: string
}

/**
 * Checks a file when it is its sender's turn. The rewritten file exists until `use` has ended.
 * @throws {DeckRefused} with the reason for refusing it
 */
export async function withChecked<T>(
  frame: Frame,
  sender: Sender,
  path: string,
  use: (checked: CheckedFile) => Promise<T>,
): Promise<T> {
  await refuseWhenSpent(frame, sender)
  const base = join(frame.settings.dataDir, 'checking')
  await mkdir(base, { recursive: true })
  const folder = await mkdtemp(join(base, 'deck-'))
  try {
    const rewritten = join(folder, 'deck')
    const end = await turns.take(sender)
    const checked = await chargingFailures(frame, sender, () => check(path, rewritten, folder)).finally(end)
    return await use({ ...checked, rewritten })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
