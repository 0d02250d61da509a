import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { socialFlow } from '#features/access/social/server/tables.ts'
import { type OAuthServer, startOAuthServer } from '#testing/oauthServer.ts'
import type { PersonName } from '#testing/people.ts'
import { openBrowser, providerSettings } from '#testing/socialBrowser.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
let google: OAuthServer
beforeAll(async () => {
  google = await startOAuthServer()
  stack = await startStack(providerSettings({ linkedin: google, others: google }))
})
afterAll(async () => {
  await Promise.all([stack.stop(), google.stop()])
})
beforeEach(() => {
  google.behave()
  google.revoked.length = 0
  google.peopleAsked.length = 0
  google.contacts.connections = [ada]
  google.contacts.otherContacts = []
})

const scopeOf = (which: string) => `https://www.googleapis.com/auth/contacts.${which}`
const [saved, written] = [scopeOf('readonly'), scopeOf('other.readonly')]
const ada = {
  resourceName: 'people/c1',
  names: [{ displayName: 'Ada Okafor', givenName: 'Ada', familyName: 'Okafor', metadata: { primary: true } }],
  emailAddresses: [{ value: 'Ada@Fund.example' }, { value: 'ada@home.example' }, { value: 'ada@fund.example' }],
  organizations: [{ name: 'Fund', title: 'Partner' }],
}
const person = (email: string, name?: string) => ({
  ...(name && { names: [{ displayName: name }] }),
  emailAddresses: [{ value: email }],
})

const browserOf = (who: PersonName = 'presenter') => openBrowser(stack, { token: stack.people[who].token })
async function asked(browser = browserOf(), redirect = '/pitches/create') {
  const { url } = await browser.made('startGoogleContacts', { redirect })
  return { browser, url: new URL(url), back: google.authorize(url, { sub: 'me' }) }
}
const comeBack = (browser: ReturnType<typeof browserOf>, back: object) => browser.ask('importGoogleContacts', back)
async function fetched() {
  const { browser, back } = await asked()
  return (await comeBack(browser, back)).body
}

