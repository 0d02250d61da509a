import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readRoom } from '#features/room/room/server/queries.ts'
import type { UpSignal } from '#features/room/room/signals.ts'
import {
  type ClientSocket,
  closed,
  follow,
  type RoomStack,
  seedAttendee,
  seedPitch,
  startRooms,
  until,
} from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function inRoom(who: Parameters<RoomStack['connect']>[0], uuid: string) {
  const client = stack.connect(who, uuid)
  const seen = follow(client)
  await until(() => seen.first)
  return { client, seen }
}

/** A live pitch with its presenter and one attendee in the room. */
async function live(isLive = true) {
  const made = await seedPitch(stack)
  if (isLive) await stack.as('presenter').startPitch({ uuid: made.uuid })
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  return { made, presenter: await inRoom('presenter', made.uuid), attendee: await inRoom({ token }, made.uuid), token }
}

const clap: UpSignal = { type: 'reaction', payload: { emoji: '👏' } }
const signalsOf = (seen: ReturnType<typeof follow>, type: string) => seen.signals.filter(one => one.type === type)
const say = (client: ClientSocket, ...signals: UpSignal[]) => {
  for (const signal of signals) client.emit('signal', signal)
}
const pause = (milliseconds = 400) => new Promise(resolve => setTimeout(resolve, milliseconds))

describe('what people signal in a room', () => {
  it('gathers reactions into one number of each for everybody, with names for managers', async () => {
    const { presenter, attendee } = await live()
    say(attendee.client, clap, clap, { type: 'reaction', payload: { emoji: '🎉' } })
    await until(() => signalsOf(attendee.seen, 'reactions').length > 0)
    expect(signalsOf(attendee.seen, 'reactions').map(one => one.payload)).toEqual([{ counts: { '👏': 2, '🎉': 1 } }])
    await until(() => signalsOf(presenter.seen, 'reactionsBy').length > 0)
    expect(signalsOf(presenter.seen, 'reactionsBy')[0]?.payload).toEqual({
      names: { '👏': ['Ivy Investor'], '🎉': ['Ivy Investor'] },
    })
    expect(signalsOf(attendee.seen, 'reactionsBy')).toEqual([])
  })

  it('drops reactions above the limit, without ending the connection', async () => {
    const { attendee } = await live()
    say(attendee.client, ...Array.from({ length: 40 }, () => clap))
    await until(() => signalsOf(attendee.seen, 'reactions').length > 0)
    await pause()
    const total = signalsOf(attendee.seen, 'reactions')
      .map(one => (one.payload as { counts: { '👏': number } }).counts['👏'])
      .reduce((sum, count) => sum + count, 0)
    expect(total).toBeGreaterThanOrEqual(10)
    expect(total).toBeLessThan(15)
    expect(attendee.client.connected).toBe(true)
  })

  it('shows where the presenter points, and when that ends', async () => {
    const { presenter, attendee } = await live()
    const place = { page: 1, x: 0.25, y: 0.75 }
    say(presenter.client, { type: 'pointer', payload: place }, { type: 'pointer', payload: null })
    await until(() => signalsOf(attendee.seen, 'pointer').length === 2)
    expect(signalsOf(attendee.seen, 'pointer').map(one => one.payload)).toEqual([place, null])
  })

  it('lets no one else point: an attendee who does is sent away, and it is not shown', async () => {
    const { presenter, attendee } = await live()
    say(attendee.client, { type: 'pointer', payload: { page: 1, x: 0.5, y: 0.5 } })
    await closed(attendee.client)
    expect(signalsOf(presenter.seen, 'pointer')).toEqual([])
  })

  it('[STATE-039] shows where a moderator points who leads the pitch, and drops what comes when it was handed on', async () => {
    const { member } = stack.people
    const made = await seedPitch(stack, { moderators: [member.email] })
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: made.uuid })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const attendee = await inRoom({ token }, made.uuid)
    const moderator = await inRoom('member', made.uuid)
    const point = (x: number) =>
      say(moderator.client, { type: 'pointer', payload: { page: 1, x, y: 0.5 } }, { type: 'pointer', payload: null })
    const ledBy = (id: string) => until(() => moderator.seen.view?.room.host === id)
    const shown = () => signalsOf(attendee.seen, 'pointer').map(one => (one.payload as { x: number } | null)?.x)

    const canTake = async (asks: 'presenter' | 'member', id: string) =>
      (await stack.as(asks).prepareEndPitchData({ uuid: made.uuid })).takers.some(({ user_id }) => user_id === id)
    await until(() => canTake('presenter', member.id))
    await presenter.transferPitch({ uuid: made.uuid, user_id: member.id })
    await ledBy(member.id)
    point(0.25)
    await until(() => shown().length === 2)
    expect(shown()).toEqual([0.25, undefined])

    // what was under way as the lead was handed back
    await inRoom('presenter', made.uuid)
    await until(() => canTake('member', stack.people.presenter.id))
    await stack.as('member').transferPitch({ uuid: made.uuid, user_id: stack.people.presenter.id })
    await ledBy(stack.people.presenter.id)
    point(0.75)
    say(moderator.client, clap)
    await until(() => signalsOf(attendee.seen, 'reactions').length > 0)
    expect(shown()).toEqual([0.25, undefined])
    expect(moderator.client.connected).toBe(true)
  })

  it('shows nothing before the start', async () => {
    const { presenter, attendee } = await live(false)
    say(attendee.client, clap)
    say(presenter.client, { type: 'pointer', payload: { page: 1, x: 0.5, y: 0.5 } })
    await pause()
    expect(signalsOf(presenter.seen, 'reactions')).toEqual([])
    expect(attendee.client.connected).toBe(true)
  })

  it('takes nothing but what it knows, and keeps nothing of it', async () => {
    const { made, presenter, token } = await live()
    const before = await readRoom(stack.frame, made.id)
    const forged: unknown[][] = [
      [{ type: 'reaction', payload: { emoji: '<script>' } }],
      [{ type: 'reaction', payload: { emoji: '👏', from: 'somebody' } }],
      [{ type: 'reactions', payload: { counts: { '👏': 1e9 } } }],
      [{ type: 'pointer', payload: { page: 1, x: 2, y: 0 } }],
      [{ type: 'pointer', payload: { page: 1, x: 'NaN', y: 0 } }],
      [clap, 'more'],
      [],
    ]
    for (const said of forged) {
      const { client } = await inRoom({ token }, made.uuid)
      ;(client.emit as (...all: unknown[]) => void)('signal', ...said)
      await closed(client)
    }
    expect(presenter.seen.signals.every(one => one.type === 'presence')).toBe(true)
    expect(await readRoom(stack.frame, made.id)).toEqual(before)
  })
})
