import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { room } from '#features/room/room/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const withDeck = async (pages: number, ready: number, state: 'scheduled' | 'inProgress' = 'scheduled') => {
  const made = await seedPitch(stack, { noFile: false, coHosts: [stack.people.coHost.email] })
  const [file] = await stack.db
    .insert(deckFile)
    .values({
      organisationId: made.organisationId,
      pitchId: made.id,
      uploadedBy: made.userId,
      name: 'deck.pdf',
      type: 'pdf',
      size: 1000,
      status: ready === pages ? 'ready' : 'converting',
      pages,
    })
    .returning()
  const { deckPage } = await import('#features/room/deck/server/tables.ts')
  for (let number = 1; number <= ready; number++)
    await stack.db
      .insert(deckPage)
      .values({ fileId: file?.id ?? '', number, key: `${made.id}-${number}`, width: 100, height: 100, text: '' })
  if (state === 'inProgress') await stack.as('presenter').startPitch({ uuid: made.uuid })
  return made
}

describe('startPitch', () => {
  it('[GAP-021, STATE-001, STATE-002] takes a pitch from status 0 to 2 on page 1, and tells the room', async () => {
    const made = await withDeck(3, 3)
    const presenter = stack.as('presenter')
    expect(await presenter.getPitchStatus({ uuid: made.uuid })).toEqual({
      status: 0,
      current_page: 1,
      current_index: 0,
    })
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.view)
    expect(await presenter.startPitch({ uuid: made.uuid })).toEqual({ status: 2 })
    await until(() => seen.view?.room.status === 2)
    expect(seen.events.map(event => event.type)).toEqual(['deckChanged', 'pitchStarted', 'messageSent'])
    expect(seen.view?.room).toMatchObject({
      page: 1,
      action: 'right',
      index: 0,
      pages: 3,
      host: stack.people.presenter.id,
    })
    expect(await presenter.getPitchStatus({ uuid: made.uuid })).toEqual({
      status: 2,
      current_page: 1,
      current_index: 0,
    })
  })

  it('[ERR-040] is not ready before the first page is', async () => {
    const made = await withDeck(3, 0)
    await expect(stack.as('presenter').startPitch({ uuid: made.uuid })).rejects.toThrow('PitchNotReady')
    expect(await stack.as('presenter').getPitchStatus({ uuid: made.uuid })).toMatchObject({ status: 0 })
  })

  it('starts on the first page while the others are still being made', async () => {
    const made = await withDeck(3, 1)
    expect(await stack.as('presenter').startPitch({ uuid: made.uuid })).toEqual({ status: 2 })
  })

  it('is for managers of the pitch, and happens once', async () => {
    const made = await seedPitch(stack, { moderators: [stack.people.member.email], isPublic: true })
    await expect(stack.as('member').startPitch({ uuid: made.uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('investor').startPitch({ uuid: made.uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenPresenter').startPitch({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    const both = [1, 2].map(() => stack.as('presenter').startPitch({ uuid: made.uuid }))
    expect(await outcomesOf(both)).toEqual(['PitchStateForbids', 'done'])
  })
})

describe('sgUpdatePitchPages', () => {
  it('[CALL-052, CALL-011, STATE-011, CONST-013] turns the page for everybody; the same page again is no news', async () => {
    const made = await withDeck(5, 5, 'inProgress')
    const investor = await seedAttendee(stack, made, stack.people.investor)
    const seen = follow(stack.connect({ token: investor.token }, made.uuid))
    await until(() => seen.view)
    const presenter = stack.as('presenter')
    const turn = { pitch_uuid: made.uuid, page: 2, action: 'right', index: 0 } as const
    const seq = (seen.seq ?? 0) + 1
    expect(await presenter.sgUpdatePitchPages(turn)).toEqual({ page: 2, index: 0, seq })
    await until(() => seen.view?.room.page === 2)
    expect(seen.seq).toBe(seq)
    expect(await presenter.sgUpdatePitchPages(turn)).toEqual({ page: 2, index: 0, seq })
    const left = await stack.as('coHost').sgUpdatePitchPages({ ...turn, action: 'left' })
    expect(left).toEqual({ page: 2, index: 0, seq: seq + 1 })
    await until(() => seen.view?.room.action === 'left')
    const changes = seen.events.filter(event => event.type === 'pageChanged')
    expect(changes.map(event => event.payload)).toEqual([
      { msg_type: 150, page: 2, action: 'right', index: 0, sender: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { msg_type: 150, page: 2, action: 'left', index: 0, sender: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(changes[0]?.payload.sender).not.toBe(changes[1]?.payload.sender)
    expect(await stack.withToken(investor.token).getPitchStatus({ uuid: made.uuid })).toMatchObject({ current_page: 2 })
  })

  it('[STATE-013] names the session that turned, so that its own browser skips the echo', async () => {
    const made = await withDeck(5, 5, 'inProgress')
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page: 3 })
    await until(() => seen.events.length > 0)
    const change = seen.events[0]
    expect(change?.type === 'pageChanged' && change.payload.sender).toBe(seen.first?.me.session)
  })

  it('[STATE-010, STATE-014] keeps page 1 before the start', async () => {
    const made = await withDeck(5, 5)
    const turned = await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page: 4, index: 2 })
    expect(turned).toMatchObject({ page: 1, index: 0 })
    expect(await stack.as('presenter').getPitchStatus({ uuid: made.uuid })).toEqual({
      status: 0,
      current_page: 1,
      current_index: 0,
    })
  })

  it('refuses a page beyond the deck or before its first', async () => {
    const made = await withDeck(5, 5, 'inProgress')
    for (const page of [0, -1, 6, 2_000_000_000])
      await expect(stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page })).rejects.toThrow(
        'PageNotFound',
      )
    for (const page of ['1e400', 'NaN', '2.5', 'two'] as never[])
      await expect(stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page })).rejects.toThrow(
        'InputInvalid',
      )
    expect(await stack.as('presenter').getPitchStatus({ uuid: made.uuid })).toMatchObject({ current_page: 1 })
  })

  it('is only for presenters', async () => {
    const made = await withDeck(5, 5, 'inProgress')
    await stack.db.update(pitch).set({ isPublic: true, moderators: [stack.people.member.email] })
    const turn = { pitch_uuid: made.uuid, page: 2 }
    for (const name of ['investor', 'member', 'admin'] as const)
      await expect(stack.as(name).sgUpdatePitchPages(turn)).rejects.toThrow('NoPermission')
    const { token } = await seedAttendee(stack, made, stack.people.secondInvestor)
    await expect(stack.withToken(token).sgUpdatePitchPages(turn)).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenAdmin').sgUpdatePitchPages(turn)).rejects.toThrow('PitchNotFound')
  })
})

describe('endPitch', () => {
  it('[CALL-032, STATE-003] ends it for everybody at once, and for good', async () => {
    const made = await withDeck(5, 5, 'inProgress')
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    expect(await stack.as('coHost').endPitch({ uuid: made.uuid })).toEqual({ status: 3 })
    await until(() => seen.view?.room.status === 3)
    expect(seen.view?.room.endedAt).toMatch(/Z$/)
    await expect(stack.as('presenter').endPitch({ uuid: made.uuid })).rejects.toThrow('PitchStateForbids')
    await expect(stack.as('presenter').startPitch({ uuid: made.uuid })).rejects.toThrow('PitchStateForbids')
    await expect(stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: made.uuid, page: 2 })).rejects.toThrow(
      'PitchStateForbids',
    )
    expect(seen.view?.room.page).toBe(1)
  })

  it('refuses people who do not run the pitch, and a pitch that has not begun', async () => {
    const made = await withDeck(5, 5)
    await expect(stack.as('presenter').endPitch({ uuid: made.uuid })).rejects.toThrow('PitchStateForbids')
    await expect(stack.as('lumenPresenter').endPitch({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    const [row] = await stack.db.select().from(room)
    expect(row).toBeDefined()
  })
})
