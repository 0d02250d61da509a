import fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { type Parts, serveHealth } from './health.ts'

const allWell: Parts = {
  database: () => 'ok',
  media: () => 'ok',
  recording: () => 'ok',
  convert: () => 'ok',
  mail: () => 'ok',
  bounces: () => 'ok',
  sms: () => 'ok',
  speech: () => 'ok',
  translate: () => 'ok',
  storage: () => 'ok',
  jobs: () => 'ok',
  audit: () => 'ok',
  clock: () => 'ok',
}
async function ask(parts: Partial<Parts>) {
  const app = fastify()
  serveHealth(app, { ...allWell, ...parts })
  const answer = await app.inject('/healthz')
  return { status: answer.statusCode, body: answer.json<{ status: string; parts: Record<string, string> }>() }
}

describe('GET /healthz', () => {
  it('names the version and every part', async () => {
    const { status, body } = await ask({})
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    expect(Object.keys(body.parts)).toEqual([
      'database',
      'media',
      'recording',
      'convert',
      'mail',
      'bounces',
      'sms',
      'speech',
      'translate',
      'storage',
      'jobs',
      'audit',
      'clock',
    ])
  })

  it('stays ok without video, mail and conversion, and says why they are off', async () => {
    const { status, body } = await ask({ media: () => 'off: LiveKit is not installed', mail: () => 'off: no SMTP_URL' })
    expect(status).toBe(200)
    expect(body.parts['media']).toBe('off: LiveKit is not installed')
  })

  it.each(['database', 'storage', 'jobs'] as const)('fails without %s', async part => {
    const { status, body } = await ask({ [part]: () => 'off: gone' })
    expect(status).toBe(503)
    expect(body.status).toBe('failing')
  })

  it('does not wait for a part that hangs, nor repeats what a broken one says', async () => {
    const { body } = await ask({
      database: () => new Promise(() => {}),
      media: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:7880')),
    })
    expect(body.parts['database']).toMatch(/^off: does not answer within/)
    expect(body.parts['media']).toBe('off: does not answer')
  })
})

describe('GET /livez', () => {
  it('checks no part, and answers HEAD requests', async () => {
    const app = fastify()
    const asked = vi.fn(() => 'ok' as const)
    serveHealth(app, Object.fromEntries(Object.keys(allWell).map(name => [name, asked])) as unknown as Parts)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/livez' })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    }
    expect(asked).not.toHaveBeenCalled()
  })
})
