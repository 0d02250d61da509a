import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { encodeForm } from '#contract/wire.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { failuresAllowed } from '#server/limits.ts'
import { livePitch } from '#testing/livePitch.ts'
import { givePassword } from '#testing/passwords.ts'
import { plainProxy } from '#testing/plainProxy.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'

// Attacks through a proxy that tells the console nothing of itself: to it, every caller is on its own machine.

let stack: RoomStack
let proxy: Awaited<ReturnType<typeof plainProxy>>
beforeAll(async () => {
  stack = await startRooms()
  proxy = await plainProxy(stack.url)
  await givePassword(stack.db, stack.people.presenter.id)
})
afterAll(async () => {
  await proxy.close()
  await stack.stop()
})

const call = (name: keyof typeof calls, fields: object, headers: Record<string, string> = {}) =>
  fetch(proxy.url + pathOf(name, calls[name]), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: encodeForm(fields as Record<string, unknown>),
  })
/** Every header by which a caller may claim another address. */
const claims = (ip: string) => ({
  'x-forwarded-for': ip,
  'x-real-ip': ip,
  'x-client-ip': ip,
  'cf-connecting-ip': ip,
  'true-client-ip': ip,
  forwarded: `for=${ip}`,
})

it('gives no caller a fresh start for the address that they claim', async () => {
  const outcomes: string[] = []
  for (let n = 0; n < failuresAllowed.ofNameAndAddress + 3; n++) {
    const fields = { grant_type: 'password', username: 'presenter', password: `wrong Harbour ${n}` }
    const answer = await call('signIn', fields, claims(`198.51.100.${n}`))
    outcomes.push(((await answer.json()) as { error_code: string }).error_code)
  }
  expect(outcomes.slice(-3)).toEqual(['TooManyRequests', 'TooManyRequests', 'TooManyRequests'])
})

it('records the address of the connection, and no claimed one', async () => {
  const headers = { authorization: `Bearer ${stack.people.admin.token}`, ...claims('198.51.100.77') }
  const answer = await call('createUserTag', { name: 'Harbour' }, headers)
  expect(answer.status).toBe(200)
  const [entry] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'userTag.create'))
  expect(entry?.ip).toMatch(/^(::ffff:)?127\.0\.0\.1$/)
})

it('takes no cookie from another site', async () => {
  const cookie = `rostrum_access=${stack.people.admin.token}`
  for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1.evil.test']) {
    const answer = await call('createUserTag', { name: 'Stolen' }, { cookie, origin })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, 'ForeignOrigin'])
  }
})

it('opens a room to people of the pitch alone, from its own pages alone', async () => {
  const pitch = await livePitch(stack)
  const outcome = async (who: Parameters<RoomStack['connect']>[0], headers: Record<string, string> = {}) => {
    const socket = stack.connect(who, pitch.pitch_uuid, { at: proxy.url, headers })
    const seen = follow(socket)
    await until(() => seen.first ?? seen.refused)
    socket.disconnect()
    return seen.refused ?? 'in'
  }
  expect(await outcome({ token: pitch.ivy.token }, claims('127.0.0.1'))).toBe('in')
  for (const who of [undefined, 'lumenAdmin', 'banking'] as const)
    expect(await outcome(who, claims('127.0.0.1')), String(who)).not.toBe('in')
  expect(await outcome({ token: pitch.ivy.token }, { origin: 'https://evil.test' })).not.toBe('in')
})

it('finds no way to a file by the spellings that a proxy passes on', async () => {
  const { connect } = await import('node:net')
  const port = Number(new URL(proxy.url).port)
  const raw = (path: string) =>
    new Promise<string>(resolve => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      })
      socket.on('data', chunk => (text += chunk)).on('close', () => resolve(text))
    })
  for (const folder of [
    '/decks/files/',
    '/webapi/pictures/',
    '/pitch-documents/x/about/',
    '/uploads/',
    '/users/exports/',
  ])
    for (const up of [
      '../../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..%c0%af../etc/passwd',
    ])
      expect(await raw(folder + up), folder + up).not.toContain('root:')
})
