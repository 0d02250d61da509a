import { Worker } from 'node:worker_threads'

/** The input of the thread that reads CSV. */
export interface CsvWork {
  readonly path: string
  /** The most rows, columns, and characters of a cell. */
  readonly most: { readonly rows: number; readonly columns: number; readonly cell: number }
}

/** What reads the next file when the one before it was read: threads take processors from everyone. */
let last: Promise<unknown> = Promise.resolve()

/**
 * The rows of a CSV file in UTF-8, without empty ones; undefined for a table with more than `most`. A thread of its own
 * reads it: a megabyte of quotation marks takes half a second.
 */
export const readCsv = (path: string, most: CsvWork['most']): Promise<string[][] | undefined> =>
  readOnThread(new URL('./csvWorker.ts', import.meta.url), { path, most } satisfies CsvWork)

/** What a script makes of a file, on a thread of its own; one file after the other. */
export function readOnThread<T>(script: URL, work: unknown): Promise<T> {
  const read = last.then(() => answerOf<T>(script, work))
  last = read.catch(() => {})
  return read
}

async function answerOf<T>(script: URL, workerData: unknown): Promise<T> {
  const worker = new Worker(script, { workerData })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that reads CSV ended early')))
    })
  } finally {
    await worker.terminate()
  }
}
