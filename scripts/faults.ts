import type { Evening } from '#testing/faults/evening.ts'
import { doEverything, type FaultRow, isRight, lineOf } from '#testing/faults/everything.ts'
import { killUnderSeats, seatsAgree, seatsLine } from '#testing/faults/seats.ts'
import { isWhole, killDuringSends, sayOf } from '#testing/faults/sends.ts'
import { openBrowsers } from './faultBrowsers.ts'

// npm run faults: scheduled sends under kills, the seats of a series under kills, then three hundred people and five real
// browsers under all faults. `npm run faults -- network redis` runs only these faults, `-- sends seats` the first two.
// `--people=30`, `--browsers=0` and `--seconds=10` make it smaller.

/** Milliseconds after the return within which people must see the right page. */
const MOST = 3000
/** Milliseconds within which they must see the presenter move. */
const VIDEO_MOST = 5000

const given = process.argv.slice(2)
const number = (name: string, otherwise: number) =>
  Number(given.find(word => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const only = given.filter(word => !word.startsWith('--'))
const seconds = number('seconds', 60)
const browsers = number('browsers', 5)

const ofSends = !only.length || only.includes('sends') ? await killDuringSends({ sends: 100, seed: 20_261 }) : undefined
if (ofSends) console.log(sayOf(ofSends))
const control = ofSends && (await killDuringSends({ sends: 100, seed: 20_261, once: true }))
if (control) console.log(`control, jobs tried once, has to miss some: ${sayOf(control)}`)
const sendsAreRight = !ofSends || (isWhole(ofSends) && control !== undefined && !isWhole(control))

const ofSeats = !only.length || only.includes('seats') ? await killUnderSeats(10) : undefined
if (ofSeats) console.log(seatsLine(ofSeats))
const careless = ofSeats && (await killUnderSeats(5, ['postgres'], { careless: true }))
if (careless) console.log(seatsLine(careless))
const seatsAreRight = !ofSeats || (seatsAgree(ofSeats) && careless !== undefined && careless.lost > 0)

const isRightSoFar = sendsAreRight && seatsAreRight
if (only.length > 0 && only.every(name => name === 'sends' || name === 'seats')) process.exit(isRightSoFar ? 0 : 1)

const rows = await doEverything({
  people: number('people', 300),
  chatters: 8,
  ...(browsers > 0 ? { openBrowsers: (evening: Evening) => openBrowsers(evening, browsers - 1) } : {}),
  cutSeconds: seconds,
  sleepSeconds: Math.min(seconds, 45),
  ...(only.length > 0 ? { only } : {}),
  say: line => console.log(line),
})
console.log(`\n${rows.map(lineOf).join('\n')}`)
const inTime = ({ returned = MOST + 1, video = 0 }: FaultRow) => returned <= MOST && video <= VIDEO_MOST
process.exit(isRightSoFar && rows.length > 0 && rows.every(row => isRight(row) && inTime(row)) ? 0 : 1)
