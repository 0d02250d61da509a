import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { calls } from '#app/contract/calls.ts'
import { jobHandlers } from '#app/server/features.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { freshAddress, giveCodes, passwordIn } from '#testing/factors.ts'
import { givePassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { agreed } from '#testing/registrationStack.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

// A request that names another host in every header that a proxy or a framework may believe: the links of the mails that
// it causes must not lead there.

const evil = 'evil.test'
const forwarded = {
  'x-forwarded-host': evil,
  'x-forwarded-server': evil,
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '8443',
  'x-host': evil,
  'x-original-host': evil,
  'x-http-host-override': evil,
  'x-original-url': `https://${evil}/`,
  forwarded: `for=203.0.113.5;host=${evil};proto=https`,
  referer: `https://${evil}/`,
}

const { 'x-forwarded-host': _believed, ...others } = forwarded

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PUBLIC_URL: 'https://pitch.example', TRUST_PROXY: 'true', REGISTRATION: 'open' })
  for (const name of ['investor', 'presenter'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

/** Makes one call after the other, each from an address of its own, so that no limit on mails hides one. */
function sender(headers: Record<string, string>) {
  const answers: string[] = []
  return {
    answers,
    send: async (who: PersonName | { token: string } | undefined, name: keyof typeof calls, fields: object) => {
      const token = typeof who === 'string' ? stack.people[who].token : who?.token
      const authorization = token ? { authorization: `Bearer ${token}` } : {}
      const { body } = await rawCall(stack.app, name, fields, {
        headers: { ...headers, ...authorization },
        ip: freshAddress(),
      })
      answers.push(JSON.stringify(body))
      return body
    },
  }
}

/** Everything that mails somebody something. `n` keeps the addresses of two rounds apart. */
async function everything(headers: Record<string, string>, n: number) {
  const { send, answers } = sender(headers)
  const { people } = stack
  const at = (name: string) => `${name}${n}@new.test`
  await send(undefined, 'forgotPassword', { email: people.presenter.email })
  await send(undefined, 'sendResetPasswordEmail', { email: people.investor.email })
  await send(undefined, 'sendUsernameEmail', { email: people.presenter.email })
  await send(undefined, 'sendVerificationCodeEmail', { email: at('code'), type: 'register' })
  const newcomer = { firstname: 'Nora', lastname: 'Newcomer', ...agreed }
  await send(undefined, 'registerByEmail', { ...newcomer, email: at('open') })
  await send(undefined, 'createVisitorTicket', { name: 'Vic', email: at('visitor'), content: 'How?' })
  await send('investor', 'createTicket', { content: 'Where?', email: people.investor.email, name: 'Ivy' })
  const made = { firstname: 'New', lastname: 'Person', role_type_live: 'presenter' }
  await send('admin', 'createUser', { ...made, email: at('user') })
  await send('admin', 'createInviteTypeUser', { email: at('typeuser'), role_type_live: 'vc' })
  await send('pitchadmin', 'invitePresenter', { email: at('presenter') })
  await send('superadmin', 'inviteSuperAdmin', { email: at('super') })
  await send('presenter', 'changeEmail', { email: at('changed'), current_pass: 'violet Harbour 27' })
  const attendees_arr = [{ email: at('guest'), firstname: 'Gus', lastname: 'Guest' }]
  const form = pitchForm({
    co_host: people.coHost.email,
    moderator: people.member.email,
    is_public: true,
    attendees_arr,
  })
  const pitch = (await send('presenter', 'createPitchByPresenter', form)).data as { uuid: string }
  const key = (await send('admin', 'createDeveloperKey', { tag: `partner${n}` })).data as { link?: string }
  const [developerkey, tag] = (key?.link ?? '').split('/').slice(-2)
  await send(undefined, 'joinAsGuest', {
    ...{ developerkey, tag, uuid: pitch?.uuid, email: at('walkin'), firstname: 'Wim', lastname: 'Walkin' },
  })
  const { token } = await passwordIn(stack, 'investor', freshAddress())
  await send({ token }, 'sendTwoFactorCode', { factor: 'email' })
  await runJobs(stack, jobHandlers as JobHandlers)
  return answers
}

it('leads no mail and no answer to a host that a request names', async () => {
  await giveCodes(stack, 'investor')
  const answers = [
    // this one is believed behind a proxy that is trusted, and then refused like a host of the request itself
    ...(await everything({ ...others, host: 'pitch.example' }, 1)),
    ...(await everything({ ...forwarded, host: 'pitch.example' }, 4)),
    ...(await everything({ ...forwarded, host: `${evil}:443` }, 2)),
    ...(await everything({ ...forwarded, host: `pitch.example@${evil}` }, 3)),
  ]
  const mails = await stack.db.select().from(mailMessage)
  const kinds = [...new Set(mails.map(({ kind }) => kind))].sort()
  for (const kind of [
    ...['activation', 'consoleInvitation', 'pitchAppointment', 'pitchInvitation', 'registrationCode', 'resetPassword'],
    ...['setPassword', 'supportQuestion', 'ticketReceipt', 'username', 'verificationCode'],
  ])
    expect(kinds, kind).toContain(kind)
  expect(mails.filter(mail => JSON.stringify(mail).includes(evil))).toEqual([])
  expect(answers.filter(answer => answer.includes(evil))).toEqual([])
  const links = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? [])
  expect(links.length).toBeGreaterThan(15)
  // the calendars of an invitation are the only other pages, and they are told none but the pitch's own
  const calendars = /^https:\/\/(calendar\.google|outlook\.live|outlook\.office)\.com\//
  const elsewhere = links.filter(link => !link.startsWith('https://pitch.example/'))
  expect(elsewhere.filter(link => !calendars.test(link))).toEqual([])
  for (const link of elsewhere) {
    expect(link).toContain(encodeURIComponent('https://pitch.example/join-session/'))
    expect(link.match(/https?%3A/g)).toHaveLength(link.match(/https%3A%2F%2Fpitch\.example%2F/g)?.length ?? 0)
  }
  // nor does anything else that was stored repeat it, to be mailed later
  const { rows } = await stack.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of rows) {
    const { rows: all } = await stack.frame.pool.query(`select to_jsonb(t) as row from "${name}" t`)
    expect(JSON.stringify(all), name).not.toContain(evil)
  }
})

it('redirects a browser from such a host to its own address, and nowhere else', async () => {
  for (const url of ['/login', '//evil.test/x', '/\\evil.test', '/%2F/evil.test']) {
    const answer = await stack.app.inject({ url, headers: { host: evil, accept: 'text/html', ...forwarded } })
    const { location = '/', 'content-type': type } = answer.headers
    expect(new URL(String(location), 'https://pitch.example').host).toBe('pitch.example')
    // an answer for programs repeats the address that is missing
    expect(answer.body.includes(evil) && !String(type).includes('json')).toBe(false)
  }
})
