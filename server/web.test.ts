import { existsSync } from 'node:fs'
import fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerErrors } from './http/errors.ts'
import { serveWeb } from './web.ts'

const html = { accept: 'text/html' }

describe.skipIf(!existsSync(new URL('../dist/web/index.html', import.meta.url)))('the built web app', () => {
  const app = fastify()
  answerErrors(app, code => code)
  beforeAll(() => serveWeb(app))

  it('opens at every address that a browser visits, and is revalidated each time', async () => {
    for (const url of ['/', '/admin/index', '/join-session/4ac0']) {
      const answer = await app.inject({ url, headers: html })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<div id="root">')
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('[ENT-059] is one page at every address, which says nothing of the pitch whose address it is', async () => {
    const { body } = await app.inject({ url: '/', headers: html })
    for (const url of [
      '/join-session/4ac0',
      '/join-session-wait?pitch=4ac0',
      '/live/4ac0',
      '/view-in-browser/all-in-one',
    ])
      expect((await app.inject({ url, headers: html })).body).toBe(body)
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
