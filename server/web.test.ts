import { existsSync } from 'node:fs'
import fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkHosts, serveWeb } from './web.ts'

const html = { accept: 'text/html' }

describe('hosts', () => {
  const app = fastify()
  checkHosts(app, { allowedHosts: ['pitch.example.com', 'second.example'], publicUrl: 'https://pitch.example.com' })
  app.get('/*', async () => 'page')
  const open = (host: string, url = '/pitches?page=2') => app.inject({ url, headers: { ...html, host } })

  it('[NAV-037, NAV-038] sends a visit by any other host to the main address, with its path', async () => {
    const answer = await open('evil.example')
    expect(answer.statusCode).toBe(307)
    expect(answer.headers.location).toBe('https://pitch.example.com/pitches?page=2')
  })

  it.each(['pitch.example.com', 'second.example:8443', 'PITCH.example.com'])('lets %s in', async host => {
    expect((await open(host)).statusCode).toBe(200)
  })

  it('[NAV-039] does not redirect localhost, although it is not in the list', async () => {
    expect((await open('localhost:7500')).statusCode).toBe(200)
  })

  it.each(['//evil.example/', '/\\evil.example/'])('does not redirect to another site: %s', async url => {
    const { location } = (await open('127.0.0.1', url)).headers
    expect(new URL(String(location)).origin).toBe('https://pitch.example.com')
  })

  it('checks visits of browsers, not the health that a load balancer asks by address', async () => {
    expect((await app.inject({ url: '/healthz', headers: { ...html, host: '10.0.0.4' } })).statusCode).toBe(200)
    expect((await app.inject({ url: '/calls', headers: { host: '10.0.0.4' } })).statusCode).toBe(200)
  })
})

describe.skipIf(!existsSync(new URL('../dist/web/index.html', import.meta.url)))('the built web app', () => {
  const app = fastify()
  beforeAll(() => serveWeb(app))

  it('opens at every address that a browser visits, and is revalidated each time', async () => {
    for (const url of ['/', '/admin/index', '/join-session/4ac0']) {
      const answer = await app.inject({ url, headers: html })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<div id="root">')
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('lets browsers cache its parts for good, in their preferred compression', async () => {
    const page = (await app.inject({ url: '/', headers: html })).body
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const answer = await app.inject({ url: script, headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toContain('javascript')
  })

  it('does not answer with a page when a program requests a missing address', async () => {
    const answer = await app.inject({ url: '/assets/gone.js' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 0, error: 'NotFound' })
  })
})
