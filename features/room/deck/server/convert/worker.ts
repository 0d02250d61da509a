import type { DeckFailure } from '#features/room/deck/rules.ts'
import { type Checked, checkFile } from '#features/room/deck/server/check/checkFile.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import type { SlideNotes } from '#features/room/deck/server/check/speakerNotes.ts'
import type { DrawnPage } from './drawPages.ts'

/** The worker's messages, one line of JSON each. */
export type Said =
  | { readonly checked: Omit<Checked, 'spoken'> }
  | { readonly noted: SlideNotes }
  | { readonly counted: number }
  | { readonly drawn: DrawnPage }
  | { readonly refused: DeckFailure; readonly detail: string }
  | { readonly done: true }

// Runs as a separate process, because a file may be made to break its reader.
const say = (said: Said) => process.stdout.write(`${JSON.stringify(said)}\n`)
const [act, path = '', target = ''] = process.argv.slice(2)
try {
  if (act === 'check') {
    const { spoken, ...checked } = await checkFile(path, target)
    for (const noted of spoken) say({ noted })
    say({ checked })
  } else {
    const { drawPages, waitForPdf } = await import('./drawPages.ts')
    await waitForPdf(path)
    await drawPages(
      path,
      target,
      counted => say({ counted }),
      drawn => say({ drawn }),
    )
  }
  say({ done: true })
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  if (error instanceof DeckRefused) say({ refused: error.failure, detail: message })
  else if (code === 'ENOSPC' || /No space left/i.test(message)) say({ refused: 'StorageFull', detail: message })
  else throw error
}
