import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { answerErrors } from './errors.ts'
import { checkHosts } from './hosts.ts'

const html = { accept: 'text/html' }

describe('hosts', () => {
  const app = fastify()
  answerErrors(app, code => code)
  checkHosts(app, {
    ...{ allowedHosts: ['pitch.example.com', 'second.example'], publicUrl: 'https://pitch.example.com' },
    ...{ host: '10.0.0.4', trustProxy: false },
  })
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

  it('tells how it is at whatever address it is asked', async () => {
    for (const url of ['/healthz', '/livez', '/metrics'])
      expect((await app.inject({ url, headers: { ...html, host: '10.0.0.7' } })).statusCode).toBe(200)
  })

  it.each(['10.0.0.4', '127.0.0.1:7500', '[::1]'])('makes calls at %s, which is a number of its own', async host => {
    expect((await app.inject({ url: '/calls', headers: { host } })).statusCode).toBe(200)
    expect((await open(host)).statusCode).toBe(307)
  })

  it.each([
    '10.0.0.7',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'pitch.example.com@evil.example',
  ])('makes no call at %s', async host => {
    const answer = await app.inject({ url: '/calls', headers: { host } })
    expect([answer.statusCode, answer.json().error]).toEqual([421, 'HostNotAllowed'])
  })
})
