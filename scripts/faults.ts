import type { Evening } from '#testing/faults/evening.ts'
import { doEverything, type FaultRow, isRight, lineOf } from '#testing/faults/everything.ts'
import { isWhole, killDuringSends, sayOf } from '#testing/faults/sends.ts'
import { openBrowsers } from './faultBrowsers.ts'

// npm run faults: scheduled sends under kills, then three hundred people and five real browsers under all faults.
// `npm run faults -- network redis` runs only these faults, `-- sends` the first one. `--people=30`, `--browsers=0` and `--seconds=10` make it smaller.

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
if (only.length === 1 && only[0] === 'sends') process.exit(sendsAreRight ? 0 : 1)

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
process.exit(sendsAreRight && rows.length > 0 && rows.every(row => isRight(row) && inTime(row)) ? 0 : 1)
