import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deckFile, deckPage } from '#features/room/deck/server/tables.ts'
import { pageView, roomEvent } from '#features/room/room/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

async function withDeck(pages: number) {
  const made = await seedPitch(stack, {
    noFile: false,
    coHosts: [stack.people.coHost.email],
    moderators: [stack.people.member.email],
  })
  const { organisationId, id: pitchId, userId: uploadedBy } = made
  const [file] = await stack.db
    .insert(deckFile)
    .values({ organisationId, pitchId, uploadedBy, name: 'deck.pdf', type: 'pdf', size: 1000, status: 'ready', pages })
    .returning()
  const page = { number: 1, width: 100, height: 100, text: '', fileId: file?.id ?? '', key: `look-${made.id}` }
  await stack.db.insert(deckPage).values(page)
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  return made
}

describe('updatePitchLookBack', () => {
  it('tells everybody at once what attendees may look at; what is so already is no event', async () => {
    const made = await withDeck(5)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.view)
    expect(seen.view?.room).toMatchObject({ lookBack: 'shown', furthest: 1 })
    for (const who of ['presenter', 'coHost', 'admin'] as const) {
      for (const look_back of ['all', 'off', 'off', 'shown'] as const)
        expect(await stack.as(who).updatePitchLookBack({ pitch_uuid: made.uuid, look_back })).toEqual({ look_back })
    }
    await until(() => seen.events.filter(event => event.type === 'lookBackChanged').length === 9)
    expect(seen.view?.room.lookBack).toBe('shown')
  })

  it('is for presenters and admins', async () => {
    const made = await withDeck(5)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const off = { pitch_uuid: made.uuid, look_back: 'off' } as const
    await expect(stack.as('member').updatePitchLookBack(off)).rejects.toThrow('NoPermission')
    await expect(stack.withToken(token).updatePitchLookBack(off)).rejects.toThrow('NotAllowed')
    await expect(stack.as('investor').updatePitchLookBack(off)).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').updatePitchLookBack(off)).rejects.toThrow('PitchNotFound')
  })

  it('two who ask for the same at once make one event', async () => {
    const made = await withDeck(5)
    const off = { pitch_uuid: made.uuid, look_back: 'off' } as const
    await Promise.all([stack.as('presenter'), stack.as('coHost')].map(who => who.updatePitchLookBack(off)))
    const rows = await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, made.id))
    expect(rows.filter(row => row.type === 'lookBackChanged')).toHaveLength(1)
  })

  it('keeps the furthest page that was shown, for attendees who come later', async () => {
    const made = await withDeck(5)
    for (const page of [2, 4, 1])
      await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page, action: 'right', index: 0 })
    const seen = follow(stack.connect('coHost', made.uuid))
    await until(() => seen.view)
    expect(seen.view?.room).toMatchObject({ page: 1, furthest: 4 })
  })

  it('counts the seconds on the slide that an attendee looks at, through the turns of the presenter', async () => {
    const made = await withDeck(5)
    const presenter = stack.as('presenter')
    const turn = (page: number) =>
      presenter.sgUpdatePitchPages({ pitch_uuid: made.uuid, page, action: 'right', index: 0 })
    await turn(3)
    const client = stack.connect(
      (await seedAttendee(stack, made, stack.people.investor)) as { token: string },
      made.uuid,
    )
    const seen = follow(client)
    await until(() => seen.view)
    client.emit('watching', { visible: true })
    const began = Date.now()
    const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
    await wait(300) // 30 s, a hundred times as fast
    await turn(4)
    await until(() => seen.view?.room.page === 4)
    client.emit('watching', { visible: true, page: 3 })
    await wait(225)
    await turn(5)
    await wait(225) // 45 s on one's own
    client.emit('watching', { visible: true })
    await turn(3)
    await wait(200) // 20 s
    client.emit('watching', { visible: false })
    const took = Date.now() - began
    await wait(100)
    await presenter.endPitch({ uuid: made.uuid })
    const rows = () => stack.db.select().from(pageView).where(eq(pageView.pitchId, made.id))
    await until(async () => (await rows()).length > 0)
    const onThree = (await rows()).find(row => row.page === 3)?.milliseconds ?? 0
    const elsewhere = (await rows()).filter(row => row.page !== 3).reduce((sum, row) => sum + row.milliseconds, 0)
    expect(onThree).toBeGreaterThan(900)
    expect(Math.abs(onThree + elsewhere - took)).toBeLessThan(350)
    expect(elsewhere).toBeLessThan(350)
  })

  it('counts no slide out of reach, whatever a client claims, and exports no column for it', async () => {
    const made = await withDeck(5)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const client = stack.connect({ token }, made.uuid)
    const seen = follow(client)
    await until(() => seen.view)
    const wait = () => new Promise(resolve => setTimeout(resolve, 600))
    // never of this deck, not shown so far, and shown but no longer to be looked at
    for (const page of [10_000, 5]) {
      client.emit('watching', { visible: true, page })
      await wait()
    }
    await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page: 2, action: 'right', index: 0 })
    await until(() => seen.view?.room.page === 2)
    client.emit('watching', { visible: true, page: 1 })
    await stack.as('presenter').updatePitchLookBack({ pitch_uuid: made.uuid, look_back: 'off' })
    await until(() => seen.view?.room.lookBack === 'off')
    await wait() // its client does not say that it follows the room
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    const rows = () => stack.db.select().from(pageView).where(eq(pageView.pitchId, made.id))
    await until(async () => (await rows()).some(row => row.page === 2))
    expect([...new Set((await rows()).map(row => row.page))].sort()).toEqual([1, 2])
    const onTwo = (await rows()).find(row => row.page === 2)?.milliseconds ?? 0
    expect(onTwo).toBeGreaterThan(500)

    // nor one that was counted before anyone looked at what clients say
    const { id: accountId } = stack.people.investor
    await stack.db.insert(pageView).values({ pitchId: made.id, accountId, page: 10_000, milliseconds: 9000 })
    const { items } = await stack.as('presenter').getPitchAttendance({ pitch_uuid: made.uuid })
    expect(items.flatMap(item => item.pages.map(({ page }) => page))).toEqual([1, 2])
    const { csv } = await stack.as('presenter').exportPitchReport({ uuid: made.uuid, kind: 'attendance' })
    // five columns of the person, and one for each of the deck's five slides
    expect(csv.split('\r\n')[0]?.split(',')).toHaveLength(10)
  })
})
