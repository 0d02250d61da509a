// Prints every import that runs up the order of the words, grouped by pair; exits with 1 if there is one.
// Usage: node scripts/arrows.ts [part of a path, to print only imports that touch it]
import { arrowsUpNow, roomOf } from '#testing/fences/arrows.ts'

const wanted = process.argv[2] ?? ''
const arrows = arrowsUpNow().filter(({ from, to }) => from.includes(wanted) || to.includes(wanted))
const pairs = Object.groupBy(arrows, ({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`)
for (const [pair, inPair = []] of Object.entries(pairs)) {
  console.log(`${inPair.length} ${pair}`)
  for (const { from, to } of inPair) console.log(`    ${from} -> ${to}`)
}
console.log(`${arrows.length} imports run up`)
process.exitCode = arrows.length > 0 ? 1 : 0
