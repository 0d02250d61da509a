import { randomUUID } from 'node:crypto'
import { storedSeats, wrongSeats } from '#testing/seats.ts'
import type { Run } from './acts/act.ts'
import type { Chance } from './chance.ts'
import type { Model } from './model.ts'
import type { Crowd } from './people.ts'
import type { Servers } from './servers.ts'
import { Violation } from './violation.ts'

/** The seats of the pitch's series, as they were after the last act. */
export interface Seats {
  readonly series: string
  readonly most: number
  /** Who wait, in their order. */
  waiting: readonly { readonly label: string; readonly isOffered: boolean }[]
}

/** Two of three pitches name a series, with so few seats that people wait for one. */
export async function seedSeats(
  servers: Servers,
  crowd: Crowd,
  pitch: { readonly id: number },
  chance: Chance,
): Promise<Seats | undefined> {
  if (chance.is(0.34)) return undefined
  const [company, vehicle, series] = [randomUUID(), randomUUID(), randomUUID()]
  const most = 1 + chance.below(2)
  const { own } = crowd.organisations
  const write = (text: string, ...values: unknown[]) => servers.pool.query(text, values)
  await write('insert into company (id, organisation_id, company_name) values ($1, $2, $3)', company, own, 'Company')
  await write(
    `insert into spv (id, organisation_id, legal_name, ein, ein_stamp, ein_end, country, state, registered_agent)
      values ($1, $2, 'SPV', 'sealed', $3, '6789', 'US', 'DE', 'Agent')`,
    ...[vehicle, own, vehicle],
  )
  await write(
    `insert into spv_series (id, spv_id, organisation_id, company_id, name, status, currency, most_investors)
      values ($1, $2, $3, $4, 'Series', 'open', 'USD', $5)`,
    ...[series, vehicle, own, company, most],
  )
  await write('update pitch set series_id = $1 where id = $2', series, pitch.id)
  return { series, most, waiting: [] }
}

/** Whether a seat is left for a person beside those who have one, wait for one, or were offered one. */
const isFree = ({ commitments }: Model, { waiting, most }: Seats, label: string): boolean =>
  commitments.size + waiting.filter(one => one.label !== label).length < most

/** Whether the model lets a person have a seat: their own, the one that they were offered, or one for which nobody waits. */
export function mayTakeSeat(model: Model, label: string): boolean {
  const { seats, commitments } = model
  if (!seats || commitments.has(label)) return true
  return seats.waiting.some(one => one.label === label && one.isOffered) || isFree(model, seats, label)
}

/** Whether a person may wait: not for a seat that they have, or that is free. */
export const mayWait = (model: Model, label: string): boolean =>
  model.seats !== undefined && !model.commitments.has(label) && !isFree(model, model.seats, label)

/**
 * The seats are as they have to be. After an act that was alone, those wait who were told so, in their order: nobody comes,
 * goes or loses an offer but by an act of their own, or because they may not come any more. The model learns who waits.
 */
export async function checkSeats(run: Run, wasAlone: boolean): Promise<void> {
  const { servers, crowd, model } = run
  const { seats } = model
  if (!seats) return
  const stored = await storedSeats(servers.pool, seats.series)
  const before = seats.waiting
  const now = stored.waiting.map(({ accountId, isOffered }) => {
    const { label = accountId } = crowd.people.find(({ id }) => id === accountId) ?? {}
    return { label, isOffered }
  })
  const list = now.map(({ label, isOffered }) => (isOffered ? `${label} (offered)` : label)).join(', ')
  const wrong = wrongSeats(stored) ?? (wasAlone ? wrongSince(before, now, model) : undefined)
  if (wrong) throw new Violation('seats', `${wrong}, waiting: ${list || 'nobody'}`)
  seats.waiting = now
}

/** What has changed among those who wait that no act of theirs explains. */
function wrongSince(before: Seats['waiting'], now: Seats['waiting'], model: Model): string | undefined {
  const { removed, linkOff, lockedOut } = model
  const mayStay = before.filter(({ label }) => ![removed, linkOff, lockedOut].some(those => those.has(label)))
  const has = (list: Seats['waiting'], label: string) => list.find(one => one.label === label)
  const gone = mayStay.find(({ label }) => !has(now, label))
  if (gone) return `${gone.label} does not wait any more`
  const come = now.find(({ label }) => !has(before, label))
  if (come) return `${come.label} waits and has not asked for it`
  const taken = mayStay.find(({ label, isOffered }) => isOffered && !has(now, label)?.isOffered)
  if (taken) return `${taken.label} is not offered a seat any more`
  const order = before.filter(({ label }) => has(now, label)).map(({ label }) => label)
  const stays = now.map(({ label }) => label)
  return order.join() === stays.join() ? undefined : `the order was ${order}`
}
