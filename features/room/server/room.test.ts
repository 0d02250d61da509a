import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deckFile } from '#features/deck/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { room } from '#features/room/server/tables.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

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
  const { deckPage } = await import('#features/deck/server/tables.ts')
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

  it('is for those who run the pitch, and happens once', async () => {
    const made = await seedPitch(stack, { moderators: [stack.people.member.email], isPublic: true })
    await expect(stack.as('member').startPitch({ uuid: made.uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('investor').startPitch({ uuid: made.uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenPresenter').startPitch({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    const both = await Promise.allSettled([1, 2].map(() => stack.as('presenter').startPitch({ uuid: made.uuid })))
    expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
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
    expect(await presenter.sgUpdatePitchPages(turn)).toEqual({ page: 2, index: 0 })
    await until(() => seen.view?.room.page === 2)
    expect(await presenter.sgUpdatePitchPages(turn)).toEqual({ page: 2, index: 0 })
    expect(await stack.as('coHost').sgUpdatePitchPages({ ...turn, action: 'left' })).toEqual({ page: 2, index: 0 })
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
    expect(turned).toEqual({ page: 1, index: 0 })
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

  it('is only for those who present', async () => {
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

  it('refuses whoever does not run the pitch, and one that has not begun', async () => {
    const made = await withDeck(5, 5)
    await expect(stack.as('presenter').endPitch({ uuid: made.uuid })).rejects.toThrow('PitchStateForbids')
    await expect(stack.as('lumenPresenter').endPitch({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    const [row] = await stack.db.select().from(room)
    expect(row).toBeDefined()
  })
})

describe('removeAttendee', () => {
  it('[PERM-043, PERM-044, PERM-045, PERM-046] is for owner, co-host, pitch admin and moderator', async () => {
    for (const name of ['presenter', 'coHost', 'pitchadmin', 'member'] as const) {
      const made = await seedPitch(stack, {
        coHosts: [stack.people.coHost.email],
        moderators: [stack.people.member.email],
        state: 'inProgress',
      })
      const investor = await seedAttendee(stack, made, stack.people.investor)
      const seen = follow(stack.connect({ token: investor.token }, made.uuid))
      await until(() => seen.first)
      await stack.as(name).removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
      await until(() => seen.closing, 1000)
      expect(seen.closing).toBe('RemovedFromRoom')
    }
  })

  it('[PERM-051, PERM-052] spares oneself and the hosts, and is not for attendees', async () => {
    const { people } = stack
    const made = await seedPitch(stack, {
      coHosts: [people.coHost.email],
      moderators: [people.member.email],
      state: 'inProgress',
      isPublic: true,
    })
    const remove = (name: 'presenter' | 'coHost' | 'member' | 'investor', target: keyof typeof people) =>
      stack.as(name).removeAttendee({ pitch_uuid: made.uuid, user_id: people[target].id })
    await expect(remove('presenter', 'presenter')).rejects.toThrow('NoPermission')
    await expect(remove('member', 'member')).rejects.toThrow('NoPermission')
    await expect(remove('member', 'presenter')).rejects.toThrow('NoPermission')
    await expect(remove('presenter', 'coHost')).rejects.toThrow('NoPermission')
    await expect(remove('coHost', 'admin')).rejects.toThrow('NoPermission')
    await expect(remove('investor', 'secondInvestor')).rejects.toThrow('NoPermission')
    await expect(remove('presenter', 'lumenInvestor')).rejects.toThrow('AttendeeNotFound')
  })

  it('holds for token, session, socket and chat until readmitted, within a second', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { people } = stack
    const investor = await seedAttendee(stack, made, people.investor)
    const client = stack.connect({ token: investor.token }, made.uuid)
    const signedIn = stack.connect('investor', made.uuid)
    const [seen, also] = [follow(client), follow(signedIn)]
    await until(() => seen.first && also.first)
    const group_uuid = seen.first?.group_uuid ?? ''

    const began = Date.now()
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: people.investor.id })
    await Promise.all([closed(client), closed(signedIn)])
    const again = follow(stack.connect({ token: investor.token }, made.uuid, { since: seen.seq }))
    const withAccount = follow(stack.connect('investor', made.uuid))
    await until(() => again.refused && withAccount.refused)
    expect(Date.now() - began).toBeLessThan(1000)
    expect(again.refused).toBe('NotSignedIn')
    expect(withAccount.refused).toBe('RemovedFromRoom')
    const say = { group_uuid, content: 'Still here?', local_msg_id: crypto.randomUUID() }
    await expect(stack.withToken(investor.token).sendMessage(say)).rejects.toThrow('NotSignedIn')
    await expect(stack.as('investor').sendMessage(say)).rejects.toThrow('RemovedFromRoom')
    await expect(stack.as('investor').getChatHistory({ group_uuid })).rejects.toThrow('RemovedFromRoom')
    await expect(stack.as('investor').getPitchStatus({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('investor').getAgoraToken({ pitch_uuid: made.uuid })).rejects.toThrow('RemovedFromRoom')

    const gone = await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid })
    expect(gone.items.find(person => person.id === people.investor.id)).toMatchObject({ removed: true, line: false })
    await expect(
      stack.as('presenter').readmitAttendee({ pitch_uuid: made.uuid, user_id: people.secondInvestor.id }),
    ).rejects.toThrow('AttendeeNotFound')
    await stack.as('presenter').readmitAttendee({ pitch_uuid: made.uuid, user_id: people.investor.id })
    const back = follow(stack.connect('investor', made.uuid))
    await until(() => back.first)
    expect(back.view?.room.removed).toEqual([])
    expect((await stack.as('investor').sendMessage(say)).fromuserid).toBe(people.investor.id)
  })

  it('removes a guest of a public pitch who was never invited', async () => {
    const made = await seedPitch(stack, { state: 'inProgress', isPublic: true })
    const seen = follow(stack.connect('investor', made.uuid))
    await until(() => seen.first)
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    await until(() => seen.closing)
    const again = follow(stack.connect('investor', made.uuid))
    await until(() => again.refused)
    expect(again.refused).toBe('RemovedFromRoom')
  })
})
