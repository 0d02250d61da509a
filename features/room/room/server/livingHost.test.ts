import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonName } from '#testing/people.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A live pitch of the presenter, with these people of its team in the room. */
async function live(...here: PersonName[]) {
  const made = await seedPitch(stack, {
    coHosts: [stack.people.coHost.email],
    moderators: [stack.people.member.email],
  })
  const pitch_uuid = made.uuid
  await stack.as('presenter').startPitch({ uuid: pitch_uuid })
  const connections = here.map(name => follow(stack.connect(name, pitch_uuid)))
  await until(() => connections.every(seen => seen.first))
  await until(async () => (await takers(pitch_uuid)).length === here.filter(name => name !== 'presenter').length)
  return { made, pitch_uuid, uuid: pitch_uuid, seen: connections[0] }
}
const takers = async (uuid: string) => (await stack.as('presenter').prepareEndPitchData({ uuid })).takers

describe('pausing', () => {
  it('[CALL-048, CALL-049, STATE-015, STATE-046, STATE-047] pauses, resumes and turns pages, for everybody at once', async () => {
    const { pitch_uuid, seen } = await live('presenter')
    const presenter = stack.as('presenter')
    expect(await presenter.sgLivingAction({ pitch_uuid, action: 'pause' })).toMatchObject({
      status: 2,
      is_paused: true,
    })
    await until(() => seen?.view?.room.paused)
    expect(await presenter.sgFixPause({ pitch_uuid, is_paused: true })).toMatchObject({ is_paused: true })
    expect(await presenter.sgFixPause({ pitch_uuid, is_paused: false })).toMatchObject({ is_paused: false })
    await until(() => seen?.view?.room.paused === false)
    // what was so already is no event
    const types = seen?.events.map(event => event.type).filter(type => /Paused|Resumed/.test(type))
    expect(types).toEqual(['pitchPaused', 'pitchResumed'])
    await presenter.sgLivingAction({ pitch_uuid, action: 'left', page: 1, index: 2 })
    await until(() => seen?.view?.room.index === 2)
    await expect(presenter.sgLivingAction({ pitch_uuid, action: 'right' })).rejects.toThrow('PageNotFound')
  })

  it('is for presenters, while the pitch is live', async () => {
    const { pitch_uuid, made } = await live()
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    for (const client of [stack.as('member'), stack.as('admin')])
      await expect(client.sgFixPause({ pitch_uuid, is_paused: true })).rejects.toThrow('NoPermission')
    await expect(stack.withToken(token).sgFixPause({ pitch_uuid, is_paused: true })).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenPresenter').sgFixPause({ pitch_uuid, is_paused: true })).rejects.toThrow(
      'PitchNotFound',
    )
    await stack.as('presenter').sgFixPause({ pitch_uuid, is_paused: true })
    await stack.as('presenter').endPitch({ uuid: pitch_uuid })
    expect(await stack.as('presenter').getSessionInfo({ uuid: pitch_uuid })).toMatchObject({ is_paused: false })
    for (const action of ['pause', 'left'] as const)
      await expect(stack.as('presenter').sgLivingAction({ pitch_uuid, action })).rejects.toThrow('PitchStateForbids')
  })

  it('is one event when two ask at the same moment', async () => {
    const { pitch_uuid, seen } = await live('presenter')
    const pause = (name: 'presenter' | 'coHost') => stack.as(name).sgFixPause({ pitch_uuid, is_paused: true })
    await Promise.all([pause('presenter'), pause('coHost'), pause('presenter')])
    await stack.as('presenter').sgFixPause({ pitch_uuid, is_paused: false })
    await until(() => seen?.events.some(event => event.type === 'pitchResumed'))
    expect(seen?.events.filter(event => event.type === 'pitchPaused')).toHaveLength(1)
  })
})

