import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterWithCamera } from '#testing/camera.ts'
import { liveKit } from '#testing/programs.ts'
import { seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { CONSENT_WORDS } from '../rules.ts'
import { segmentKey } from './keys.ts'
import { SILENCE, timescales } from './recorder/mp4.ts'
import { openRecorderWith } from './recorder/recorder.ts'
import { startRecordings } from './recordings.ts'
import { samplesOf } from './silence.ts'
import { recording, recordingLine, recordingSegment } from './tables.ts'

/** Seconds that are recorded, and those at either end that do not count. */
const SECONDS = 20
const EDGE = 2
/** Seconds between two pictures that are shown one after the other, by testing/camera.ts, with what a busy machine adds. */
const USUAL = 2.5 / 15

const preload = (query: string) => [
  '--import',
  new URL(`../../../../testing/dropPackets.ts?${query}`, import.meta.url).href,
]

describe.skipIf(!liveKit)('a recording over a network that loses every twentieth packet', { timeout: 120_000 }, () => {
  let stack: VideoStack
  beforeAll(async () => {
    stack = await startVideo()
  })
  afterAll(() => stack.stop())

  /** Records a camera and a tone. Answers which share of each is missing, and the longest time without a picture. */
  async function recorded(query: string) {
    const made = await seedPitch(stack, { recording: 'start' })
    const presenter = stack.as('presenter')
    const pitch_uuid = made.uuid
    const recordings = startRecordings(stack.frame, (...on) => openRecorderWith(preload(query), ...on))
    try {
      await presenter.answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS })
      await presenter.startPitch({ uuid: pitch_uuid })
      const { token, url } = await presenter.getAgoraToken({ pitch_uuid })
      const camera = await enterWithCamera(url, token)
      await until(async () => (await samples(made.id)).camera.length > 0, 30_000)
      await sleep(SECONDS * 1000)
      await camera.leave()
      await presenter.endPitch({ uuid: pitch_uuid })
      const isReady = async () =>
        (await stack.db.select().from(recording).where(eq(recording.pitchId, made.id)))[0]?.readyAt
      await until(isReady, 15_000)
    } finally {
      await recordings.stop()
    }
    const { camera, microphone } = await samples(made.id)
    const silent = microphone.filter(({ data }) => data.equals(SILENCE)).length
    const gaps = camera.slice(1).map(({ at }, n) => at - (camera[n]?.at ?? 0))
    const lost = gaps.reduce((sum, gap) => sum + Math.max(0, gap - USUAL), 0)
    const all = (camera.at(-1)?.at ?? 0) - (camera[0]?.at ?? 0)
    return { sound: silent / microphone.length, picture: lost / all, gap: Math.max(...gaps), all }
  }

  /** What was recorded of each kind, with its time in seconds. */
  async function samples(pitchId: number) {
    const rows = await stack.db
      .select({ recording: recording.id, line: recordingLine.id, source: recordingLine.source, of: recordingSegment })
      .from(recordingSegment)
      .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
      .innerJoin(recording, eq(recording.id, recordingLine.recordingId))
      .where(eq(recording.pitchId, pitchId))
      .orderBy(asc(recordingSegment.number))
    const found: Record<'camera' | 'microphone', { at: number; data: Buffer }[]> = { camera: [], microphone: [] }
    for (const { recording: id, line, source, of } of rows) {
      if (source !== 'camera' && source !== 'microphone') continue
      const stored = await stack.frame.storage.read(segmentKey(id, line, of.number))
      let at = of.startsAt
      for (const { data, duration } of samplesOf(stored ? await buffer(stored.stream) : Buffer.alloc(0)).samples) {
        found[source].push({ at, data })
        at += duration / timescales[source === 'camera' ? 'h264' : 'opus']
      }
    }
    const last = Math.min(...Object.values(found).map(all => all.at(-1)?.at ?? 0)) - EDGE
    const first = Math.max(...Object.values(found).map(all => all[0]?.at ?? 0)) + EDGE
    const within = ({ at }: { at: number }) => at >= first && at <= last
    return { camera: found.camera.filter(within), microphone: found.microphone.filter(within) }
  }

  it('loses at most half a percent of picture and sound, and has no gap over 300 ms', { retry: 2 }, async () => {
    const found = await recorded('loss=0.05')
    expect(found.all).toBeGreaterThan(SECONDS / 2)
    expect(found.sound, JSON.stringify(found)).toBeLessThan(0.005)
    expect(found.picture, JSON.stringify(found)).toBeLessThan(0.005)
    expect(found.gap, JSON.stringify(found)).toBeLessThan(0.3)
  })

  it('loses more if none of its requests for lost packets is heard (the control)', async () => {
    const found = await recorded('loss=0.05&deaf')
    expect(found.sound, JSON.stringify(found)).toBeGreaterThan(0.01)
    expect(found.gap, JSON.stringify(found)).toBeGreaterThan(0.3)
  })
})
