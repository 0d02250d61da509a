import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enterWithCamera } from '#testing/camera.ts'
import { liveKit } from '#testing/programs.ts'
import { seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { CONSENT_WORDS } from '../rules.ts'
import { type Recordings, startRecordings } from './recordings.ts'
import { recording, recordingGap, recordingLine, recordingSegment } from './tables.ts'

const words = CONSENT_WORDS

describe.skipIf(!liveKit)('a recording, with a real LiveKit', () => {
  let stack: VideoStack
  let recordings: Recordings | undefined
  const leaving: (() => Promise<void>)[] = []
  beforeAll(async () => {
    stack = await startVideo()
  })
  afterEach(async () => {
    for (const leave of leaving.splice(0)) await leave()
    await recordings?.stop()
    recordings = undefined
  })
  afterAll(() => stack.stop())

  async function live(choice: 'start' | 'hand' = 'start') {
    const made = await seedPitch(stack, { recording: choice })
    const presenter = stack.as('presenter')
    const pitch_uuid = made.uuid
    recordings = startRecordings(stack.frame)
    await presenter.answerRecording({ pitch_uuid, agrees: true, words })
    await presenter.startPitch({ uuid: pitch_uuid })
    const enter = async () => {
      const { token, url } = await presenter.getAgoraToken({ pitch_uuid })
      const one = await enterWithCamera(url, token)
      leaving.push(one.leave)
    }
    const row = async () => {
      const [found] = await stack.db.select().from(recording).where(eq(recording.pitchId, made.id))
      return found
    }
    const segments = async () =>
      stack.db
        .select({ source: recordingLine.source, account: recordingLine.accountId, segment: recordingSegment })
        .from(recordingSegment)
        .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
        .innerJoin(recording, eq(recording.id, recordingLine.recordingId))
        .where(eq(recording.pitchId, made.id))
        .orderBy(recordingLine.source, recordingSegment.startsAt)
    return { id: made.id, pitch_uuid, presenter, enter, row, segments }
  }

  it('has what was sent, within ten seconds after the end', async () => {
    const { presenter, pitch_uuid, enter, row, segments } = await live()
    await enter()
    await until(async () => (await segments()).filter(({ source }) => source === 'camera').length >= 2, 20_000)
    const began = Date.now()
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(async () => (await row())?.readyAt, 10_000)
    console.log('ready after', Date.now() - began)
    console.log((await segments()).map(({ source, segment }) => [source, segment.number, segment.head, segment.startsAt, segment.seconds, segment.bytes]))
    const replay = await presenter.getReplay({ uuid: pitch_uuid })
    console.log(JSON.stringify(replay, null, 1))
    expect(replay.stretches.map(({ source }) => source).toSorted()).toEqual(['camera', 'microphone'])
    console.log(await stack.db.select().from(recordingGap))
    await sleep(10)
    if (process.env['KEEP']) {
      const { writeFile } = await import('node:fs/promises')
      for (const { source, src } of replay.stretches) {
        const get = async (path: string) => (await stack.app.inject({ url: path, headers: { authorization: `Bearer ${stack.people.presenter.token}` } })).rawPayload
        const list = String(await get(src))
        console.log(list)
        const base = src.replace(/[^/]+$/, '')
        const files = list.split('\n').flatMap(line => (/^#EXT-X-MAP:URI="(.*)"$/.exec(line)?.[1] ?? (/^s/.test(line) ? line : [])))
        await writeFile(`${process.env['KEEP']}/${source}.mp4`, Buffer.concat(await Promise.all(files.map(file => get(base + file)))))
      }
    }
  })
})
