import { copyDatabase } from '#testing/database.ts'
import { startTemplateDatabase } from '#testing/templateDatabase.ts'
import { type Plant, type PlantName, plants } from './plants.ts'
import { type Outcome, STEPS, simulate } from './run.ts'
import { openServers, type Servers } from './servers.ts'

/** Runs that share a database: with more, its lists would grow longer than those of any console. */
const PER_DATABASE = 250

/** Runs after which it says how far it is. */
const SAYS_EVERY = 50

interface Many {
  readonly seed: number
  readonly runs: number
  /** The time of day, as HH:MM, at which no further run begins. */
  readonly until?: string | undefined
  readonly plant?: string | undefined
  /** Acts come one after the other alone. */
  readonly sequential?: boolean
  /** The steps that are left out, as a shortened run says them. */
  readonly without?: ReadonlySet<number>
  /** Whether a violation ends it all, and is shortened. */
  readonly stops: boolean
  readonly say: (line: string) => void
}

/** Plays runs with successive seeds, and says how many there were and how many violated an invariant. */
export async function simulateMany({ seed, runs, until, plant, sequential = false, without, stops, say }: Many) {
  const planted: Plant | undefined = plant === undefined ? undefined : plants[plant as PlantName]
  if (plant !== undefined && !planted)
    throw new Error(`There is no planted fault ${plant}, but ${Object.keys(plants).join(', ')}.`)
  const template = await startTemplateDatabase()
  const goesOn = (done: number) => done < runs && !(until && new Date().toTimeString().slice(0, 5) >= until)
  const began = performance.now()
  let [done, violations, calls] = [0, 0, 0]
  const sayHowFar = () => {
    const seconds = (performance.now() - began) / 1000
    say(
      `${done} runs from seed ${seed}, ${calls} calls, ${violations} violations, ${(seconds / done).toFixed(2)} s a run`,
    )
  }
  try {
    while (goesOn(done)) {
      const servers = await openServers(await copyDatabase(template.url), planted)
      try {
        for (let i = 0; i < PER_DATABASE && goesOn(done); i++) {
          const outcome = await simulate(servers, seed + done, {
            ...{ sequential, wholeChain: i % 50 === 49 },
            ...(without && { without }),
          })
          done++
          calls += outcome.calls
          if (done % SAYS_EVERY === 0) sayHowFar()
          if (!outcome.violation) continue
          violations++
          say(tell(outcome))
          if (!stops) continue
          if (!without) say(await shorten(servers, outcome))
          return { runs: done, violations }
        }
      } finally {
        await servers.stop()
      }
    }
    if (done % SAYS_EVERY !== 0) sayHowFar()
    return { runs: done, violations }
  } finally {
    await template.stop()
  }
}

/** A run with a violation, so that it can be read and repeated. */
export const tell = ({ seed, trace, violation }: Outcome): string =>
  [`seed ${seed}: ${violation?.message}`, ...trace.map(line => `  ${line}`)].join('\n')

/** Leaves out steps, many at a time and then few, as long as the same invariant does not hold. */
async function shorten(servers: Servers, { seed, violation }: Outcome): Promise<string> {
  let shortest: Outcome | undefined
  let without: ReadonlySet<number> = new Set()
  for (let size = 16; size >= 1; size /= 2)
    for (let from = 0; from < STEPS; from += size) {
      const more = new Set([...without, ...Array.from({ length: size }, (_, i) => from + i)])
      if (more.size === without.size) continue
      const outcome = await simulate(servers, seed, { without: more })
      if (outcome.violation?.invariant !== violation?.invariant) continue
      without = more
      shortest = outcome
    }
  if (!shortest) return 'No shorter run shows it.'
  return `Shortened: SIM_SEED=${seed} SIM_WITHOUT=${[...without].join()} npm run simulate\n${tell(shortest)}`
}