describe('leaving and handing over', () => {
  it('[STATE-039, PERM-042] everybody is told by name who leads it now, also who comes later, and nothing of its presenter', async () => {
    const { made, uuid, seen } = await live('presenter', 'coHost')
    const { coHost, presenter } = stack.people
    expect(seen?.view?.room.leader).toBeNull()
    await stack.as('presenter').transferPitch({ uuid, user_id: coHost.id, keep: true })
    const leader = { account: coHost.id, name: 'Cora Cohost' }
    await until(() => seen?.view?.room.host === coHost.id)
    expect(seen?.view?.room.leader).toEqual(leader)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const late = follow(stack.connect({ token }, uuid))
    await until(() => late.first)
    expect(late.view?.room.leader).toEqual(leader)
    await stack.as('coHost').transferPitch({ uuid, user_id: presenter.id, keep: true })
    await until(() => late.view?.room.host === presenter.id)
    expect(late.view?.room.leader).toBeNull()
  })

  it('[GAP-021] a co-host who starts it leads it, by name', async () => {
    const { uuid } = await seedPitch(stack, { coHosts: [stack.people.coHost.email] })
    const seen = follow(stack.connect('coHost', uuid))
    await until(() => seen.first)
    await stack.as('coHost').startPitch({ uuid })
    await until(() => seen.view?.room.status === 2)
    expect(seen.view?.room.leader).toEqual({ account: stack.people.coHost.id, name: 'Cora Cohost' })
  })

  it('[STATE-038, STATE-039, CALL-068, PERM-042] the presenter’s exit hands the pitch to a co-host who is there', async () => {
    const { pitch_uuid, uuid, seen } = await live('presenter', 'member', 'coHost')
    const { coHost, presenter, member } = stack.people
    expect((await takers(uuid)).map(({ user_id, part }) => [user_id, part])).toEqual([
      [coHost.id, 'coHost'],
      [member.id, 'moderator'],
    ])
    expect(await stack.as('presenter').exitUser({ pitch_uuid })).toMatchObject({ status: 2, living_host: coHost.id })
    await until(() => seen?.view?.room.host === coHost.id)
    // people who do not lead it change nothing by leaving, however often
    expect(await stack.as('presenter').exitUser({ pitch_uuid })).toMatchObject({ status: 2, living_host: coHost.id })
    expect(presenter.id).not.toBe(coHost.id)
  })

  it('[STATE-039, CALL-069, PERM-042] a moderator who is there presents from then on, and ends it', async () => {
    const { pitch_uuid, uuid } = await live('presenter', 'member')
    const moderator = stack.as('member')
    const left = { pitch_uuid, join_start_time: '2026-01-01T10:00:00Z', join_end_time: '2026-01-01T10:30:00Z' }
    await expect(moderator.sgUpdatePitchPages({ pitch_uuid, page: 1 })).rejects.toThrow('NoPermission')
    await expect(stack.as('presenter').ExitLive({ ...left, user_id: stack.people.coHost.id })).rejects.toThrow(
      'NoPermission',
    )
    const own = { ...left, user_id: stack.people.presenter.id, recording_viewer_id: 'none' }
    expect(await stack.as('presenter').ExitLive(own)).toMatchObject({ status: 2, living_host: stack.people.member.id })
    await moderator.sgUpdatePitchPages({ pitch_uuid, page: 1, index: 1 })
    await moderator.sgFixPause({ pitch_uuid, is_paused: true })
    expect(await moderator.endPitch({ uuid })).toEqual({ status: 3 })
  })

  it('[STATE-040] without anybody of the team there the pitch ends by the presenter’s exit', async () => {
    const { pitch_uuid, made, seen } = await live('presenter')
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const watching = follow(stack.connect({ token }, pitch_uuid))
    await until(() => watching.first)
    // an attendee's going ends nothing
    expect(await stack.withToken(token).exitUser({ pitch_uuid })).toMatchObject({ status: 2 })
    expect(await stack.as('presenter').exitUser({ pitch_uuid })).toMatchObject({ status: 3 })
    await until(() => seen?.view?.room.status === 3 && watching.view?.room.status === 3)
  })

  it('two who exit at the same moment end it once', async () => {
    const { pitch_uuid } = await live('presenter')
    const answers = await Promise.all([1, 2, 3].map(() => stack.as('presenter').exitUser({ pitch_uuid })))
    expect(answers.map(({ status }) => status)).toEqual([3, 3, 3])
  })

  it('[GAP-022] hands a pitch to the named member of the team, if they are there', async () => {
    const { uuid, seen } = await live('presenter', 'coHost', 'member')
    const { coHost, member, admin } = stack.people
    const transfer = (user_id?: string, name: PersonName = 'presenter') =>
      stack.as(name).transferPitch({ uuid, ...(user_id && { user_id }) })
    expect(await transfer(member.id)).toMatchObject({ living_host: member.id })
    await until(() => seen?.view?.room.host === member.id)
    await expect(transfer(admin.id)).rejects.toThrow('NobodyToTakeOver')
    // a co-host takes over with one call
    expect(await transfer(coHost.id, 'coHost')).toMatchObject({ living_host: coHost.id })
    expect(await transfer(coHost.id, 'coHost')).toMatchObject({ living_host: coHost.id })
    // the moderator led it and leads it no more
    await expect(transfer(member.id, 'member')).rejects.toThrow('NoPermission')
    await expect(transfer(member.id, 'lumenAdmin')).rejects.toThrow('PitchNotFound')
    expect(await transfer()).toMatchObject({ status: 2 })
  })

  it('[GAP-022, STATE-040] without anybody there it ends, unless that is not wanted', async () => {
    const { uuid } = await live('presenter')
    const ask = { uuid, user_id: stack.people.coHost.id }
    await expect(stack.as('presenter').transferPitch({ ...ask, keep: true })).rejects.toThrow('NobodyToTakeOver')
    expect(await stack.as('presenter').transferPitch(ask)).toMatchObject({ status: 3 })
    await expect(stack.as('presenter').transferPitch(ask)).rejects.toThrow('PitchStateForbids')
  })

  it('[CALL-033] says before the end what ending means', async () => {
    const { uuid } = await live('presenter', 'coHost')
    const said = await stack.as('presenter').prepareEndPitchData({ uuid })
    expect(said).toMatchObject({ status: 2, here: 2, living_host: stack.people.presenter.id })
    expect(said.takers).toEqual([{ user_id: stack.people.coHost.id, name: expect.any(String), part: 'coHost' }])
    expect(Date.parse(said.real_start_time ?? '')).toBeLessThanOrEqual(Date.now())
    await expect(stack.as('member').prepareEndPitchData({ uuid })).rejects.toThrow('NoPermission')
  })
})

