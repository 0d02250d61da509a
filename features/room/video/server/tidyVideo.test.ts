import { eq } from 'drizzle-orm'
import { parseCrontab } from 'graphile-worker'
import { RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { crontab } from '#app/server/features.ts'
import { session } from '#features/access/session/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { senderOf } from '#features/room/media/server/identities.ts'
import { openVideoRoom, unlessGone, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { liveKit } from '#testing/programs.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { videoService } from '#testing/videoService.ts'
import { tidyVideo, tidyVideoJobs } from './tidyVideo.ts'

describe.skipIf(!liveKit)('the look through LiveKit’s rooms', () => {
  let stack: VideoStack
  let service: RoomServiceClient

  beforeAll(async () => {
    stack = await startVideo()
    service = videoService(stack.media)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    stack.leaveVideo()
    for (const { name } of await service.listRooms()) await service.deleteRoom(name)
    await stack.empty()
  })
  afterAll(() => stack.stop())

  /** A live pitch with its presenter and two attendees in its video. */
  async function live() {
    const { presenter, investor, secondInvestor } = stack.people
    const made = await seedPitch(stack)
    const pitch_uuid = made.uuid
    await stack.as('presenter').startPitch({ uuid: pitch_uuid })
    const seats = [await seedAttendee(stack, made, investor), await seedAttendee(stack, made, secondInvestor)]
    for (const { token } of seats) {
      const seen = follow(stack.connect({ token }, pitch_uuid))
      await until(() => seen.first)
    }
    for (const client of [stack.as('presenter'), ...seats.map(({ token }) => stack.withToken(token))])
      expect((await stack.enter((await client.getAgoraToken({ pitch_uuid })).token)).status).toBe(101)
    const room = videoRoomOf(stack.media, made.id)
    const there = async () => {
      const all = (await service.listParticipants(room).catch(unlessGone)) ?? []
      return all.map(({ identity }) => identity).toSorted()
    }
    const everybody = [presenter.id, investor.id, secondInvestor.id].toSorted()
    return {
      ...{ made, pitch_uuid, room, there, everybody },
      without: (...ids: string[]) => everybody.filter(id => !ids.includes(id)),
      attendeeIds: seats.map(({ attendeeId }) => attendeeId),
    }
  }
  const look = () => tidyVideo(stack.frame)

  it('comes every minute, one look after the other, and a failed one does not come again', () => {
    const at = parseCrontab(crontab).find(({ task }) => task === 'tidyVideo')
    expect(at?.match({ min: 17, hour: 3, date: 9, month: 2, dow: 4 })).toBe(true)
    expect(at?.options).toMatchObject({ maxAttempts: 1, queueName: 'tidyVideo', jobKey: 'tidyVideo' })
  })

  it('leaves everybody in who may be there', async () => {
    const { there, everybody } = await live()
    await look()
    expect(await there()).toEqual(everybody)
  })

  it.each([
    ['whose session has ended', { endedAt: new Date() }],
    ['whose session has run out', { tokenExpiresAt: new Date(0), refreshExpiresAt: new Date(0) }],
  ])('ends the video of a person %s', async (_, set) => {
    const { there, without } = await live()
    const { id } = stack.people.investor
    await stack.db.update(session).set(set).where(eq(session.accountId, id))
    await look()
    expect(await there()).toEqual(without(id))
  })

  it.each(['removedAt', 'disabledAt'] as const)(
    'ends the video of an attendee who may not attend any more: %s',
    async what => {
      const { there, without, attendeeIds } = await live()
      await stack.db
        .update(attendee)
        .set({ [what]: new Date() })
        .where(eq(attendee.id, attendeeIds[0] ?? ''))
      await look()
      expect(await there()).toEqual(without(stack.people.investor.id))
    },
  )

  it('ends the video of people who lost their access, and keeps that of people who may attend a public pitch', async () => {
    const { made, pitch_uuid, there, everybody } = await live()
    const { coHost, member } = stack.people
    const isFor = (set: { isPublic?: boolean; coHosts?: string[] }) =>
      stack.db.update(pitch).set(set).where(eq(pitch.id, made.id))
    await isFor({ isPublic: true, coHosts: [coHost.email] })
    for (const who of ['coHost', 'member'] as const)
      expect((await stack.enter((await stack.as(who).getAgoraToken({ pitch_uuid })).token)).status).toBe(101)
    await look()
    expect(await there()).toEqual([...everybody, coHost.id, member.id].toSorted())
    await isFor({ isPublic: false })
    await look()
    expect(await there()).toEqual([...everybody, coHost.id].toSorted())
    await isFor({ coHosts: [] })
    await look()
    expect(await there()).toEqual(everybody)
  })

  it('takes nothing from people who have to set a second factor at their next sign-in', async () => {
    const { made, pitch_uuid, room, there, everybody } = await live()
    const { presenter, coHost } = stack.people
    await stack.db
      .update(pitch)
      .set({ coHosts: [coHost.email] })
      .where(eq(pitch.id, made.id))
    await stack.enter((await stack.as('coHost').getAgoraToken({ pitch_uuid })).token)
    const enforce = (enforceSecondFactor: boolean) => stack.db.update(organisation).set({ enforceSecondFactor })
    await enforce(true)
    await look()
    await enforce(false)
    expect(await there()).toEqual([...everybody, coHost.id].toSorted())
    for (const { id } of [presenter, coHost])
      expect((await service.getParticipant(room, id)).permission?.canPublish).toBe(true)
  })

  it.each([
    ['over', { state: 'over' as const }],
    ['deleted', { deletedAt: new Date() }],
  ])('ends the room of a pitch that is %s, and of no other', async (_, set: { state?: 'over'; deletedAt?: Date }) => {
    const gone = await live()
    const stays = await live()
    const early = await seedPitch(stack)
    await openVideoRoom(stack.media, early.id)
    // another console's with the same LiveKit, and a pitch that this one has never had
    const others = [
      videoRoomOf({ ...stack.media, scope: 'https://other' }, gone.made.id),
      videoRoomOf(stack.media, 9e9),
    ]
    for (const name of others) await service.createRoom({ name })
    await stack.db.update(pitch).set(set).where(eq(pitch.id, gone.made.id))
    await look()
    expect(await gone.there()).toEqual([])
    expect(await stays.there()).toEqual(stays.everybody)
    expect((await service.listRooms()).map(({ name }) => name).toSorted()).toEqual(
      [stays.room, videoRoomOf(stack.media, early.id), ...others].toSorted(),
    )
  })

  it('removes a second device whose share has ended, and keeps those whose share is running', async () => {
    const { made, pitch_uuid, room, there, everybody } = await live()
    const presenter = stack.as('presenter')
    const { code, resource_id } = await presenter.agoraSharescreenAcquire({ pitch_uuid, device: 'second' })
    const { key } = await stack.as('nobody').openSharescreenLink({ pitch_uuid, code: code ?? '' })
    const { token } = await stack.as('nobody').startSharescreenDevice({ key })
    const device = await stack.enter(token)
    expect(await device.send('SCREEN_SHARE')).toBe('published')
    const screen = secondScreen(stack.people.presenter.id, resource_id)
    await look()
    expect(await there()).toEqual([...everybody, screen].toSorted())
    expect((await service.getParticipant(room, screen)).permission?.canPublishSources).toHaveLength(2)
    await stack.frame.pool.query('update screen_share set ended_at = now() where pitch_id = $1', [made.id])
    await look()
    expect(await there()).toEqual(everybody)
  })

  it('calls guests by what they are called from now on, also beside a second device', async () => {
    const { pitch_uuid, room, made } = await live()
    const presenter = stack.as('presenter')
    const { of } = await aliasesOf(stack.frame.settings, made.id)
    const { code } = await presenter.agoraSharescreenAcquire({ pitch_uuid, device: 'second' })
    const { key } = await stack.as('nobody').openSharescreenLink({ pitch_uuid, code: code ?? '' })
    await stack.enter((await stack.as('nobody').startSharescreenDevice({ key })).token)
    const { id } = stack.people.investor
    const called = async () => (await service.getParticipant(room, id)).name
    const named = await called()
    // as if they had been on stage
    await service.updateParticipant(room, id, { permission: { canSubscribe: true, hidden: false } })
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    await until(async () => (await called()) === guestName(of(id)), 2000)
    // another server has died before it told LiveKit
    await service.updateParticipant(room, id, { name: named })
    await look()
    expect(await called()).toBe(guestName(of(id)))
  })

  it('lets who sends send what holds of them, and calls them what they are called', async () => {
    const { room, there, everybody } = await live()
    const { id, name } = { id: stack.people.presenter.id, name: 'Paul Presenter' }
    const permission = { canPublish: true, canPublishSources: [TrackSource.SCREEN_SHARE], canSubscribe: true }
    await service.updateParticipant(room, id, { permission, name: 'Somebody' })
    await look()
    const now = await service.getParticipant(room, id)
    expect(now.name).toBe(name)
    expect(now.permission?.canPublishSources).not.toContain(TrackSource.SCREEN_SHARE)
    expect(now.permission?.canPublishSources).toContain(TrackSource.CAMERA)
    expect(await there()).toEqual(everybody)
  })

  it('does not let one person keep it from the others', async () => {
    const { room, there, without, made } = await live()
    const { investor, secondInvestor, presenter } = stack.people
    await stack.db.update(session).set({ endedAt: new Date() }).where(eq(session.accountId, investor.id))
    await stack.db.update(session).set({ endedAt: new Date() }).where(eq(session.accountId, secondInvestor.id))
    await service.updateParticipant(room, presenter.id, { name: 'Somebody' })
    const remove = RoomServiceClient.prototype.removeParticipant
    const asked: string[] = []
    // as for a participant whose node has died
    vi.spyOn(RoomServiceClient.prototype, 'removeParticipant').mockImplementation(async function (
      this: RoomServiceClient,
      ...given
    ) {
      asked.push(given[1])
      if (asked.length === 1) throw Object.assign(new Error('no response from servers'), { status: 503 })
      return remove.apply(this, given)
    })
    await look()
    expect(asked).toHaveLength(2)
    expect(await there()).toEqual(without(senderOf(stack.media, made.id, asked[1] ?? '')))
    expect((await service.getParticipant(room, presenter.id)).name).toBe('Paul Presenter')
  })

  it('does not let one room keep it from the others, and asks nothing of a LiveKit that is not there', async () => {
    const [first, second] = [await live(), await live()]
    const { id } = stack.people.investor
    await stack.db.update(session).set({ endedAt: new Date() }).where(eq(session.accountId, id))
    const list = RoomServiceClient.prototype.listParticipants
    vi.spyOn(RoomServiceClient.prototype, 'listParticipants').mockImplementation(async function (
      this: RoomServiceClient,
      room,
    ) {
      if (room === first.room) throw new Error('it does not answer')
      return list.call(this, room)
    })
    await look()
    vi.restoreAllMocks()
    expect(await first.there()).toEqual(first.everybody)
    expect(await second.there()).toEqual(second.without(id))

    const asked = vi.spyOn(RoomServiceClient.prototype, 'listRooms')
    asked.mockRejectedValueOnce(new Error('it does not answer'))
    await look()
    asked.mockClear()
    const off = { ...stack.media, status: () => 'off: it does not answer' as const }
    await tidyVideo({ ...stack.frame, media: off })
    await tidyVideoJobs.tidyVideo({}, { ...stack.frame, media: { ...stack.media, httpUrl: '' } })
    expect(asked).not.toHaveBeenCalled()
  })
})
