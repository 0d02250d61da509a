import { isSteady, soakRecording } from './recording.ts'
import { megabytes, soak } from './soak.ts'

// npm run soak: eight hours of a room in ten minutes. `npm run soak -- 1 60`: one hour in one.
// `npm run soak -- recording 480`: a recording of eight hours, in eight hours; 15 minutes without a number.

/** Bytes that an hour may leave behind, for what the runtime has not freed yet; messages must leave nothing. */
const MOST_PER_HOUR = 1e6

const [first, ...more] = process.argv.slice(2)
if (first === 'recording') {
  const result = await soakRecording(Number(more[0] ?? 15), line => console.log(line))
  console.log(JSON.stringify(result, null, 2))
  process.exit(isSteady(result) ? 0 : 1)
}
const [hours = 8, seconds = 600] = process.argv.slice(2).map(Number)
const { did, levels, empty, grownPerHour } = await soak(hours, seconds, line => console.log(line))
console.log(did)
console.log(
  `empty: ${megabytes(empty.objects)} in objects, ${empty.handles} open (in the room: ${levels.at(-1)?.handles})`,
)
console.log(`grown by ${megabytes(grownPerHour)} an hour in the second half`)
process.exit(grownPerHour <= MOST_PER_HOUR ? 0 : 1)