describe('importGoogleContacts', () => {
  it('[CALL-214] reads names, companies and addresses once, and gives the token back', async () => {
    const { browser, url, back } = await asked()
    const of = (name: string) => url.searchParams.get(name)
    expect(of('redirect_uri')).toBe('http://localhost:7500/google-people-callback')
    expect([of('code_challenge_method'), of('access_type'), of('prompt')]).toEqual(['S256', 'online', 'select_account'])
    expect(of('scope')).toBe(`openid ${saved} ${written}`)
    google.contacts.otherContacts = [person('lin@fund.example'), person('ADA@home.example', 'Ada at home')]
    const { body } = await comeBack(browser, back)
    expect(body.data).toEqual({
      go_to: '/pitches/create',
      contacts: [
        {
          ...{ id: 0, source: 'own', firstname: 'Ada', lastname: 'Okafor', company: 'Fund' },
          emails: ['ada@fund.example', 'ada@home.example'].map(email => ({ email, held: false })),
        },
        {
          ...{ id: 1, source: 'other', firstname: '', lastname: '', company: '' },
          emails: [{ email: 'lin@fund.example', held: false }],
        },
      ],
      sources: [
        { source: 'own', state: 'read', contacts: 1, without: 0, more: false },
        { source: 'other', state: 'read', contacts: 1, without: 0, more: false },
      ],
    })
    expect(google.peopleAsked.map(query => query.get('personFields') ?? query.get('readMask')).sort()).toEqual([
      'names,emailAddresses',
      'names,emailAddresses,organizations',
    ])
    expect(google.revoked).toHaveLength(1)
    expect(google.tokens.size).toBe(0)
  })

  it('stores neither contact nor token', async () => {
    google.contacts.connections = [person('canary@contact.example', 'Canary Contact')]
    expect((await fetched()).code).toBe(1)
    expect(await stack.db.select().from(socialFlow)).toEqual([])
    const { rows } = await stack.db.execute<{ name: string }>(
      sql`select table_name name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const [token = 'none'] = google.revoked
    for (const { name } of rows) {
      const { rows: all } = await stack.db.execute<{ row: unknown }>(
        sql`select to_jsonb(t) row from ${sql.identifier(name)} t`,
      )
      const text = JSON.stringify(all)
      expect([name, /canary/i.test(text), text.includes(token)]).toEqual([name, false, false])
    }
  })

  it('reads thousands page by page, leaves out and counts those without an address, and says when there are more', async () => {
    google.contacts.connections = [
      ...Array.from({ length: 2500 }, (_, n) => person(`many${n}@fund.example`, `Many ${n}`)),
      { names: [{ displayName: 'Only a number' }] },
      person('no address'),
    ]
    google.contacts.otherContacts = Array.from({ length: 10_001 }, (_, n) => person(`other${n}@fund.example`))
    const { data } = await fetched()
    expect(data.contacts).toHaveLength(12_500)
    expect(data.sources).toEqual([
      { source: 'own', state: 'read', contacts: 2500, without: 2, more: false },
      { source: 'other', state: 'read', contacts: 10_000, without: 0, more: true },
    ])
    expect(google.peopleAsked.every(query => query.get('pageSize') === '1000')).toBe(true)
  })

  it('marks addresses that the organization’s suppression lists hold', async () => {
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'ada@home.example' })
    const { data } = await fetched()
    expect(data.contacts[0].emails.map((one: { held: boolean }) => one.held)).toEqual([false, true])
  })

  it('reads what the person has left ticked, and says so where that is nothing', async () => {
    google.misdeeds.unticked = [written]
    const { data } = await fetched()
    expect(data.sources.map((one: { state: string }) => one.state)).toEqual(['read', 'notAllowed'])
    google.misdeeds.unticked = [saved, written]
    expect((await fetched()).error).toBe('ContactsNotAllowed')
    expect(google.revoked).toHaveLength(2)
  })

  it.each([
    ['ContactsLimited', 429, { status: 'RESOURCE_EXHAUSTED' }],
    ['ContactsApiOff', 403, { status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] }],
    ['ContactsRefused', 403, { status: 'PERMISSION_DENIED' }],
    ['ContactsDown', 503, undefined],
  ] as const)('says %s when Google answers %i, and gives the token back all the same', async (code, status, error) => {
    const refusal = { status, ...(error && { error }) }
    google.misdeeds.people = { '/v1/people/me/connections': refusal, '/v1/otherContacts': refusal }
    expect((await fetched()).error).toBe(code)
    expect(google.revoked).toHaveLength(1)
  })

  it('reads one source where Google refuses the other, and says so', async () => {
    google.misdeeds.people = { '/v1/otherContacts': { status: 403, error: { status: 'PERMISSION_DENIED' } } }
    const { data } = await fetched()
    expect(data.sources.map((one: { state: string }) => one.state)).toEqual(['read', 'refused'])
  })
})

describe('the way over Google', () => {
  it('counts once, in the browser and the session that began it, and in its time', async () => {
    const first = await asked()
    const wrong = {
      ...first.back,
      state: `${first.back.state.slice(0, -1)}${first.back.state.endsWith('A') ? 'B' : 'A'}`,
    }
    expect((await comeBack(first.browser, wrong)).body.error).toBe('ContactsStateWrong')
    // an attacker's answer in the browser of a victim would show them the attacker's contacts
    expect((await comeBack(browserOf('admin'), first.back)).body.error).toBe('ContactsStateWrong')
    expect((await comeBack(first.browser, first.back)).body.code).toBe(1)
    expect((await comeBack(first.browser, first.back)).body.error).toBe('ContactsStateWrong')

    const other = await asked()
    other.browser.cookies['rostrum_access'] = stack.people.admin.token
    expect((await comeBack(other.browser, other.back)).body.error).toBe('ContactsStateWrong')
    const late = await asked()
    await stack.db.update(socialFlow).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await comeBack(late.browser, late.back)).body.error).toBe('ContactsStateWrong')
  })

  it('is no sign-in, and a sign-in is none to contacts', async () => {
    const { browser, back } = await asked()
    expect((await browser.comeBack('google', back)).body.error).toBe('SocialStateWrong')
    const entering = browserOf()
    const address = await entering.start('google')
    const answer = google.authorize(address, { sub: 'me', email: 'me@fund.example' })
    expect((await comeBack(entering, answer)).body.error).toBe('ContactsStateWrong')
  })

  it('leads back to a path of this console alone', async () => {
    for (const redirect of ['https://elsewhere.example/x', '//elsewhere.example', 'javascript:alert(1)']) {
      const { browser, back } = await asked(browserOf(), redirect)
      expect((await comeBack(browser, back)).body.data.go_to).toBe('')
    }
  })
})

it('is off where it is not set up, and says so', async () => {
  const { GOOGLE_CONTACTS: _on, ...settings } = providerSettings({ linkedin: google, others: google })
  const off = await startStack(settings)
  try {
    expect(await off.as('presenter').getContactSources({})).toEqual({ google: false })
    await expect(off.as('presenter').startGoogleContacts({ redirect: '/' })).rejects.toMatchObject({
      code: 'ContactsOff',
    })
    const state = 'x'.repeat(40)
    await expect(off.as('presenter').importGoogleContacts({ code: 'x', state })).rejects.toMatchObject({
      code: 'ContactsOff',
    })
  } finally {
    await off.stop()
  }
  expect(await stack.as('presenter').getContactSources({})).toEqual({ google: true })
})
