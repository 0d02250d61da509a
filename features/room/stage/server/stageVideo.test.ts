import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { guestName } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { identityOf } from '#features/room/media/server/identities.ts'
import type { RunningMedia } from '#server/media/livekit.ts'
import { browserProgram } from '#testing/browser.ts'
import { liveKit } from '#testing/programs.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { videoService } from '#testing/videoService.ts'

describe.skipIf(!liveKit)('on stage, with a real LiveKit', () => {
  let stack: VideoStack
  let media: RunningMedia

  beforeAll(async () => {
    stack = await startVideo()
    media = stack.media
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
    const user_id = stack.people.investor.id
    return {
      ...{ pitch_uuid, presenter, attendee, seen, user_id, id: made.id },
      grant: (microphone: boolean, camera: boolean) =>
        presenter.grantStage({ pitch_uuid, user_id, microphone, camera }),
      pass: async () => (await attendee.getAgoraToken({ pitch_uuid })).token,
    }
  }

  it('lets an attendee send what was granted, at once and nothing more, and takes it back at once', async () => {
    const { pitch_uuid, presenter, grant, pass, user_id } = await live()
    const watching = await enter(await pass())
    expect(await watching.send('MICROPHONE')).toBe('refused')

    await grant(true, false)
    await until(async () => (await watching.send('MICROPHONE')) === 'published', 2000)
    expect(await watching.send('CAMERA')).toBe('refused')
    await grant(true, true)
    await until(async () => (await watching.send('CAMERA')) === 'published', 3000)
    expect(await watching.send('SCREEN_SHARE')).toBe('refused')

    await presenter.revokeStage({ pitch_uuid, user_id })
    await until(async () => (await watching.send('MICROPHONE')) === 'refused', 1000)
    expect(await watching.send('CAMERA')).toBe('refused')
    expect(watching.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('gives tokens that say what was granted, and refuses an old one that says more than holds', async () => {
    const { pitch_uuid, presenter, attendee, grant, pass, user_id } = await live()
    await grant(true, false)
    expect((await attendee.getAgoraToken({ pitch_uuid })).can_publish).toBe(true)
    const token = await pass()
    const first = await enter(token)
    expect(await first.send('MICROPHONE')).toBe('published')
    expect(await first.send('CAMERA')).toBe('refused')
    first.socket.terminate()

    await presenter.revokeStage({ pitch_uuid, user_id })
    expect((await enter(token)).status).toBe(403)
    expect((await attendee.getAgoraToken({ pitch_uuid })).can_publish).toBe(false)
  })

  it('[PERM-059] never names a guest: not while they are on stage, nor by a token from before', async () => {
    const { pitch_uuid, presenter, grant, pass, user_id, id } = await live()
    await grant(true, false)
    const named = await pass()
    await enter(named)
    const service = videoService(media)
    const { channel } = await presenter.getAgoraToken({ pitch_uuid })
    const { of } = await aliasesOf(stack.frame.settings, id)
    const calledThere = async () => (await service.getParticipant(channel, user_id)).name
    expect(await calledThere()).toBe('Ivy Investor')
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    await until(async () => (await calledThere()) === guestName(of(user_id)), 1000)
    expect((await enter(named)).status).toBe(403)
    await enter(await pass())
    expect(await calledThere()).toBe(guestName(of(user_id)))
  })

  it('[PERM-059] does not name a guest either who was on stage before and is only watching now', async () => {
    const { pitch_uuid, presenter, grant, pass, user_id, id } = await live()
    const { of } = await aliasesOf(stack.frame.settings, id)
    await enter(await pass())
    await grant(true, false)
    const service = videoService(media)
    const { channel } = await presenter.getAgoraToken({ pitch_uuid })
    const there = () => service.getParticipant(channel, user_id)
    await until(async () => (await there()).permission?.hidden === false, 3000)
    await presenter.revokeStage({ pitch_uuid, user_id })
    await until(async () => (await there()).permission?.canPublish === false, 3000)
    // still seen, and by name
    expect(await there()).toMatchObject({ name: 'Ivy Investor', permission: { hidden: false } })
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    await until(async () => (await there()).name === guestName(of(user_id)), 2000)
    expect((await there()).attributes).toEqual({ person: of(user_id) })
    expect((await there()).permission).toMatchObject({ canPublish: false, canSubscribe: true, hidden: false })
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: false })
    await until(async () => (await there()).name === 'Ivy Investor', 2000)
    expect((await there()).attributes).toEqual({ person: user_id })
  })

  it('[STATE-039] lets a moderator send who leads the pitch from now on, and no longer than that', async () => {
    const { pitch_uuid, presenter } = await live()
    const moderator = stack.as('member')
    const { id } = stack.people.member
    const seen = follow(stack.connect('member', pitch_uuid))
    await until(() => seen.first)
    const watching = await enter((await moderator.getAgoraToken({ pitch_uuid })).token)
    expect(await watching.send('CAMERA')).toBe('refused')
    await until(async () => (await presenter.prepareEndPitchData({ uuid: pitch_uuid })).takers.length === 1)
    await presenter.transferPitch({ uuid: pitch_uuid, user_id: id })
    await until(async () => (await watching.send('CAMERA')) === 'published', 2000)
    expect((await moderator.getAgoraToken({ pitch_uuid })).can_publish).toBe(true)
    // for attendees the pitch is not without its presenter
    await until(() =>
      seen.signals.some(({ payload }) => (payload as { presenters?: string[] }).presenters?.includes(id)),
    )
    follow(stack.connect('presenter', pitch_uuid))
    await until(async () =>
      presenter.transferPitch({ uuid: pitch_uuid, user_id: stack.people.presenter.id, keep: true }).then(
        () => true,
        () => false,
      ),
    )
    await until(async () => (await watching.send('CAMERA')) === 'refused', 2000)
  })

  it('lets an attendee be heard by who is there, ends it, and holds past our own address too', async () => {
    const { pitch_uuid, presenter, grant, pass, user_id, id } = await live()
    const identity = identityOf(media, id, user_id)
    const before = await pass()
    const hears = (await presenter.getAgoraToken({ pitch_uuid })).token
    const browser = await chromium.launch({
      executablePath: browserProgram,
      chromiumSandbox: false,
      args: [
        ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ],
    })
    try {
      const page = await browser.newPage({ bypassCSP: true })
      await page.goto(`${stack.url}/healthz`)
      const library = '../../../../node_modules/livekit-client/dist/livekit-client.umd.js'
      await page.addScriptTag({ path: new URL(library, import.meta.url).pathname })
      /** Joins as `name` and keeps the room in the page. */
      const join = (name: string, url: string, token: string) =>
        page.evaluate(
          async ([name, url, token]) => {
            const { Room } = (globalThis as never as { LivekitClient: typeof import('livekit-client') }).LivekitClient
            const room = new Room()
            await room.connect(url ?? '', token ?? '')
            Object.assign(globalThis, { [name ?? '']: room })
          },
          [name, url, token],
        )
      const ask = <T>(what: string) => page.evaluate(what) as Promise<T>
      const ours = `${stack.url.replace('http', 'ws')}/livekit`
      await join('host', ours, hears)
      await join('guest', ours, before)
      expect(await ask('host.remoteParticipants.size')).toBe(0)

      await grant(true, false)
      await until(() => ask('guest.localParticipant.permissions?.canPublish === true'), 3000)
      await ask('guest.localParticipant.setMicrophoneEnabled(true).then(() => 0)')
      const isHeard = () => ask(`Boolean(host.remoteParticipants.get('${identity}')?.isMicrophoneEnabled)`)
      await until(isHeard, 5000)
      const granted = await pass()

      await presenter.revokeStage({ pitch_uuid, user_id })
      await until(async () => !(await isHeard()), 2000)
      await until(() => ask('guest.localParticipant.permissions?.canPublish === false'), 2000)

      // at a LiveKit that is open to all: it is told what holds as soon as it says who came, more or less
      const straight = media.httpUrl.replace('http', 'ws')
      await join('old', straight, granted)
      await until(() => ask('old.localParticipant.permissions?.canPublish === false'), 3000)
      await ask('old.disconnect().then(() => 0)')
      const none = await pass()
      await grant(true, false)
      await join('early', straight, none)
      await until(() => ask('early.localParticipant.permissions?.canPublish === true'), 3000)
    } finally {
      await browser.close()
    }
  }, 60_000)
})
