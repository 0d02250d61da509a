import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { identityOf } from '#features/room/media/server/identities.ts'
import { videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { storeConsent } from '#features/room/recording/server/consentQueries.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import type { RunningMedia } from '#server/media/livekit.ts'
import type { PersonName } from '#testing/people.ts'
import { liveKit } from '#testing/programs.ts'
import { type SpeechServer, startSpeechServer } from '#testing/speechServer.ts'
import { follow, seedAttendee, seedPitch, until } from '#testing/startRooms.ts'
import { startStack } from '#testing/startStack.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { enterWithVoice } from '#testing/voice.ts'
import { captionHearing } from '../tables.ts'
import { type Ears, openEars } from './ears.ts'
import { Hearing } from './hearing.ts'
import { startHearings } from './hearings.ts'
import { claimHearing, isHeardNow, releaseHearing } from './queries.ts'
import { hearingMissing, speechStatus } from './status.ts'

/**
 * Waits until something is so that comes by way of LiveKit, a process of its own and a provider: a busy machine takes
 * long.
 */
const soon = (isSo: () => unknown) => until(isSo, 60_000)

describe.skipIf(!liveKit)('the stage, heard through a real LiveKit', () => {
  let provider: SpeechServer
  let stack: VideoStack
  let media: RunningMedia
  let ears: Ears
  let hearings: ReturnType<typeof startHearings>
  const voices: { leave(): Promise<void> }[] = []

  beforeAll(async () => {
    provider = await startSpeechServer()
    const speech = { SPEECH_PROVIDER: 'deepgram', SPEECH_URL: provider.url, SPEECH_KEY: 'd-key' }
    stack = await startVideo(speech)
    media = stack.media
    ears = openEars(stack.frame.log)
    hearings = startHearings(stack.frame, ears)
  }, 120_000)
  beforeEach(() => {
    provider.heard.length = 0
    // who speaks high says other things than who speaks low
    const words = (hertz = 0) => (hertz > 300 ? 'We ask for two million.' : 'Good morning everybody.')
    Object.assign(provider.behaviour, {
      status: 200,
      silent: false,
      words: (one: { hertz?: number }) => words(one.hertz),
    })
  })
  afterEach(async () => {
    await Promise.all(voices.splice(0).map(voice => voice.leave()))
    await stack.empty()
  })
  afterAll(async () => {
    await hearings.stop()
    await stack.stop()
    await provider.stop()
  })

  const live = async (more: Parameters<typeof seedPitch>[1] = {}) => {
    const made = await seedPitch(stack, { companyName: 'Quill', coHosts: [stack.people.coHost.email], ...more })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    return made
  }
  /** Someone in the room who reads captions as they are spoken. */
  const reader = async (made: Awaited<ReturnType<typeof live>>, who: PersonName = 'investor') => {
    const { token } = await seedAttendee(stack, made, stack.people[who])
    const seen = follow(stack.connect({ token }, made.uuid))
    const client = stack.withToken(token)
    await soon(() => seen.first)
    await soon(async () => (await client.getRoomPeople({ pitch_uuid: made.uuid })).here === 1)
    await client.setCaptionLanguage({ pitch_uuid: made.uuid })
    const captions = () => (seen.view?.room.captions ?? []) as readonly Caption[]
    return { seen, client, captions, token }
  }
  const enter = async (pitch_uuid: string, client = stack.as('presenter')) => {
    const { token } = await client.getAgoraToken({ pitch_uuid })
    const voice = await enterWithVoice(media.httpUrl.replace('http', 'ws'), token)
    voices.push(voice)
    return voice
  }
  /** Waits until the server is in the room: what was said before is heard by no one. */
  const heardIn = async (pitchId: number, isIn = true) => {
    const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret)
    const listener = () =>
      service.getParticipant(videoRoomOf(media, pitchId), 'listener:captions').catch(() => undefined)
    await soon(async () => ((await listener()) !== undefined) === isIn)
    return listener()
  }

  it('[PROD-018] captions several who speak at once, each as themselves and in their own language', async () => {
    const made = await live()
    const { seen, captions, client } = await reader(made)
    const pitch_uuid = made.uuid
    await stack.as('coHost').updatePitchCaptionSettings({ pitch_uuid, spoken: 'fr' })
    const [presenter, coHost] = await Promise.all([enter(pitch_uuid), enter(pitch_uuid, stack.as('coHost'))])
    const listener = await heardIn(made.id)
    expect(listener?.permission).toMatchObject({ hidden: true, canPublish: false, canPublishData: false })
    await Promise.all([presenter.say(200, 1500), coHost.say(500, 1500)])
    await soon(() => captions().length === 2)
    const by = (name: PersonName) => captions().find(one => one.speaker === stack.people[name].id)
    expect(by('presenter')).toMatchObject({ text: 'Good morning everybody.', language: 'en', name: 'Paul Presenter' })
    expect(by('coHost')).toMatchObject({ text: 'We ask for two million.', language: 'fr', final: true })
    const took = (one: Caption | undefined) => Date.parse(one?.ended_at ?? '') - Date.parse(one?.at ?? '')
    expect(took(by('presenter'))).toBeGreaterThan(1000)
    expect(took(by('presenter'))).toBeLessThan(4000)

    // what went on was shown under the same id, and is kept nowhere
    const goesOn = seen.signals.filter(one => one.type === 'captionGoesOn').map(one => one.payload as Caption)
    expect(goesOn.map(one => one.id)).toContain(by('presenter')?.id)
    expect(goesOn.every(one => one.final === false)).toBe(true)
    const kept = await client.sgGetPitchCaptionsData({ pitch_uuid })
    expect(kept.items.map(item => item.text).sort()).toEqual(['Good morning everybody.', 'We ask for two million.'])
    expect(provider.heard[0]).toMatchObject({ api: 'deepgram-stream', key: 'd-key', model: 'nova-3' })
    expect(provider.heard[0]?.prompt).toContain('Quill')
    expect(new Set(provider.heard.map(one => one.language))).toEqual(new Set(['en', 'fr']))

    // no one is captioned twice: their browser is told not to
    const own = { pitch_uuid, id: randomUUID(), text: 'Good morning everybody.', language: 'en', final: true } as const
    await expect(stack.as('presenter').sendCaption(own)).rejects.toMatchObject({ code: 'CaptionedByServer' })
    expect(await stack.as('presenter').getPitchCaptionSettings({ pitch_uuid })).toEqual({
      speech: 'server',
      provider: 'Deepgram',
      deaf: false,
      keeps: false,
      spoken: 'en',
      recognised: true,
    })
  }, 300_000)

  it('[PROD-018] recognises no speech without readers, pauses with the pitch, and ends with it', async () => {
    const made = await live()
    const pitch_uuid = made.uuid
    const presenter = await enter(pitch_uuid)
    await presenter.say(200, 800, 700)
    await heardIn(made.id, false)
    expect(provider.heard).toEqual([])

    const { captions, client } = await reader(made)
    await heardIn(made.id)
    await presenter.say(200, 1200)
    await soon(() => captions().length === 1)
    await stack.as('presenter').sgFixPause({ pitch_uuid, is_paused: true })
    await heardIn(made.id, false)
    await stack.as('presenter').sgFixPause({ pitch_uuid, is_paused: false })
    await heardIn(made.id)
    // the pause has ended what was sent; a browser sends it again by itself, this voice comes anew
    const again = await enter(pitch_uuid)
    await again.say(200, 1200)
    await soon(() => captions().length === 2)

    // the reader who stops was the last one
    await client.setCaptionLanguage({ pitch_uuid, reading: false })
    await heardIn(made.id, false)
    // a pitch that keeps all captions is recognized without readers, as those who manage it choose
    await expect(client.updatePitchCaptionSettings({ pitch_uuid, keeps: true })).rejects.toMatchObject({
      code: 'NoPermission',
    })
    await stack.as('presenter').updatePitchCaptionSettings({ pitch_uuid, keeps: true })
    await heardIn(made.id)
    await stack.as('presenter').endPitch({ uuid: pitch_uuid })
    await soon(async () => (await stack.frame.pool.query('select from caption_hearing')).rowCount === 0)
    const said = await stack.as('presenter').sgGetPitchCaptionsData({ pitch_uuid })
    expect(said.items).toHaveLength(2)
  }, 300_000)

  it('[ENT-010] recognises what is recorded without readers, until the recording stops, and where a transcript is wanted', async () => {
    const made = await live({ recording: 'hand' })
    const pitch_uuid = made.uuid
    const seen = follow(stack.connect('presenter', pitch_uuid))
    await soon(() => seen.first)
    await enter(pitch_uuid)
    await heardIn(made.id, false)
    const presenter = stack.as('presenter')
    const record = (is_recording: boolean) => presenter.setRecording({ pitch_uuid, is_recording })
    await record(true)
    expect(await heardIn(made.id)).toBeDefined()
    await record(false)
    expect(await heardIn(made.id, false)).toBeUndefined()
    await record(true)
    await heardIn(made.id)
    await stack.db.update(pitch).set({ transcript: false }).where(eq(pitch.id, made.id))
    await heardIn(made.id, false)
  }, 300_000)

  it('[ENT-010] recognises for a recording those alone who agreed to it, and for readers everyone', async () => {
    const made = await live({ recording: 'hand' })
    const [owner, coHost] = [stack.people.presenter.id, stack.people.coHost.id]
    const agreed = { pitchId: made.id, accountId: owner, agrees: true, language: 'en', now: new Date() } as const
    await stack.db.transaction(db => storeConsent(db, agreed))
    // LiveKit takes no sound from those who have not agreed; this does not rely on it
    let take: Parameters<Ears['join']>[3] | undefined
    const join: Ears['join'] = (_pitch, _url, _token, onEvent) => {
      take = onEvent
    }
    const given: Ears = { ...ears, join, leave: () => {} }
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, made.id))
    const hearing = new Hearing(stack.frame, given, row as NonNullable<typeof row>)
    await hearing.tick(true)
    const of = { pitchId: made.id } as const
    take?.({ ...of, type: 'joined' })
    const tracks = [owner, coHost]
    for (const track of tracks)
      take?.({ ...of, type: 'track', track, identity: identityOf(media, made.id, track), name: '' })
    const say = async (forRecording: boolean) => {
      await hearing.tick(forRecording)
      for (const hertz of [0, 300, 0])
        for (let part = 0; part < 50; part++) {
          const samples = Int16Array.from(
            { length: 320 },
            (_, i) => 9000 * Math.sin((2 * Math.PI * hertz * i) / 16_000),
          )
          for (const track of tracks) take?.({ ...of, type: 'sound', track, samples })
        }
    }
    await say(true)
    await soon(() => provider.heard.length > 0)
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(provider.heard).toHaveLength(1)
    await say(false)
    await soon(() => provider.heard.length === 3)
    hearing.stop()
  }, 300_000)

  it('[PROD-018] follows attendees onto the stage, and recognises no speaker who refuses', async () => {
    const made = await live()
    const pitch_uuid = made.uuid
    const { captions, client } = await reader(made)
    const user_id = stack.people.investor.id
    await stack.as('presenter').grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
    const investor = await enter(pitch_uuid, client)
    await heardIn(made.id)
    await investor.say(200, 1200)
    await soon(() => captions().some(one => one.speaker === user_id))
    await client.updatePitchCaptionSettings({ pitch_uuid, recognised: false })
    // the choice holds from the next look on
    await new Promise(resolve => setTimeout(resolve, 1500))
    const before = provider.heard.length
    await investor.say(200, 1200)
    expect(provider.heard).toHaveLength(before)
    expect(captions()).toHaveLength(1)
  }, 300_000)

  it('[PROD-018] says that captions are off while the provider fails, asks it less and less, and goes on after it', async () => {
    const made = await live()
    const { captions, seen, client } = await reader(made)
    const presenter = await enter(made.uuid)
    await heardIn(made.id)
    provider.behaviour.status = 503
    await presenter.say(200, 1000)
    const told = () => seen.signals.filter(one => one.type === 'captionSpeech').map(one => one.payload)
    await soon(() => told().length === 2)
    expect(told()).toEqual([{ speech: 'server' }, { speech: 'down' }])
    expect(speechStatus(stack.frame)).toMatch(/^off: Deepgram does not answer, captions are off/)
    expect((await client.getPitchCaptionSettings({ pitch_uuid: made.uuid })).speech).toBe('down')
    expect(captions()).toEqual([])

    provider.behaviour.status = 200
    await soon(async () => {
      await presenter.say(200, 1000, 800)
      return captions().length > 0
    })
    await soon(() => told().length === 3)
    expect(told()[2]).toEqual({ speech: 'server' })
    expect(speechStatus(stack.frame)).toBe('ok')
    // a stream that ends by itself is opened again, and what it had heard is kept
    for (const stream of provider.streams) stream.terminate()
    const count = captions().length
    await soon(async () => {
      await presenter.say(200, 1000, 800)
      return captions().length > count || captions().length === 3
    })
  }, 300_000)

  it('[PROD-018] is heard again after LiveKit was killed, and after the process that hears was', async () => {
    const made = await live()
    const { captions } = await reader(made)
    let presenter = await enter(made.uuid)
    await heardIn(made.id)
    process.kill(ears.pid() ?? 0, 'SIGKILL')
    await soon(async () => {
      await presenter.say(200, 1000, 800)
      return captions().length === 1
    })

    const { pid } = JSON.parse(readFileSync(join(stack.frame.settings.dataDir, 'livekit.pid'), 'utf8')) as {
      pid: number
    }
    process.kill(pid, 'SIGKILL')
    await soon(() => media.status() !== 'ok')
    await soon(() => media.status() === 'ok')
    await voices.pop()?.leave()
    presenter = await enter(made.uuid)
    await soon(async () => {
      await presenter.say(500, 1000, 800)
      return captions().some(one => one.text === 'We ask for two million.')
    })
    expect(captions().map(one => one.text)).toContain('We ask for two million.')
  }, 300_000)
})

