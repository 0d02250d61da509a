/** Rows that one statement changes at most. */
const BATCH = 1000

/** Changes many rows by few statements: `change` gets them as the text of a JSON array. */
export async function inBatches<T>(rows: readonly T[], change: (json: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await change(JSON.stringify(rows.slice(from, from + BATCH)))
}
