import { TrackSource } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guestName } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import type { RunningMedia } from '#server/media/livekit.ts'
import { liveKit } from '#testing/programs.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { videoService } from '#testing/videoService.ts'
import { stageJobs } from './jobs.ts'

describe.skipIf(!liveKit)('a pause, with a real LiveKit', () => {
  let stack: VideoStack
  let media: RunningMedia
  let isOff = false

  beforeAll(async () => {
    stack = await startVideo({}, real => ({
      ...real,
      status: () => (isOff ? 'off: it does not answer' : real.status()),
    }))
    media = stack.media
  })
  afterEach(() => {
    isOff = false
    stack.leaveVideo()
  })
  afterAll(() => stack.stop())

  const enter: VideoStack['enter'] = (...asked) => stack.enter(...asked)

  async function live() {
    const made = await seedPitch(stack, { moderators: [stack.people.member.email] })
    const pitch_uuid = made.uuid
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: pitch_uuid })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const attendee = stack.withToken(token)
    const seen = follow(stack.connect({ token }, pitch_uuid))
    await until(() => seen.first)
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 1)
    const service = videoService(media)
    const { channel } = await presenter.getAgoraToken({ pitch_uuid })
    const there = (id: string) => service.getParticipant(channel, id)
    return {
      ...{ pitch_uuid, presenter, attendee, there },
      id: made.id,
      user_id: stack.people.investor.id,
      pause: (is_paused: boolean) => presenter.sgFixPause({ pitch_uuid, is_paused }),
      grant: (microphone: boolean, camera: boolean) =>
        presenter.grantStage({ pitch_uuid, user_id: stack.people.investor.id, microphone, camera }),
      pass: async () => (await presenter.getAgoraToken({ pitch_uuid })).token,
      /** What LiveKit takes from a participant. */
      takes: async (id: string) => (await there(id)).permission?.canPublishSources ?? [],
    }
  }
  const both = [TrackSource.CAMERA, TrackSource.MICROPHONE]
  const presenterId = () => stack.people.presenter.id

  it('[STATE-016, STATE-017] takes nothing of anybody on stage, whatever their browsers do, and everything again after it', async () => {
    const { pause, grant, pass, attendee, pitch_uuid, there } = await live()
    await grant(true, false)
    const presenting = await enter(await pass())
    const asked = await enter((await attendee.getAgoraToken({ pitch_uuid })).token)
    expect(await presenting.send('MICROPHONE')).toBe('published')
    expect(await asked.send('MICROPHONE')).toBe('published')
    await pause(true)
    for (const one of [presenting, asked]) expect(await one.send('MICROPHONE')).toBe('refused')
    expect(await presenting.send('CAMERA')).toBe('refused')
    // they are in the room all the same
    expect((await there(presenterId())).permission).toMatchObject({ canPublish: false, hidden: false })
    expect(presenting.socket.readyState).toBe(presenting.socket.OPEN)
    await pause(false)
    expect(await presenting.send('CAMERA')).toBe('published')
    expect(await asked.send('MICROPHONE')).toBe('published')
    expect(await asked.send('CAMERA')).toBe('refused')
  })

  it('gives no token that lets anybody send meanwhile, and takes none from before', async () => {
    const { pause, pass, pitch_uuid, presenter, there } = await live()
    const before = await pass()
    await pause(true)
    expect((await presenter.getAgoraToken({ pitch_uuid })).can_publish).toBe(false)
    expect((await enter(before)).status).toBe(403)
    const back = await enter(await pass())
    expect(await back.send('MICROPHONE')).toBe('refused')
    expect((await there(presenterId())).permission?.hidden).toBe(false)
    await pause(false)
    expect(await back.send('MICROPHONE')).toBe('published')
    expect((await presenter.getAgoraToken({ pitch_uuid })).can_publish).toBe(true)
  })

  it('[STATE-039] holds for a new leader, and for attendees who come on stage or leave it meanwhile', async () => {
    const { pause, pass, grant, attendee, pitch_uuid, presenter, takes, user_id } = await live()
    const moderator = stack.as('member')
    const { id } = stack.people.member
    const seen = follow(stack.connect('member', pitch_uuid))
    await until(() => seen.first)
    await until(async () => (await presenter.prepareEndPitchData({ uuid: pitch_uuid })).takers.length === 1)
    const leading = await enter((await moderator.getAgoraToken({ pitch_uuid })).token)
    const asked = await enter((await attendee.getAgoraToken({ pitch_uuid })).token)
    await enter(await pass())
    await pause(true)
    await presenter.transferPitch({ uuid: pitch_uuid, user_id: id })
    await grant(true, true)
    expect(await leading.send('MICROPHONE')).toBe('refused')
    expect(await asked.send('MICROPHONE')).toBe('refused')
    // the new leader resumes it
    await moderator.sgFixPause({ pitch_uuid, is_paused: false })
    for (const one of [id, user_id, presenterId()]) expect((await takes(one)).toSorted()).toEqual(both)
    await pause(true)
    await presenter.revokeStage({ pitch_uuid, user_id })
    await pause(false)
    expect(await takes(user_id)).toEqual([])
  })

  it('of a pause and its end the later one stays, however they race', async () => {
    const { pause, pass, takes, pitch_uuid, presenter } = await live()
    await enter(await pass())
    for (let i = 0; i < 8; i++) {
      await Promise.all([pause(true), pause(false), pause(true), pause(false)])
      const { is_paused } = await presenter.getSessionInfo({ uuid: pitch_uuid })
      expect(await takes(presenterId())).toHaveLength(is_paused ? 0 : 2)
    }
  })

  it('holds when LiveKit could not be told at once, and is told again while it lasts', async () => {
    const { pause, pass, takes, id } = await live()
    await enter(await pass())
    const again = () => stageJobs.settleStage({ pitchId: id }, stack.frame)
    const waits = async () => {
      const { rows } = await stack.frame.pool.query<{ wait: number }>(
        `select extract(epoch from run_at - now()) as wait from graphile_worker.jobs where key = 'settleStage:${id}'`,
      )
      return rows[0] && Number(rows[0].wait)
    }
    isOff = true
    await pause(true)
    expect(await takes(presenterId())).toHaveLength(2)
    expect(await waits()).toBeLessThan(3)
    await again()
    expect(await waits()).toBeLessThan(3)
    isOff = false
    await again()
    expect(await takes(presenterId())).toEqual([])
    expect(await waits()).toBeGreaterThan(10)
    // the end of it, too
    isOff = true
    await pause(false)
    isOff = false
    await stack.frame.pool.query(`select graphile_worker.remove_job('settleStage:${id}')`)
    await again()
    expect((await takes(presenterId())).toSorted()).toEqual(both)
    expect(await waits()).toBeUndefined()
  })

  it('ends with the pitch: the next time it goes on from the start', async () => {
    const { pause, pass, pitch_uuid, presenter } = await live()
    await enter(await pass())
    await pause(true)
    await presenter.endPitch({ uuid: pitch_uuid })
    await stack.frame.pool.query(`update pitch set state = 'over' where uuid = $1`, [pitch_uuid])
    await presenter.RestartPitch({ uuid: pitch_uuid })
    expect((await presenter.getAgoraToken({ pitch_uuid })).can_publish).toBe(true)
    await presenter.startPitch({ uuid: pitch_uuid })
    expect(await (await enter(await pass())).send('MICROPHONE')).toBe('published')
  })

  it('[PERM-059] names no guest who is on stage and silent in it, by a token from before neither', async () => {
    const { pause, grant, attendee, pitch_uuid, presenter, there, user_id, id } = await live()
    await grant(true, false)
    await pause(true)
    const named = (await attendee.getAgoraToken({ pitch_uuid })).token
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    expect((await enter(named)).status).toBe(403)
    await enter((await attendee.getAgoraToken({ pitch_uuid })).token)
    const alias = (await aliasesOf(stack.frame.settings, id)).of(user_id)
    expect(await there(user_id)).toMatchObject({ name: guestName(alias), attributes: { person: alias } })
  })
})
