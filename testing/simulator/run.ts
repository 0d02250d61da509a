import { randomUUID } from 'node:crypto'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { administering } from './acts/accounts.ts'
import { type Act, isForbidden, type Maker, noteDeed, type Run } from './acts/act.ts'
import { leading } from './acts/lead.ts'
import { end, living, pitchForm, start, undelete } from './acts/life.ts'
import { looking } from './acts/reads.ts'
import { judging, ofSeats } from './acts/results.ts'
import { talking } from './acts/talk.ts'
import { type Chance, newWord, seeded, wordsIn } from './chance.ts'
import { checkAudit, checkCommitments, checkGone, checkRooms, checkTalk, compareWithStored } from './checks.ts'
import { deliver, sendAgain } from './delivery.ts'
import { happen } from './happenings.ts'
import { checkReading, expectedOf, judge, secretsIn, wordOf } from './judging.ts'
import { copyOf, emptyModel, standingOf } from './model.ts'
import { type Crowd, invite, type SimPerson, seedCrowd, signIn } from './people.ts'
import { checkSeats, seedSeats } from './seats.ts'
import { emailOf, forForeign, forRoom, nameOf, tokenOf } from './secrets.ts'
import type { Servers } from './servers.ts'
import { Violation } from './violation.ts'
import { enterRoom, type Watcher } from './watching.ts'

export interface Options {
  /** Acts one after the other alone: then the same seed gives the same trace. */
  readonly sequential?: boolean
  /** Steps to leave out, by their number: how a run is made shorter. */
  readonly without?: ReadonlySet<number>
  /** Verifies the whole audit chain at the end. */
  readonly wholeChain?: boolean
}

export interface Outcome {
  readonly seed: number
  readonly calls: number
  /** Each step and what came of it. */
  readonly trace: readonly string[]
  readonly violation: Violation | undefined
}

export const STEPS = 42
/** The steps in which the pitch starts and ends, unless the acts have brought that about. */
const [STARTS, ENDS] = [9, 31]
const kinds = [...talking, ...leading, ...judging, ...living, ...administering, ...looking]

/** A pitch from its planning to its results, by the chance of a seed. */
export async function simulate(servers: Servers, seed: number, options: Options = {}): Promise<Outcome> {
  const trace: string[] = []
  const watchers: Watcher[] = []
  const before = servers.calls()
  let violation: Violation | undefined
  try {
    const chance = seeded(seed)
    const run = await plan(servers, chance)
    run.model.seats = await seedSeats(servers, run.crowd, run.pitch, seeded(seed, 2))
    const enter = async (person: SimPerson, which: number, since?: number) => {
      const watcher = await enterRoom(run, servers.servers[which === 0 ? 0 : 1], person, since)
      watchers.push(watcher)
      return watcher
    }
    const first = ['owner', 'moderator', 'admin', 'link1', 'vc1', chance.pick(run.crowd.invited).label]
    const entering = [...new Set(first)].map((label, i) =>
      enterRoom(run, servers.servers[i % 2 === 0 ? 0 : 1], run.crowd.byLabel(label)),
    )
    // in this order, whichever is greeted first
    watchers.push(...(await Promise.all(entering)))
    // each run has its own habits, so that a rare act is frequent in some
    const habits = kinds.map(([maker, weight]) => {
      const often = run.model.seats && ofSeats.includes(maker) ? 6 : 1
      return [maker, weight * often * chance.pick([0, 0.5, 1, 1, 2, 4])] as const
    })
    for (let step = 0; step < STEPS; step++) {
      if (options.without?.has(step)) continue
      const now = seeded(seed, 1, step)
      const happened = now.is(0.12) && (await happen({ run, watchers, enter }, now))
      if (happened) trace.push(`${step} ${happened}`)
      else if (happened === false) await act(run, chooseActs(run, habits, step, now, options), step, now, trace)
      for (const { wrong } of watchers) if (wrong[0]) throw wrong[0]
    }
    await checkEnd(run, watchers, person => enter(person, 0), options)
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation('breakdown', (error as Error).stack ?? String(error))
    trace.push(...servers.failures().map(line => `logged: ${line.slice(0, 1500)}`))
  } finally {
    servers.stepClock(0)
    for (const { client } of watchers) client.disconnect()
  }
  return { seed, calls: servers.calls() - before, trace, violation }
}