describe('getSessionInfo', () => {
  it('[ENT-013, ENT-015, ENT-016, ENT-017, PERM-042] tells the state of a pitch; addresses only to its team and admins', async () => {
    const made = await seedPitch(stack, {
      coHosts: [stack.people.coHost.email],
      moderators: [stack.people.member.email],
    })
    const { uuid } = made
    const { presenter, coHost, member, investor } = stack.people
    const before = await stack.as('presenter').getSessionInfo({ uuid })
    // before the start the pitch is its owner's
    expect(before).toMatchObject({
      status: 0,
      pitch_status: 'scheduled',
      living_host: presenter.id,
      real_start_time: null,
    })
    await stack.as('coHost').startPitch({ uuid })
    await stack.as('coHost').sgUpdatePitchPages({ pitch_uuid: uuid, page: 1, index: 3 })
    const now = await stack.as('member').getSessionInfo({ uuid })
    expect(now).toMatchObject({
      status: 2,
      pitch_status: 'inProgress',
      real_end_time: null,
      presenter_uid: presenter.id,
      presenter_id: presenter.id,
      moderators: [{ email: member.email, easiio_id: member.id }],
      co_hosts: [{ email: coHost.email }],
      current_page: 1,
      current_index: 3,
      living_host: coHost.id,
      live_deck: null,
    })
    expect(now.live_presenter).toBe('Cora Cohost')
    expect(before.live_presenter).not.toBe('Cora Cohost')
    const { token } = await seedAttendee(stack, made, investor)
    expect(await stack.withToken(token).getSessionInfo({ uuid })).toMatchObject({ moderators: [], co_hosts: [] })
    await expect(stack.as('lumenAdmin').getSessionInfo({ uuid })).rejects.toThrow('PitchNotFound')
  })
})
