import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { modelAddress } from '#features/room/video/addresses.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'

/**
 * MediaPipe's selfie segmenter (Apache-2.0), which separates people from the room behind them. Its packages do not contain
 * it, so the server downloads it at the first request and accepts only this file.
 */
export const model = {
  url: 'https://storage.googleapis.com/mediapipe-models/image_segmenter/selfie_segmenter/float16/1/selfie_segmenter.tflite',
  sha256: '191ac9529ae506ee0beefa6b2c945a172dab9d07d1e802a290a4e4038226658b',
  bytes: 249_537,
} as const

/** Time limit of the download, and the pause after a failed one, in milliseconds. */
const PATIENCE = 10_000
const REST = 10 * 60_000

type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>

/** Serves the model to browsers, which run it themselves: no picture is sent to the server. */
export function serveBackgroundModel(app: FastifyInstance, frame: Frame, from: Fetch = fetch): void {
  const find = finder(frame, from)
  app.get(modelAddress, async (_request, reply) => {
    const found = await find()
    if (!found) throw new CallFailed('NotFound')
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .type('application/octet-stream')
      .send(found)
  })
}

/** Finds the model in memory, on disk or at its publisher; undefined where it is not available. */
function finder({ settings, log }: Frame, from: Fetch): () => Promise<Buffer | undefined> {
  const { backgroundModel: wanted } = settings
  const kept = wanted === 'fetch' ? join(settings.dataDir, 'models', 'selfie_segmenter.tflite') : wanted
  let known: Promise<Buffer | undefined> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const there = await readFile(kept).catch(() => undefined)
    if (there || wanted !== 'fetch') return there
    const fetched = await fetchModel(from)
    await mkdir(dirname(kept), { recursive: true })
    await writeFile(`${kept}.part`, fetched)
    await rename(`${kept}.part`, kept)
    return fetched
  }
  return async () => {
    if (wanted === 'off' || rightTime() - failedAt < REST) return undefined
    // simultaneous requests share one download
    known ??= look().catch((error: unknown) => {
      log.warn(
        { err: error },
        'the model for virtual backgrounds could not be fetched; docs/operating.md says what to do',
      )
      return undefined
    })
    const found = await known
    if (!found) {
      known = undefined
      failedAt = rightTime()
    }
    return found
  }
}

async function fetchModel(from: Fetch): Promise<Buffer> {
  const answer = await from(model.url, { signal: AbortSignal.timeout(PATIENCE) })
  if (!answer.ok) throw new Error(`${model.url} answered ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (createHash('sha256').update(bytes).digest('hex') !== model.sha256)
    throw new Error(`${model.url} is another file than the one that is known`)
  return bytes
}