describe('which server hears a pitch', () => {
  it('is one alone, and the next one when that is dead, by the database’s clock', async () => {
    const { db, people, stop } = await startStack()
    const { id: pitchId } = await seedPitch({ db, people })
    const [a, b] = [randomUUID(), randomUUID()]
    const claim = (serverId: string) => claimHearing(db, { pitchId, serverId, isHeard: true })
    const silentFor = (seconds: number) =>
      db.update(captionHearing).set({ seenAt: sql`now() - make_interval(secs => ${seconds})` })
    const both = await Promise.all([claim(a), claim(b)])
    expect(both.filter(Boolean)).toHaveLength(1)
    const [first, second] = both[0] ? [a, b] : [b, a]
    expect(await claim(first)).toBe(true)
    await silentFor(8)
    expect(await claim(second)).toBe(false)
    expect(await isHeardNow(db, pitchId)).toBe(true)
    await silentFor(11)
    expect(await isHeardNow(db, pitchId)).toBeUndefined()
    expect(await claim(second)).toBe(true)
    expect(await claim(first)).toBe(false)

    // a server whose own clock is a minute off takes no other for dead, and is not taken for dead itself
    for (const off of [60_000, -60_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
      expect(await claim(first)).toBe(false)
      expect(await isHeardNow(db, pitchId)).toBe(true)
      expect(await claim(second)).toBe(true)
      vi.useRealTimers()
      expect(await claim(first)).toBe(false)
    }
    await releaseHearing(db, pitchId, first)
    expect(await claim(first)).toBe(false)
    await releaseHearing(db, pitchId, second)
    expect(await claim(first)).toBe(true)
    await stop()
  })
})

describe('a machine for which there is no build', () => {
  it('is said, and a console without a provider says that and looks no further', () => {
    expect(hearingMissing()).toBeUndefined()
    expect(hearingMissing({ platform: 'freebsd', arch: 'x64' })).toContain('(freebsd-x64)')
    expect(hearingMissing({ platform: 'linux', arch: 'x64' }, false)).toContain('musl')
    const settings = readSettings({})
    expect(speechStatus({ settings })).toMatch(/^off: SPEECH_PROVIDER is not set/)
  })
})
