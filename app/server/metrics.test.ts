import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Rooms } from '#server/frame.ts'
import { createMetrics, openMetricsPort, serveMetrics } from './metrics.ts'

const rooms: Rooms = { publish: () => {}, signal: () => {}, disconnect: () => {}, countHere: async () => 0 }

const token = 'a-token-of-some-length'

async function serving(token?: string) {
  const app = fastify()
  const metrics = createMetrics()
  metrics.measureCalls(app)
  metrics.watchSockets(() => 7)
  serveMetrics(app, metrics, token)
  app.post('/works', { config: { call: 'createPitch' } as object }, async () => ({}))
  app.post('/fails', { config: { call: 'createPitch' } as object }, async () => {
    throw Object.assign(new Error('no'), { statusCode: 404 })
  })
  await app.ready()
  return { app, metrics }
}

describe('GET /metrics', () => {
  it('counts calls by name and outcome, connections, room events, and the process itself', async () => {
    const { app, metrics } = await serving(token)
    await app.inject({ method: 'POST', url: '/works' })
    await app.inject({ method: 'POST', url: '/fails' })
    metrics.countRooms(rooms).signal(1, 'everybody', 'typing', {})
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    expect(body).toContain('rostrum_call_duration_seconds_count{call="createPitch",code="ok"} 1')
    expect(body).toContain('rostrum_call_duration_seconds_count{call="createPitch",code="NotFound"} 1')
    expect(body).toContain('rostrum_room_connections 7')
    expect(body).toContain('rostrum_room_signals_total{type="typing"} 1')
    expect(body).toContain('process_resident_memory_bytes')
  })

  it('does not exist without a token, whatever a proxy on this machine says or leaves out', async () => {
    const { app } = await serving()
    for (const headers of [
      {},
      { via: '1.1 proxy' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
    ])
      expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  })

  it('answers on a port that only this machine reaches', async () => {
    const { metrics } = await serving()
    const own = await openMetricsPort(metrics, 0)
    const { address, port } = own.address() as AddressInfo
    expect(address).toBe('127.0.0.1')
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await answer.text()).toContain('rostrum_room_connections 7')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    own.close()
  })

  it('is served to requests with the token when there is one', async () => {
    const { app } = await serving(token)
    const from = (authorization?: string) =>
      app.inject({ url: '/metrics', remoteAddress: '192.0.2.4', headers: authorization ? { authorization } : {} })
    expect((await from()).statusCode).toBe(404)
    expect((await from('Bearer a-token-of-other-text')).statusCode).toBe(404)
    expect((await from('Bearer a-token-of-some-length')).statusCode).toBe(200)
  })
})
