import { jobHandlers } from '#app/server/features.ts'
import type { Run } from './acts/act.ts'
import { type Chance, wordsIn } from './chance.ts'
import { standingOf } from './model.ts'
import { type SimPerson, signIn } from './people.ts'
import { tokenOf } from './secrets.ts'
import { Violation } from './violation.ts'
import type { Watcher } from './watching.ts'

type Enter = (person: SimPerson, which: number, since?: number) => Promise<Watcher>

export interface Around {
  readonly run: Run
  readonly watchers: readonly Watcher[]
  readonly enter: Enter
}

type Happening = (around: Around, chance: Chance) => Promise<string | undefined>

const stepClock: Happening = async ({ run }, chance) => {
  const hours = chance.pick([0, -2, 2, 0.1, -0.1, 26])
  run.servers.stepClock(hours * 3_600_000)
  return `the clock is ${hours} h wrong`
}

const restart: Happening = async ({ run }, chance) => {
  // a new server costs as much as forty calls
  if (!chance.is(0.12)) return undefined
  const which = chance.is(0.5) ? 0 : 1
  await run.servers.restart(which, chance.is(0.5))
  return `server ${'ab'[which]} restarts`
}

const enterRoom: Happening = async ({ run, enter }, chance) => {
  const person = chance.pick(run.crowd.people)
  const { seen } = await enter(person, chance.below(2))
  if (seen.first && standingOf(run.model, person) === 'none')
    throw new Violation('rights', `${person.label}, who may not, is in the room`)
  return `${person.label} enters the room: ${seen.first ? 'in' : seen.refused}`
}

const reconnect: Happening = async ({ watchers, enter }, chance) => {
  if (watchers.length === 0) return undefined
  const { person, seen, client } = chance.pick(watchers)
  client.disconnect()
  await enter(person, chance.below(2), seen.seq >= 0 ? seen.seq : undefined)
  return `${person.label} reconnects`
}

const leave: Happening = async ({ watchers }, chance) => {
  if (watchers.length === 0) return undefined
  const { person, client } = chance.pick(watchers)
  client.disconnect()
  return `${person.label} leaves`
}

const finish: Happening = async ({ run }) => {
  const { model, servers, pitch } = run
  if (model.state !== 'processing' || model.isDeleted) return undefined
  await jobHandlers.finishPitch({ pitchId: pitch.id }, servers.servers[0].frame)
  model.state = 'over'
  return 'the results are in'
}

const signInAgain: Happening = async ({ run }, chance) => {
  const { crowd, model, servers } = run
  const mayNot = ({ label, kind }: SimPerson) =>
    label === 'visitor' ||
    model.lockedOut.has(label) ||
    (kind === 'link' && (model.isDeleted || model.removed.has(label) || model.linkOff.has(label)))
  const gone = crowd.people.filter(person => person.token === undefined && !mayNot(person))
  if (gone.length === 0) return undefined
  const person = chance.pick(gone)
  await signIn(servers.db, crowd, run.pitch, [person])
  for (const word of wordsIn(person.token ?? '')) run.secrets.set(word, tokenOf(person))
  return `${person.label} signs in again`
}

/** Listed as often as they are likely. */
const happenings: readonly Happening[] = [
  ...[stepClock, stepClock, restart, enterRoom, enterRoom, reconnect, leave, finish, finish, signInAgain],
]

/** What happens around the people: servers restart, clocks step, browsers come and go, jobs run. Tells what it was. */
export const happen: Happening = (around, chance) => chance.pick(happenings)(around, chance)