/** Plans a pitch in each organisation by its call, and lets the people sign in. */
async function plan(servers: Servers, chance: Chance): Promise<Run> {
  const { db } = servers
  const crowd = await seedCrowd(db, chance)
  const [isPublic, isGuest] = [chance.is(0.2), chance.is(0.35)]
  const accounts = crowd.people.filter(({ kind, label }) => kind === 'account' && label !== 'visitor')
  await signIn(db, crowd, { id: 0 }, accounts)
  const [title, foreignTitle] = [newWord(), newWord()]
  const create = async (label: string, form: Record<string, unknown>) => {
    const { token, ip } = crowd.byLabel(label)
    const sending = { token, ip, call: 'createPitchByPresenter', input: form, key: randomUUID() } as const
    const answer = await sendAgain(servers.servers[0], sending)
    if (answer.code) throw new Error(`the pitch was not planned: ${answer.text}`)
    return { id: Number(answer.data['id']), uuid: String(answer.data['uuid']) }
  }
  const made = await create('owner', {
    ...pitchForm(`Round ${title}`),
    ...{ co_host: crowd.byLabel('coHost').email, moderator: crowd.byLabel('moderator').email, is_public: isPublic },
    ...{ show_names: !isGuest, show_question: true, commit_total: chance.pick(['nobody', 'host', 'everybody']) },
  })
  const foreign = await create('foreignOwner', pitchForm(`Round ${foreignTitle}`))
  await invite(db, crowd, made, crowd.invited)
  const byLink = crowd.invited.filter(({ kind }) => kind === 'link')
  await signIn(db, crowd, made, byLink)
  const group = await chatGroupOf(db, { id: made.id, presentationName: '' })
  const run: Run = {
    ...{ servers, crowd, foreign, pitch: { ...made, group }, model: emptyModel(crowd, { isPublic, isGuest }) },
    ...{ secrets: secretsOf(crowd), amounts: new Map(), words: new Map(), actingAs: [] },
  }
  if (!isPublic) run.secrets.set(title, forRoom('the name of the pitch'))
  run.secrets.set(foreignTitle, forForeign)
  for (let i = 0; i < 2; i++) noteDeed(run, 'pitch.create')
  return run
}

const secretsOf = ({ people }: Crowd): Run['secrets'] =>
  new Map(
    people.flatMap(person => [
      [person.nameWord, nameOf(person)] as const,
      [person.emailWord, emailOf(person)] as const,
      ...wordsIn(person.token ?? '').map(word => [word, tokenOf(person)] as const),
    ]),
  )

type Habits = readonly (readonly [Maker, number])[]

/** The acts of a step: one, or several at the same time. The life of the pitch goes on, however they fall. */
function chooseActs(run: Run, habits: Habits, step: number, chance: Chance, { sequential }: Options): Act[] {
  const { model } = run
  if (model.isDeleted && chance.is(0.5)) return [undelete(run)]
  if (step === STARTS && isBeforeStart(model.state)) return [permitted(run, start, chance)]
  if (step === ENDS && model.state === 'inProgress') return [permitted(run, end, chance)]
  const many = !sequential && chance.is(0.25) ? 2 + chance.below(4) : 1
  const acts: Act[] = []
  for (let tries = 0; acts.length < many && tries < 20; tries++) {
    const one = choose(run, habits, chance)
    // who is in a private chat has to be certain when something is said in it
    const group = one?.keys?.find(key => key.startsWith('group:'))
    if (one && !(group && acts.some(({ keys }) => keys?.includes(group)))) acts.push(one)
  }
  return acts
}

