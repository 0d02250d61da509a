import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chromium } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { AccessToken, type RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { identityOf, metadataOf, senderOf, sessionOf } from '#features/room/media/server/identities.ts'
import { pitchOfVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { webhookPath } from '#server/media/configuration.ts'
import type { RunningMedia } from '#server/media/livekit.ts'
import { browserProgram } from '#testing/browser.ts'
import { openTestSession } from '#testing/people.ts'
import { liveKit } from '#testing/programs.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { claimsOf, startVideo, type VideoStack } from '#testing/startVideo.ts'
import { videoService } from '#testing/videoService.ts'

describe('without LiveKit', () => {
  let stack: RoomStack
  beforeAll(async () => {
    stack = await startRooms()
  })
  afterAll(() => stack.stop())

  it('says that video is off, and the room works', async () => {
    const made = await seedPitch(stack)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await expect(stack.as('presenter').getAgoraToken({ pitch_uuid: made.uuid })).rejects.toThrow('VideoOff')
    await stack.as('presenter').endPitch({ uuid: made.uuid })
  })

  it('believes no webhook', async () => {
    const answer = await fetch(stack.url + webhookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json' },
      body: '{}',
    })
    expect(answer.status).toBe(404)
  })
})

describe.skipIf(!liveKit)('with a real LiveKit', () => {
  let stack: VideoStack
  let media: RunningMedia
  let service: RoomServiceClient

  beforeAll(async () => {
    stack = await startVideo()
    media = stack.media
    service = videoService(media)
  })
  afterEach(async () => {
    stack.leaveVideo()
    await stack.empty()
  })
  afterAll(() => stack.stop())

  const enter: VideoStack['enter'] = (...asked) => stack.enter(...asked)

  const sendTrack = (socket: WebSocket, source: string) =>
    socket.send(
      JSON.stringify({
        addTrack: {
          ...{ cid: source, name: source, source, width: 640, height: 360 },
          type: source === 'MICROPHONE' ? 'AUDIO' : 'VIDEO',
        },
      }),
    )
  const tokenFor = async (client: ReturnType<RoomStack['as']>, uuid: string) =>
    client.getAgoraToken({ pitch_uuid: uuid })
  const livePitch = async () => {
    const made = await seedPitch(stack, {
      coHosts: [stack.people.coHost.email],
      moderators: [stack.people.member.email],
    })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    return { made, attendee: stack.withToken(token) }
  }

  it('[CALL-047, PROD-016, PROD-017] gives tokens by part: presenters send camera, microphone and screen, others receive', async () => {
    const { made, attendee } = await livePitch()
    for (const client of [stack.as('presenter'), stack.as('coHost')]) {
      const answer = await tokenFor(client, made.uuid)
      expect(answer).toMatchObject({ provider: 'livekit', url: media.url, can_publish: true })
      const { video, sub } = claimsOf(answer.token)
      expect(sub).toBe(answer.uid)
      expect(video).toMatchObject({ room: answer.channel, canPublish: true, canPublishData: false, hidden: false })
      expect(video.canPublishSources).toEqual(['camera', 'microphone'])
    }
    for (const client of [attendee, stack.as('member'), stack.as('admin')]) {
      const answer = await tokenFor(client, made.uuid)
      expect(answer.can_publish).toBe(false)
      expect(claimsOf(answer.token).video).toMatchObject({ canPublish: false, canPublishData: false, hidden: true })
    }
    const { exp, nbf } = claimsOf((await tokenFor(attendee, made.uuid)).token)
    expect(exp - nbf).toBe(300)
  })

  it('gives every pitch a room name of its own that cannot be guessed', async () => {
    const [one, two] = [await livePitch(), await livePitch()]
    const channels = [await tokenFor(one.attendee, one.made.uuid), await tokenFor(two.attendee, two.made.uuid)]
    const [a, b] = channels.map(({ channel }) => channel)
    expect(a).toMatch(/^\d+-[\w-]{22}$/)
    expect(a?.split('-')[1]).not.toBe(b?.split('-')[1])
    expect(a).not.toContain(one.made.uuid)
    expect(pitchOfVideoRoom(media, a ?? '')).toBe(one.made.id)
    expect(pitchOfVideoRoom(media, `${one.made.id}-${'A'.repeat(22)}`)).toBeUndefined()
    expect(pitchOfVideoRoom({ ...media, apiSecret: 'another' }, a ?? '')).toBeUndefined()
  })

  it('gives no token to attendees before the start, none after the end, none to strangers', async () => {
    const made = await seedPitch(stack)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const attendee = stack.withToken(token)
    await expect(tokenFor(attendee, made.uuid)).rejects.toThrow('RoomNotOpen')
    expect((await tokenFor(stack.as('presenter'), made.uuid)).can_publish).toBe(true)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    expect((await tokenFor(attendee, made.uuid)).can_publish).toBe(false)
    await expect(tokenFor(stack.as('lumenPresenter'), made.uuid)).rejects.toThrow('PitchNotFound')
    await expect(tokenFor(stack.as('nobody'), made.uuid)).rejects.toThrow('NotSignedIn')
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await expect(tokenFor(attendee, made.uuid)).rejects.toThrow('RoomNotOpen')
    await expect(tokenFor(stack.as('presenter'), made.uuid)).rejects.toThrow('RoomNotOpen')
  })

  it('lets a presenter send camera and microphone, and refuses an attendee who tries', async () => {
    const { made, attendee } = await livePitch()
    const presenter = await enter((await tokenFor(stack.as('presenter'), made.uuid)).token)
    const watching = await enter((await tokenFor(attendee, made.uuid)).token)
    for (const source of ['CAMERA', 'MICROPHONE'])
      for (const { socket } of [presenter, watching]) sendTrack(socket, source)
    await until(() => presenter.heard.filter(text => text.includes('trackPublished')).length === 2)
    await until(() => watching.heard.filter(text => text.includes('NOT_ALLOWED')).length === 2)
    expect(watching.heard.join()).not.toContain('trackPublished')
  })

  it('ends the connection of a removed attendee, and refuses their token from then on, within a second', async () => {
    const { made, attendee } = await livePitch()
    const { token, channel, uid } = await tokenFor(attendee, made.uuid)
    const watching = await enter(token)
    expect(watching.status).toBe(101)
    const began = Date.now()
    await stack.as('member').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    await until(() => watching.socket.readyState === WebSocket.CLOSED)
    expect((await enter(token)).status).toBe(403)
    await expect(tokenFor(stack.as('investor'), made.uuid)).rejects.toThrow('RemovedFromRoom')
    expect(Date.now() - began).toBeLessThan(1000)
    const { id } = stack.people.investor
    expect(uid).not.toBe(id)
    expect((await service.listParticipants(channel)).map(({ identity }) => identity)).not.toContain(id)

    await stack.as('member').readmitAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    const again = await tokenFor(stack.as('investor'), made.uuid)
    expect((await enter(again.token)).status).toBe(101)
  })

  it('ends the video of people who lose the right to it: a link switched off, an account disabled, a session ended', async () => {
    const { made, attendee } = await livePitch()
    const inside = async (client: typeof attendee) => (await enter((await tokenFor(client, made.uuid)).token)).socket
    const isOut = (socket: WebSocket) => until(() => socket.readyState === WebSocket.CLOSED, 2000)
    const attendees = await stack.as('presenter').getPitchAttendeeList({ uuid: made.uuid })
    const attendee_id = attendees.items[0]?.id ?? ''

    const byLink = await inside(attendee)
    const presenting = await inside(stack.as('coHost'))
    await stack.as('presenter').setJoinLinkDisabled({ uuid: made.uuid, attendee_id, disabled: true })
    await isOut(byLink)
    await stack.as('presenter').setJoinLinkDisabled({ uuid: made.uuid, attendee_id, disabled: false })

    const user_id = stack.people.investor.id
    const byAccount = await inside(stack.as('investor'))
    await stack.as('admin').setUserDisabled({ user_id, disabled: true })
    await isOut(byAccount)
    await stack.as('admin').setUserDisabled({ user_id, disabled: false })

    const person = stack.withToken(await openTestSession(stack.db, user_id, made.organisationId))
    const bySession = await inside(person)
    await person.writeLogout({})
    await isOut(bySession)
    expect(presenting.readyState).toBe(WebSocket.OPEN)
  })

  it('ends only the video of attendees who were admitted because a pitch was public', async () => {
    const made = await seedPitch(stack, { isPublic: true, coHosts: [stack.people.coHost.email] })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    const { token } = await seedAttendee(stack, made, stack.people.secondInvestor)
    const inside = async (client: ReturnType<RoomStack['as']>) =>
      (await enter((await tokenFor(client, made.uuid)).token)).socket
    const { id, organisationId } = stack.people.investor
    const uninvited = await inside(stack.withToken(await openTestSession(stack.db, id, organisationId)))
    const others = [await inside(stack.withToken(token)), await inside(stack.as('coHost'))]
    await stack.db.update(pitch).set({ isPublic: false }).where(eq(pitch.id, made.id))
    stack.sockets.disconnect({ attendeesOf: made.id })
    await until(() => uninvited.readyState === WebSocket.CLOSED)
    expect(others.map(socket => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  })

  it('looks at the token that LiveKit believes when a connection carries two', async () => {
    const { made, attendee } = await livePitch()
    const old = await tokenFor(attendee, made.uuid)
    await attendee.writeLogout({})
    const good = await tokenFor(stack.as('coHost'), made.uuid)
    const address = `${stack.url.replace('http', 'ws')}/livekit/rtc?access_token=${good.token}&protocol=15`
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${old.token}` } })
    socket.on('error', () => {})
    const refused = once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode)
    expect(await Promise.race([refused, once(socket, 'message').then(() => 101)])).toBe(403)
  })

  it('refuses a token of a session that has ended, of another room, and one that is not ours', async () => {
    const { made, attendee } = await livePitch()
    const { token, uid, channel } = await tokenFor(attendee, made.uuid)
    await attendee.writeLogout({})
    expect((await enter(token)).status).toBe(403)
    const forge = async (secret: string, room: string, metadata: string) => {
      const forged = new AccessToken(media.apiKey, secret, { identity: uid, metadata, ttl: 60 })
      forged.addGrant({ room, roomJoin: true })
      return (await enter(await forged.toJwt())).status
    }
    expect(await forge(media.apiSecret, 'lobby', crypto.randomUUID())).toBe(403)
    expect(await forge('x'.repeat(43), channel, crypto.randomUUID())).toBe(403)
    expect((await enter('nonsense')).status).toBe(403)
  })

  it('refuses a token that its holder has edited, and lets in the one that we gave', async () => {
    const { made, attendee } = await livePitch()
    const { token } = await tokenFor(attendee, made.uuid)
    const [head = '', , seal = ''] = token.split('.')
    const claims = claimsOf(token)
    const coded = (what: unknown) => Buffer.from(JSON.stringify(what)).toString('base64url')
    const edited = { ...claims, video: { ...claims.video, canPublish: true, roomAdmin: true, hidden: false } }
    expect((await enter([head, coded(edited), seal].join('.'))).status).toBe(403)
    expect((await enter([coded({ alg: 'none' }), coded(edited), ''].join('.'))).status).toBe(403)
    expect((await enter(token)).status).toBe(101)
  })

  it('makes rooms itself: an old token opens none, and a room that LiveKit lost is there again with the next token', async () => {
    const { made, attendee } = await livePitch()
    const { token, channel } = await tokenFor(attendee, made.uuid)
    await service.deleteRoom(channel) // as if LiveKit had died
    expect((await enter(token)).status).toBe(404)
    await new Promise(resolve => setTimeout(resolve, 1100))
    expect((await enter((await tokenFor(attendee, made.uuid)).token)).status).toBe(101)
  })

  it('[CALL-032] ends everybody’s video with the pitch', async () => {
    const { made, attendee } = await livePitch()
    const { token, channel } = await tokenFor(attendee, made.uuid)
    const watching = await enter(token)
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await until(() => watching.socket.readyState === WebSocket.CLOSED)
    expect((await service.listRooms([channel])).length).toBe(0)
    expect((await enter(token)).status).toBe(403)
  })

  it('believes only webhooks that LiveKit has signed', async () => {
    const body = JSON.stringify({ event: 'participant_joined', room: { name: 'x' }, participant: { identity: 'y' } })
    const post = async (authorization: string | undefined, type = 'application/webhook+json') =>
      (
        await fetch(stack.url + webhookPath, {
          method: 'POST',
          headers: { 'content-type': type, ...(authorization && { authorization }) },
          body,
        })
      ).status
    const signed = async (secret: string, of: string) => {
      const token = new AccessToken(media.apiKey, secret, { ttl: 60 })
      token.sha256 = createHash('sha256').update(of).digest('base64')
      return token.toJwt()
    }
    expect(await post(await signed(media.apiSecret, body))).toBe(200)
    expect(await post(undefined)).toBe(403)
    expect(await post(await signed(media.apiSecret, `${body} `))).toBe(403)
    expect(await post(await signed('x'.repeat(43), body))).toBe(403)
  })

  it('removes a participant with an old token who reached LiveKit directly, as soon as LiveKit reports them', async () => {
    const { made, attendee } = await livePitch()
    const { token, channel } = await tokenFor(attendee, made.uuid)
    const browser = await chromium.launch({
      executablePath: browserProgram,
      chromiumSandbox: false,
      args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    })
    try {
      const page = await browser.newPage({ bypassCSP: true })
      await page.goto(`${stack.url}/healthz`)
      await page.addScriptTag({
        path: new URL('../../../../node_modules/livekit-client/dist/livekit-client.umd.js', import.meta.url).pathname,
      })
      /** Connects straight to LiveKit; answers how long the connection lasted, or that it lasts. */
      const connect = () =>
        page.evaluate(
          async ([url, with_]) => {
            const { Room, RoomEvent } = (globalThis as never as { LivekitClient: typeof import('livekit-client') })
              .LivekitClient
            const room = new Room()
            const ended = new Promise<string>(resolve =>
              room.once(RoomEvent.Disconnected, reason => resolve(`ended ${reason}`)),
            )
            const refused = await room.connect(url ?? '', with_ ?? '').then(
              () => undefined,
              (error: Error) => `refused: ${error.message}`,
            )
            if (refused) return refused
            const end = await Promise.race([ended, new Promise<string>(resolve => setTimeout(resolve, 1500, 'lasts'))])
            return end
          },
          [media.httpUrl.replace('http', 'ws'), token],
        )
      expect(await connect()).toBe('lasts')
      expect((await service.listParticipants(channel)).map(({ identity }) => identity)).toContain(
        stack.people.investor.id,
      )
      await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
      // LiveKit says PARTICIPANT_REMOVED (4), or lets go of the browser before it has come in at all.
      expect(await connect()).toMatch(/^ended 4$|^refused/)
      expect(await service.listParticipants(channel)).toEqual([])
    } finally {
      await browser.close()
    }
  }, 40_000)

  it('[PERM-059] shows LiveKit no id of an account or a session, and another one in every pitch', async () => {
    const [one, two] = [await livePitch(), await livePitch()]
    const { id } = stack.people.investor
    const { sub, metadata } = claimsOf((await tokenFor(one.attendee, one.made.uuid)).token)
    expect(senderOf(media, one.made.id, sub)).toBe(id)
    const session = sessionOf(media, one.made.id, metadata) ?? ''
    const others = [sub, metadata, identityOf(media, two.made.id, id), metadataOf(media, two.made.id, session)]
    expect(new Set([...others, id, session]).size).toBe(6)
  })

  it('keeps names of rooms and their pitches together', () => {
    for (const id of [1, 42, 9_007_199_254_740]) expect(pitchOfVideoRoom(media, videoRoomOf(media, id))).toBe(id)
  })
})
