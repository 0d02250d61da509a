// Plays pitches by seed and holds them against what must always be true: `npm run simulate`. SIM_RUNS is how many (100),
// SIM_SEED the first seed, SIM_UNTIL a time of day (HH:MM) at which it stops, SIM_PLANT a planted fault, SIM_WITHOUT the
// steps that a shortened run leaves out. SIM_SEQUENTIAL=1 makes no two acts at the same time, SIM_ALL=1 goes on after a violation.
import { simulateMany } from '#testing/simulator/many.ts'

const { SIM_SEED, SIM_RUNS, SIM_UNTIL, SIM_PLANT, SIM_WITHOUT, SIM_SEQUENTIAL, SIM_ALL } = process.env
const without = SIM_WITHOUT && { without: new Set(SIM_WITHOUT.split(',').map(Number)) }
const { runs, violations } = await simulateMany({
  seed: Number(SIM_SEED ?? Math.floor(Math.random() * 1e9)),
  runs: Number(SIM_RUNS ?? (without ? 1 : 100)),
  until: SIM_UNTIL,
  plant: SIM_PLANT,
  sequential: SIM_SEQUENTIAL === '1',
  stops: SIM_ALL !== '1',
  ...without,
  say: line => console.log(line),
})
console.log(`${runs} runs, ${violations} with a violation`)
process.exit(violations === 0 ? 0 : 1)
