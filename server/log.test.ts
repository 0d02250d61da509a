import fastify, { LogController } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { createLog, logRequests, scrub } from './log.ts'

function recorded(env: Record<string, string> = {}) {
  const lines: string[] = []
  const log = createLog(readSettings(env), 'debug', { write: line => void lines.push(line) })
  return {
    log,
    lines,
    last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>,
    all: () => lines.join(''),
  }
}

describe('the log', () => {
  it.each([
    ['a field of an object', '{"password":"Quill7ventures"}'],
    ['a field with quotes in it', '{"html":"<a href=\\"https://x.test/Quill7ventures\\">join</a>"}'],
    ['a list', '{"cookie":["session=Quill7ventures"]}'],
    ['a query', 'GET /join-session/1?access_token=Quill7ventures&x=1'],
    ['a form', 'username=a&password=Quill7ventures'],
    ['a header', 'authorization: Bearer Quill7ventures'],
    ['an address', 'smtp://mailer:Quill7ventures@smtp.example.com'],
  ])('keeps no secret that stands in %s', (_where, line) => {
    expect(scrub(line)).not.toContain('Quill7ventures')
    expect(scrub(line)).toContain('[redacted]')
  })

  it('keeps no secret of the settings, in whatever field it appears', () => {
    const { log, all } = recorded({
      SMTP_URL: 'smtp://mailer:Hidden%2Fpart@smtp.example.com',
      SUPERADMIN_PASSWORD: 'Quill7ventures',
    })
    log.error(new Error('535 Hidden/part was refused'))
    log.warn('tried Quill7ventures')
    expect(all()).not.toMatch(/Hidden|Quill7ventures/)
  })

  it('keeps neither the body of an e-mail nor the values of a failed query', () => {
    const { log, all } = recorded()
    log.info(
      { mail: { to: 'ivy@quill.test', subject: 'Invitation', text: 'Dear Ivy', html: '<p>Dear Ivy</p>' } },
      'sent',
    )
    const error = new Error('Failed query: insert into chat_message values ($1)\nparams: the offer is 25,000')
    log.error({ err: new Error('the call failed', { cause: error }) }, 'Internal')
    expect(all()).toContain('Failed query: insert')
    expect(all()).not.toMatch(/Dear Ivy|25,000/)
  })

  it('gives each line of a request the same id, and says how the call ended', async () => {
    const { log, lines, last } = recorded()
    const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
    logRequests(app)
    app.post('/call', { config: { call: 'createPitch' } as object }, async request => {
      request.log.info('working')
      throw Object.assign(new Error('no'), { statusCode: 404 })
    })
    const headers = { cookie: 'session=abcdefgh', authorization: 'Bearer abcdefgh' }
    await app.inject({ method: 'POST', url: '/call?token=abcdefgh', headers, payload: { password: 'abcdefgh' } })
    const ids = lines.map(line => (JSON.parse(line) as { reqId: string }).reqId)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toBeTruthy()
    expect(last()).toMatchObject({ call: 'createPitch', status: 404, error: 'NotFound', msg: 'answered' })
    expect(lines.join('')).not.toContain('abcdefgh')
  })
})
