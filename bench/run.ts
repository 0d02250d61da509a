import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** One figure: the console's cost for a task beside that of its yardstick in the same run. */
export interface Figure {
  /** F1 … F11, with a letter when one has several. */
  readonly id: string
  readonly work: string
  /** Medians, in `unit`; the yardstick is null if there is none. */
  readonly ours: number
  readonly yardstick: number | null
  readonly unit: string
  /** Ours divided by the yardstick's. */
  readonly ratio: number | null
  /** The target, as text. */
  readonly reach: string
  readonly met: boolean
}

const number = (value: number | null) => (value === null ? '–' : Number(value.toPrecision(4)).toString())

function table(figures: readonly Figure[]): string {
  const rows = [
    ['', 'work', 'ours', 'yardstick', 'unit', 'ratio', 'reach', 'met'],
    ...figures.map(f => [
      f.id,
      f.work,
      number(f.ours),
      number(f.yardstick),
      f.unit,
      f.ratio === null ? '–' : f.ratio.toFixed(2),
      f.reach,
      f.met ? 'yes' : 'no',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes figures in place of those of the same name; each has the date and machine of its measurement. */
function keep(figures: readonly Figure[]): void {
  const file = new URL('results.json', import.meta.url)
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? '', node: process.version }
  const at = new Date().toISOString()
  const { figures: before } = JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] }
  const now = figures.map(figure => ({ ...figure, at, machine }))
  const all = [...before.filter(one => now.every(({ id }) => id !== one.id)), ...now]
  all.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  writeFileSync(file, `${JSON.stringify({ figures: all }, null, 2)}\n`)
}

/** Runs every bench/f*.ts, or the named ones (`npm run bench -- f1 f5`), one after the other. */
async function runAll(wanted: readonly string[]) {
  const files = readdirSync(import.meta.dirname)
    .filter(name => /^f\d+.*\.ts$/.test(name))
    .filter(name => wanted.length === 0 || wanted.includes(name.replace(/\D*(\d+).*/, 'f$1')))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const figures: Figure[] = []
  for (const file of files) {
    const began = performance.now()
    const { run } = (await import(`./${file}`)) as { run(): Promise<Figure[]> }
    const some = await run()
    keep(some)
    figures.push(...some)
    console.log(`${file}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  console.log(`\n${table(figures)}`)
}

if (import.meta.main) {
  await runAll(process.argv.slice(2).map(name => name.toLowerCase()))
  process.exit(0) // handles that a figure left open must not delay the table
}