function choose(run: Run, habits: Habits, chance: Chance): Act | undefined {
  let left = chance.next() * habits.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [maker, weight] of habits) {
    left -= weight
    if (left < 0) return maker(run, chance)
  }
  return undefined
}

/** The act, by a person who may, where the one of its chance may not. */
function permitted(run: Run, maker: Maker, chance: Chance): Act {
  const act = maker(run, chance)
  if (!act) throw new Error('there is nothing to act on')
  return isForbidden(run.model, act) ? { ...act, by: run.crowd.byLabel('pitchadmin') } : act
}

/** Makes one act, or several at the same time, and holds what comes of them against the model. */
async function act(run: Run, acts: readonly Act[], step: number, chance: Chance, trace: string[]): Promise<void> {
  const { model, servers } = run
  const isAlone = acts.length === 1
  const uncertain = sharedKeys(acts)
  const before = copyOf(model)
  const expected = acts.map(one => expectedOf(model, one))
  for (const one of acts) if (!isForbidden(model, one)) one.begins?.(run)
  // an act may sign its caller out
  const callers = acts.map(({ by }) => ({ ...by }))
  const answers = await Promise.all(acts.map(one => deliver(servers, one, chance, isAlone)))
  const secrets = answers.map(answer => secretsIn(answer, run.secrets))
  for (const [i, one] of acts.entries()) {
    const { code, data = {} } = answers[i] ?? {}
    trace.push(`${step}${isAlone ? '' : '*'} ${wordOf(one)} → ${code ?? 'ok'}`)
    if (code === undefined) one.done?.(data, run)
  }
  for (const [i, one] of acts.entries()) {
    const [answer, viewer] = [answers[i], callers[i]]
    if (!answer || !viewer) continue
    const after = uncertain.size === 0 ? expectedOf(model, { ...one, by: viewer }) : undefined
    judge(one, answer, expected[i], after, isAlone)
    checkReading(run, { act: one, viewer, answer, secrets: secrets[i] ?? [], before, isUncertain: uncertain.size > 0 })
  }
  const isOfLife = acts.some(({ keys }) => keys?.some(key => ofLife.has(key)))
  if (isOfLife) for (const key of [...besideLife, ...(isAlone ? [] : ['deleted'])]) uncertain.add(key)
  if (isOfLife || (!isAlone && acts.some(({ keys }) => keys))) await compareWithStored(run, uncertain)
  if (acts.some(({ keys }) => keys?.includes('seats'))) await checkSeats(run, isAlone)
  for (const line of servers.failures()) throw new Violation('breakdown', line)
}

/** Keys of acts that may change more than they say, and what that is: a pitch that is restarted has a new room. */
const ofLife: ReadonlySet<string> = new Set(['state', 'owner', 'pitch'])
const besideLife = ['guest', 'mute', 'slow', 'pitch']

/** The keys that more than one act of a batch changes. */
function sharedKeys(acts: readonly Act[]): Set<string> {
  const all = acts.flatMap(({ keys = [] }) => [...new Set(keys)])
  return new Set(all.filter((key, i) => all.indexOf(key) !== i))
}

async function checkEnd(
  run: Run,
  watchers: readonly Watcher[],
  enter: (person: SimPerson) => Promise<Watcher>,
  { wholeChain = false }: Options,
): Promise<void> {
  const { model, crowd, servers } = run
  servers.stepClock(0)
  await compareWithStored(run, new Set())
  await checkCommitments(run)
  await checkSeats(run, true)
  await checkTalk(run)
  await checkGone(watchers, person => standingOf(model, person) !== 'none')
  const viewer = crowd.byLabel('superadmin')
  if (!model.isDeleted && viewer.token) await checkRooms(run, watchers, () => enter(viewer))
  await checkAudit(run, wholeChain)
  for (const { wrong } of watchers) if (wrong[0]) throw wrong[0]
  for (const line of servers.failures()) throw new Violation('breakdown', line)
}
