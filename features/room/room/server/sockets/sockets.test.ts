import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { eventsAfter, readRoom } from '#features/room/room/server/queries.ts'
import { room, roomEvent } from '#features/room/room/server/tables.ts'
import type { Presence } from '#features/room/room/socket.ts'
import { lookBackChoices } from '#features/room/slides/rules.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { type Talk, talk } from '#testing/talk.ts'

const { apply, emptyView } = roomModel

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** Appends an event as a call does, and announces it after the commit. */
const announce = async (pitchId: number, pages: number) => {
  const event = await stack.db.transaction(db =>
    appendEvent({ db, frame: stack.frame }, pitchId, 'deckChanged', { pages }, undefined),
  )
  stack.sockets.publish(pitchId, [event])
  return event.seq
}

describe('what comes', () => {
  it('reaches everybody in order without gaps, with fifty racing writers', async () => {
    const made = await seedPitch(stack)
    const seen = [follow(stack.connect('presenter', made.uuid)), follow(stack.connect('admin', made.uuid))]
    await until(() => seen.every(one => one.first))
    await Promise.all(Array.from({ length: 50 }, (_, i) => announce(made.id, i)))
    await until(() => seen.every(one => one.seq === 50))
    for (const one of seen)
      expect(one.events.map(event => event.seq)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })

  it('comes also when the announcement of an event was lost', async () => {
    const made = await seedPitch(stack)
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    await stack.db.transaction(db =>
      appendEvent({ db, frame: stack.frame }, made.id, 'deckChanged', { pages: 1 }, undefined),
    )
    await announce(made.id, 2)
    await until(() => seen.seq === 2)
    expect(seen.events.map(event => event.payload)).toEqual([{ pages: 1 }, { pages: 2 }])
  })

  it('sends no event twice to a member who comes back while the database is ahead of the room', async () => {
    const made = await seedPitch(stack)
    const append = (pages: number) =>
      stack.db.transaction(db => appendEvent({ db, frame: stack.frame }, made.id, 'deckChanged', { pages }, undefined))
    for (const pages of [1, 2]) await append(pages)
    const first = follow(stack.connect('presenter', made.uuid))
    await until(() => first.first)
    await append(3) // committed, and not announced yet
    const back = follow(stack.connect('presenter', made.uuid, { since: 1 }))
    await until(() => back.first)
    await announce(made.id, 4)
    await until(() => back.seq === 4 && first.seq === 4)
    expect(back.events.map(event => event.seq)).toEqual([2, 3, 4])
  })

  it('resumes by number: nothing is lost and nothing comes twice', async () => {
    const made = await seedPitch(stack)
    const client = stack.connect('presenter', made.uuid)
    const seen = follow(client)
    await until(() => seen.first)
    await announce(made.id, 1)
    await until(() => seen.seq === 1)
    client.disconnect()
    for (const pages of [2, 3]) await announce(made.id, pages)
    const racing = announce(made.id, 4)
    const back = follow(stack.connect('presenter', made.uuid, { since: 1 }))
    await Promise.all([racing, announce(made.id, 5), announce(made.id, 6)])
    await until(() => back.seq === 6)
    expect(back.events.map(event => event.seq)).toEqual([2, 3, 4, 5, 6])
    expect(back.first).not.toHaveProperty('state')
    const nothing = follow(stack.connect('presenter', made.uuid, { since: 6 }))
    await until(() => nothing.first)
    expect(nothing.first).toMatchObject({ seq: 6, events: [] })
  })

  it('sends what happened before anybody was in from here, and a snapshot when that is too much', async () => {
    const made = await seedPitch(stack)
    for (let pages = 1; pages <= 20; pages++) await announce(made.id, pages)
    const some = follow(stack.connect('presenter', made.uuid, { since: 5 }))
    await until(() => some.first)
    expect(some.events.map(event => event.seq)).toEqual(Array.from({ length: 15 }, (_, i) => i + 6))
    const many = Array.from({ length: 500 }, (_, i) => ({
      pitchId: made.id,
      seq: i + 21,
      type: 'deckChanged',
      payload: { pages: i + 21 },
    }))
    await stack.db.insert(roomEvent).values(many)
    await stack.db.update(room).set({ seq: 520 }).where(eq(room.pitchId, made.id))
    await announce(made.id, 521)
    await until(() => some.seq === 521)
    const most = follow(stack.connect('presenter', made.uuid, { since: 5 }))
    const future = follow(stack.connect('presenter', made.uuid, { since: 9999 }))
    await until(() => most.first && future.first)
    expect(most.first).toMatchObject({ seq: 521, state: { room: { pages: 521 } } })
    expect(future.first).toMatchObject({ seq: 521, state: { room: { pages: 521 } } })
  })

  it('snapshot and events are a fresh snapshot, whatever happened', async () => {
    const account = fc.uuid()
    const group = crypto.randomUUID()
    const talking = fc
      .record<Talk>({
        what: fc.constantFrom('sent', 'sent', 'edited', 'deleted', 'reacted'),
        ...{
          which: fc.nat(160),
          text: fc.string({ minLength: 1 }).map(text => text.replaceAll('\0', '')),
          on: fc.boolean(),
        },
      })
      .map(talked => ['talk', talked] as const)
    const happened = fc.oneof(
      { arbitrary: talking, weight: 12 },
      fc
        .record({ startedAt: fc.constant('2026-01-01T00:00:00Z'), host: account })
        .map(payload => ['pitchStarted', payload] as const),
      fc
        .record({ page: fc.nat(50), action: fc.constantFrom('left', 'right'), index: fc.nat(9), sender: account })
        .map(payload => ['pageChanged', payload] as const),
      fc.record({ pages: fc.nat(300) }).map(payload => ['deckChanged', payload] as const),
      fc
        .record({ pages: fc.nat(9), files: fc.array(fc.record({ id: account, pages: fc.nat(9) }), { maxLength: 3 }) })
        .chain(shape =>
          fc.constantFrom(
            ['deckChanged', shape] as const,
            ['deckShown', { ...shape, page: 1 + (shape.pages % 4), furthest: 4 }] as const,
          ),
        ),
      fc
        .record({ lookBack: fc.constantFrom(...lookBackChoices) })
        .map(payload => ['lookBackChanged', payload] as const),
      fc
        .record({ account: fc.constantFrom(group, crypto.randomUUID()) })
        .map(payload => ['attendeeRemoved', payload] as const),
      fc.record({ account: fc.constantFrom(group) }).map(payload => ['attendeeReadmitted', payload] as const),
      fc
        .record({ action: fc.constantFrom('mute', 'unmute'), account: fc.constantFrom(group, null) })
        .map(payload => ['chatMuted', payload] as const),
      fc.record({ endedAt: fc.constant('2026-01-01T01:00:00Z') }).map(payload => ['pitchEnded', payload] as const),
      fc.constant(['pitchReopened', {}] as const),
      fc.constantFrom(['pitchPaused', {}] as const, ['pitchResumed', {}] as const),
      fc
        .record({ host: account, leader: fc.record({ account, name: fc.string() }) }, { requiredKeys: ['host'] })
        .map(payload => ['hostChanged', payload] as const),
      fc
        .record({
          type: fc.constantFrom('handRaised', 'handLowered', 'stageRevoked'),
          one: fc.constantFrom(group, null),
        })
        .map(({ type, one }) => [type, { account: one ?? crypto.randomUUID() }] as const),
      fc
        .record({ account: fc.constantFrom(group), microphone: fc.boolean(), camera: fc.boolean() })
        .map(payload => ['stageGranted', payload] as const),
      fc
        .record({
          ...{ share: fc.constantFrom(group, crypto.randomUUID()), account },
          ...{ name: fc.string(), device: fc.constantFrom('here', 'second') },
        })
        .map(payload => ['screenShared', payload] as const),
      fc
        .record({
          page: fc.nat(50),
          zoom: fc.option(fc.constant({ scale: 2, x: 0.25, y: 0.5 })),
        })
        .map(payload => ['zoomChanged', payload] as const),
      fc.record({ share: fc.constantFrom(group) }).map(payload => ['screenShareEnded', payload] as const),
      fc.record({ seconds: fc.constantFrom(0, 5, 60) }).map(payload => ['slowModeChanged', payload] as const),
      fc.record({ open: fc.boolean() }).map(payload => ['questionsOpened', payload] as const),
      fc
        .record({ question_id: account, account: fc.option(account), name: fc.string(), content: fc.string() })
        .map(question => ['questionShown', { question }] as const),
      fc.constant(['questionShown', { question: null }] as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(happened, { maxLength: 160 }), fc.nat(160), async (all, cut) => {
        const made = await seedPitch(stack)
        const middle = Math.min(cut, all.length)
        let snapshot = { seq: 0, view: emptyView }
        let count = 0
        const said: number[] = []
        for (const [i, [type, payload]] of all.entries()) {
          if (i === middle) snapshot = await readRoom(stack.frame, made.id)
          count += await stack.db.transaction(async db => {
            if (type === 'talk') return talk({ db, frame: stack.frame }, made, stack.people.investor, said, payload)
            await appendEvent({ db, frame: stack.frame }, made.id, type, payload as never, undefined)
            return 1
          })
        }
        const events: RoomEvent[] = await eventsAfter(stack.db, made.id, snapshot.seq, 1000)
        const fresh = await readRoom(stack.frame, made.id)
        expect(events.reduce(apply, snapshot.view)).toEqual(fresh.view)
        expect(fresh.seq).toBe(count)
      }),
      { numRuns: 15 },
    )
  })

  it('[ENT-090] tells who comes and goes, a reload not at all, and what only managers hear only to them', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    const investor = stack.connect('investor', made.uuid)
    const theirs = follow(investor)
    await until(() => seen.signals.some(({ payload }) => (payload as Presence).here === 2))
    expect(seen.signals.at(-1)?.payload).toMatchObject({
      presenters: [stack.people.presenter.id],
      left: [],
      more: false,
    })
    expect(seen.signals.flatMap(({ payload }) => (payload as Presence).joined)).toContainEqual({
      id: stack.people.investor.id,
      name: 'Ivy Investor',
      part: 'attendee',
    })
    expect(await stack.sockets.countHere(made.id)).toBe(2)
    const before = seen.signals.length
    investor.disconnect()
    const again = stack.connect('investor', made.uuid)
    const back = follow(again)
    await until(() => back.first)
    stack.sockets.signal(made.id, 'managers', 'commitmentMade', { amount: 'canary' })
    stack.sockets.signal(made.id, 'everybody', 'deckProgress', { pages: 1 })
    await until(() => back.signals.some(signal => signal.type === 'deckProgress'))
    expect(seen.signals.slice(before).map(signal => signal.type)).toEqual(['commitmentMade', 'deckProgress'])
    expect(JSON.stringify([back.signals, theirs.signals])).not.toContain('canary')
    stack.sockets.signal(made.id, [stack.people.investor.id], 'noted', { to: 'whom it concerns' })
    stack.sockets.signal(made.id, 'everybody', 'deckProgress', { pages: 2 })
    await until(() => seen.signals.filter(signal => signal.type === 'deckProgress').length === 2)
    await until(() => back.signals.some(signal => signal.type === 'noted'))
    expect(JSON.stringify(seen.signals)).not.toContain('whom it concerns')
    again.disconnect()
    await until(() =>
      seen.signals.some(({ payload }) => (payload as Presence).left?.includes(stack.people.investor.id)),
    )
    expect(await stack.sockets.countHere(made.id)).toBe(1)
  })

  it('never reaches another room or another organisation', async () => {
    const [mine, next] = [await seedPitch(stack), await seedPitch(stack)]
    const foreign = await seedPitch(stack, { owner: 'lumenPresenter' })
    const others = [
      stack.connect('presenter', next.uuid),
      stack.connect('lumenPresenter', foreign.uuid),
      stack.connect('lumenAdmin', foreign.uuid),
    ]
    const raw: string[] = []
    for (const other of others) other.onAny((...said) => raw.push(JSON.stringify(said)))
    const seen = others.map(follow)
    const own = follow(stack.connect('presenter', mine.uuid))
    await until(() => own.first && seen.every(one => one.first))
    const canary = 'canary-7f3a'
    const group_uuid = own.first?.group_uuid ?? ''
    await stack.as('presenter').sendMessage({ group_uuid, content: canary, local_msg_id: crypto.randomUUID() })
    stack.sockets.signal(mine.id, 'everybody', 'deckProgress', { canary })
    await until(() => own.events.length === 1 && own.signals.some(signal => signal.type === 'deckProgress'))
    for (const name of ['lumenAdmin', 'lumenPresenter', 'investor'] as const) {
      await expect(stack.as(name).getChatHistory({ group_uuid })).rejects.toThrow('GroupNotFound')
      await expect(
        stack.as(name).sendMessage({ group_uuid, content: 'x', local_msg_id: crypto.randomUUID() }),
      ).rejects.toThrow('GroupNotFound')
      await expect(stack.as(name).getRoomPeople({ pitch_uuid: mine.uuid })).rejects.toThrow('PitchNotFound')
      await expect(stack.as(name).getPitchAttendance({ pitch_uuid: mine.uuid })).rejects.toThrow('PitchNotFound')
    }
    const coded = Buffer.from(canary).toString('base64').slice(0, 12)
    expect(raw.join()).not.toContain(canary)
    expect(raw.join()).not.toContain(coded)
    expect(JSON.stringify(own.events)).toContain(coded)
  })
})
