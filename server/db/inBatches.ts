/** The largest number of rows that one statement changes. */
const BATCH = 1000

/** Changes many rows with few statements: `change` gets each batch as a JSON array. */
export async function inBatches<T>(rows: readonly T[], change: (json: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await change(JSON.stringify(rows.slice(from, from + BATCH)))
}
