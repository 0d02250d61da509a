import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { modelAddress } from '#features/room/video/addresses.ts'
import type { Frame } from '#server/frame.ts'
import { answerErrors } from '#server/http/errors.ts'
import { serveBackgroundModel } from './backgroundModel.ts'

let dataDir: string
const apps: FastifyInstance[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rostrum-model-'))
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

function serving(BACKGROUND_MODEL: string, from: () => Promise<Response>) {
  const app = fastify()
  answerErrors(app, code => code)
  const settings = readSettings({ DATA_DIR: dataDir, BACKGROUND_MODEL })
  const warn = vi.fn()
  serveBackgroundModel(app, { settings, log: { warn } } as unknown as Frame, from)
  apps.push(app)
  return { ask: (method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: modelAddress }), warn }
}

describe('[ROOM-007] the model for virtual backgrounds', () => {
  it('takes nothing but the very file that is known, and asks once for many', async () => {
    const from = vi.fn(async () => new Response('something else'))
    const { ask, warn } = serving('fetch', from)
    const answers = await Promise.all([ask('HEAD'), ask(), ask()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect((await ask()).statusCode).toBe(404)
    expect(from).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledTimes(1)
    await expect(readFile(join(dataDir, 'models/selfie_segmenter.tflite'))).rejects.toThrow('ENOENT')
  })

  it('serves the file that the operator names, without a download', async () => {
    const from = vi.fn()
    const file = join(dataDir, 'own.tflite')
    await writeFile(file, 'a model')
    const { ask } = serving(file, from)
    expect((await ask('HEAD')).statusCode).toBe(200)
    expect((await ask()).body).toBe('a model')
    expect(from).not.toHaveBeenCalled()
  })

  it('answers NotFound where backgrounds are off, without a download', async () => {
    const from = vi.fn()
    const { ask } = serving('off', from)
    expect((await ask()).statusCode).toBe(404)
    expect(from).not.toHaveBeenCalled()
  })
})
