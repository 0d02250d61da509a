import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { type RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { unlessGone, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { stageJobs } from '#features/room/stage/server/jobs.ts'
import { liveKit } from '#testing/programs.ts'
import { runJobs } from '#testing/runJobs.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { videoService } from '#testing/videoService.ts'
import { videoJobs } from './jobs.ts'

describe.skipIf(!liveKit)('what LiveKit could not be told at once', () => {
  let stack: VideoStack
  let service: RoomServiceClient
  let address = ''
  /** Known not to answer, or not answering and not known yet. */
  let trouble: 'off' | 'deaf' | undefined

  beforeAll(async () => {
    stack = await startVideo({}, real => ({
      ...real,
      status: () => (trouble === 'off' ? 'off: it does not answer' : real.status()),
      get httpUrl() {
        return trouble === 'deaf' ? 'http://127.0.0.1:1' : real.httpUrl
      },
    }))
    address = stack.media.httpUrl
    service = videoService({ ...stack.media, httpUrl: address })
  })
  afterEach(async () => {
    trouble = undefined
    vi.restoreAllMocks()
    stack.leaveVideo()
    await stack.empty()
  })
  afterAll(() => stack.stop())

  /** A live pitch: its presenter, a moderator and an attendee are in the room and in video. */
  async function live() {
    const { presenter: owner, member, investor } = stack.people
    const made = await seedPitch(stack, { moderators: [member.email] })
    const pitch_uuid = made.uuid
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: pitch_uuid })
    const { attendeeId, token } = await seedAttendee(stack, made, investor)
    for (const who of ['presenter', 'member', { token }] as const) {
      const seen = follow(stack.connect(who, pitch_uuid))
      await until(() => seen.first)
    }
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 3)
    for (const client of [presenter, stack.as('member'), stack.withToken(token)])
      expect((await stack.enter((await client.getAgoraToken({ pitch_uuid })).token)).status).toBe(101)
    const channel = videoRoomOf(stack.media, made.id)
    const jobs = async () => {
      const { rows } = await stack.frame.pool.query(
        `select 1 from graphile_worker.jobs where key like '%Video:${made.id}%'`,
      )
      return rows.length
    }
    return {
      ...{ made, pitch_uuid, presenter, attendeeId, jobs },
      user_id: investor.id,
      moderator: member.id,
      owner: owner.id,
      isThere: async (id: string) => Boolean(await service.getParticipant(channel, id).catch(unlessGone)),
      /** What LiveKit takes from a participant. */
      takes: async (id: string) => (await service.getParticipant(channel, id)).permission?.canPublishSources ?? [],
    }
  }
  /** Simulates a server that crashes after the commit. */
  const crashAfterCommit = () => vi.spyOn(stack.sockets, 'disconnect').mockImplementation(() => {})
  /** Runs what is due when LiveKit is told again. */
  const again = async () => {
    await sleep(2100)
    await runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, { ...stageJobs, ...videoJobs })
  }
  const both = [TrackSource.CAMERA, TrackSource.MICROPHONE]

  it.each(['off', 'deaf'] as const)(
    'is applied until LiveKit answers: %s, a removed attendee stays no longer than that',
    async why => {
      const { pitch_uuid, presenter, user_id, isThere, jobs } = await live()
      crashAfterCommit()
      trouble = why
      await presenter.removeAttendee({ pitch_uuid, user_id })
      expect(await isThere(user_id)).toBe(true)
      await again()
      expect(await jobs()).toBe(1)
      trouble = undefined
      await again()
      expect(await isThere(user_id)).toBe(false)
      await until(async () => (await jobs()) === 0, 1000)
    },
  )

  it('ends the video of an attendee whose link was disabled', async () => {
    const { made, presenter, attendeeId, user_id, isThere } = await live()
    crashAfterCommit()
    await presenter.setJoinLinkDisabled({ uuid: made.uuid, attendee_id: attendeeId, disabled: true })
    expect(await isThere(user_id)).toBe(true)
    await again()
    expect(await isThere(user_id)).toBe(false)
  })

  it('lets an attendee on stage be heard, and no longer than that', async () => {
    const { pitch_uuid, presenter, user_id, takes, jobs } = await live()
    trouble = 'off'
    await presenter.grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    trouble = undefined
    expect(await takes(user_id)).toEqual([])
    await again()
    expect(await takes(user_id)).toEqual([TrackSource.MICROPHONE])
    trouble = 'deaf'
    await presenter.revokeStage({ pitch_uuid, user_id })
    trouble = undefined
    expect(await takes(user_id)).toEqual([TrackSource.MICROPHONE])
    await again()
    expect(await takes(user_id)).toEqual([])
    await until(async () => (await jobs()) === 0, 1000)
  })

  it('takes an attendee off the stage who has been gone for a while', async () => {
    const { made, pitch_uuid, presenter, user_id, takes } = await live()
    await presenter.grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    await again()
    const long = new Date(Date.now() - 100_000)
    await stack.db.update(attendance).set({ leftAt: long }).where(eq(attendance.accountId, user_id))
    trouble = 'deaf'
    await stageJobs.watchStage({ pitchId: made.id }, stack.frame)
    trouble = undefined
    expect(await takes(user_id)).toEqual([TrackSource.MICROPHONE])
    await again()
    expect(await takes(user_id)).toEqual([])
  })

  it('lets a moderator send who leads the pitch from now on, and no longer than that', async () => {
    const { pitch_uuid: uuid, presenter, moderator, owner, takes } = await live()
    trouble = 'deaf'
    await presenter.transferPitch({ uuid, user_id: moderator })
    trouble = undefined
    expect(await takes(moderator)).toEqual([])
    await again()
    expect((await takes(moderator)).toSorted()).toEqual(both)
    trouble = 'off'
    await presenter.transferPitch({ uuid, user_id: owner })
    trouble = undefined
    await again()
    expect(await takes(moderator)).toEqual([])
  })

  it('ends everybody’s video with the pitch, unless it is live again', async () => {
    const { pitch_uuid, presenter, owner, isThere, jobs } = await live()
    trouble = 'off'
    await presenter.endPitch({ uuid: pitch_uuid })
    await again()
    expect(await jobs()).toBe(1)
    trouble = undefined
    await stack.frame.pool.query(`update pitch set state = 'inProgress' where uuid = $1`, [pitch_uuid])
    await again()
    expect(await isThere(owner)).toBe(true)
    await presenter.endPitch({ uuid: pitch_uuid })
    expect(await isThere(owner)).toBe(false)
    await again()
    await until(async () => (await jobs()) === 0, 1000)
  })

  it('does nothing without LiveKit, without participants, or without the pitch', async () => {
    const { made, jobs } = await live()
    const whom = { pitchId: made.id, accountId: stack.people.secondInvestor.id }
    await videoJobs.settleVideo(whom, stack.frame)
    const none = { ...stack.media, httpUrl: '', status: () => 'off: not installed' as const }
    await videoJobs.settleVideo(whom, { ...stack.frame, media: none })
    trouble = 'off'
    await videoJobs.settleVideo({ ...whom, pitchId: made.id + 1_000_000 }, stack.frame)
    await videoJobs.closeVideo({ pitchId: made.id + 1_000_000, endedAt: Date.now() - 7_200_000 }, stack.frame)
    await until(async () => (await jobs()) === 0, 1000)
  })
})
