import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factor } from '#features/access/factor/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { type Misdeeds, type OAuthServer, type ProviderPerson, startOAuthServer } from '#testing/oauthServer.ts'
import { mailsTo } from '#testing/outbox.ts'
import { runJobs } from '#testing/runJobs.ts'
import { openBrowser, providerSettings } from '#testing/socialBrowser.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { BEGUN_MOST, countBegun } from './flow.ts'
import { socialJobs } from './jobs.ts'
import { socialAccount, socialFlow } from './tables.ts'

let stack: Stack
let linkedin: OAuthServer
let others: OAuthServer

beforeAll(async () => {
  linkedin = await startOAuthServer({ putsNonce: false })
  others = await startOAuthServer()
  stack = await startStack(providerSettings({ linkedin, others }))
})
afterAll(async () => {
  await Promise.all([stack.stop(), linkedin.stop(), others.stop()])
})
beforeEach(() => {
  linkedin.behave()
  others.behave()
})

const ivy = (): ProviderPerson => ({
  sub: 'ivy',
  email: stack.people.investor.email,
  email_verified: true,
  hd: 'quill.test',
})
const at = (provider: Provider) => (provider === 'linkedin' ? linkedin : others)
async function asked(provider: Provider, person = ivy()) {
  const browser = openBrowser(stack)
  return { browser, back: at(provider).authorize(await browser.start(provider), person) }
}
const connectionsOf = (accountId: string) =>
  stack.db.select().from(socialAccount).where(eq(socialAccount.accountId, accountId))

describe('what binds an answer to the question', () => {
  it('asks with a state of 256 bits, PKCE and a nonce where the provider knows them, and a cookie that scripts cannot read', async () => {
    const addressOf = async (provider: Provider) => new URL(await openBrowser(stack).start(provider)).searchParams
    const google = await addressOf('google')
    expect(google.get('code_challenge_method')).toBe('S256')
    expect(google.get('nonce')).toHaveLength(43)
    expect(google.get('state')).toHaveLength(43)
    expect(google.get('redirect_uri')).toBe('http://localhost:7500/google/callback')
    const facebook = await addressOf('facebook')
    expect(facebook.get('code_challenge_method')).toBe('S256')
    // both are answered by errors at LinkedIn
    const linkedIn = await addressOf('linkedin')
    expect([linkedIn.has('code_challenge'), linkedIn.has('nonce'), linkedIn.get('state')?.length]).toEqual([
      false,
      false,
      43,
    ])
    const { set } = await openBrowser(stack).ask('startSocialLogin', { provider: 'google' })
    expect(set.get('rostrum_social')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/webapi/rest/app/basic/',
    })
  })

  it('refuses a state that was not asked for, in another browser, or of another provider', async () => {
    const { browser, back } = await asked('linkedin')
    const wrong = { ...back, state: `${back.state.slice(0, -1)}${back.state.endsWith('A') ? 'B' : 'A'}` }
    expect((await browser.comeBack('linkedin', wrong)).body.error).toBe('SocialStateWrong')
    // a link with an attacker's answer, opened by a victim: signing them in as the attacker
    expect((await openBrowser(stack).comeBack('linkedin', back)).body.error).toBe('SocialStateWrong')
    const victim = openBrowser(stack)
    await victim.start('linkedin')
    expect((await victim.comeBack('linkedin', back)).body.error).toBe('SocialStateWrong')
    // mix-up: the answer of one provider at the door of another
    for (const other of ['google', 'facebook', 'wechat'] as const)
      expect((await browser.comeBack(other, back)).body.error).toBe('SocialStateWrong')
    expect((await browser.comeBack('linkedin', back)).status).toBe(200)
  })

  it('takes an answer once, and not after its time', async () => {
    const { browser, back } = await asked('google')
    expect((await browser.comeBack('google', back)).status).toBe(200)
    expect((await browser.comeBack('google', back)).body.error).toBe('SocialStateWrong')

    const late = await asked('google')
    await stack.db.update(socialFlow).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await late.browser.comeBack('google', late.back)).body.error).toBe('SocialStateWrong')
    await socialJobs.forgetSocialFlows({}, stack.frame)
    expect(await stack.db.select().from(socialFlow)).toEqual([])
  })

  it('refuses a code that was used before, and the code of a person who signed in elsewhere', async () => {
    const first = await asked('google')
    await first.browser.comeBack('google', first.back)
    const second = await asked('google')
    const replayed = { ...second.back, code: first.back.code }
    expect((await second.browser.comeBack('google', replayed)).body.error).toBe('SocialRefused')

    // an unused code of the victim, put into the attacker's own answer: its verifier and nonce are others
    const victim = await asked('google')
    const attacker = await asked('google')
    const injected = { ...attacker.back, code: victim.back.code }
    expect((await attacker.browser.comeBack('google', injected)).body.error).toBe('SocialRefused')
    const facebookVictim = await asked('facebook')
    const facebookAttacker = await asked('facebook')
    const code = { ...facebookAttacker.back, code: facebookVictim.back.code }
    expect((await facebookAttacker.browser.comeBack('facebook', code)).body.error).toBe('SocialRefused')
  })

  it('refuses an answer that names another issuer, or none where the provider always does', async () => {
    const { browser, back } = await asked('google')
    const mixed = { ...back, iss: linkedin.url }
    expect((await browser.comeBack('google', mixed)).body.error).toBe('SocialRefused')
    const silent = await asked('google')
    const { iss: _, ...without } = silent.back
    expect((await silent.browser.comeBack('google', without)).body.error).toBe('SocialRefused')
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another audience', { audience: 'another-client' }],
    ['another nonce', { nonce: 'of-another-sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['a foreign signature', { forged: true }],
    ['a time that is over', { expired: true }],
  ] as [string, Misdeeds][])('refuses a token with %s', async (_, misdeeds) => {
    const { browser, back } = await asked('google', { ...ivy(), sub: 'forged' })
    Object.assign(others.misdeeds, misdeeds)
    const answer = await browser.comeBack('google', back)
    expect(answer.body.error).toBe('SocialRefused')
    expect(answer.set.has('rostrum_access')).toBe(false)
  })

  it("refuses WeChat's word of another person", async () => {
    const { browser, back } = await asked('wechat')
    others.misdeeds.userinfoSub = 'o-somebody-else'
    expect((await browser.comeBack('wechat', back)).body.error).toBe('SocialRefused')
  })
})

describe('a flood of sign-ins that are begun', () => {
  it('is stopped at its address, and no other address is', async () => {
    const flooder = openBrowser(stack, { ip: '2001:db8:7::1' })
    for (let one = 0; one < BEGUN_MOST; one++) await countBegun('2001:db8:7::1')
    expect((await flooder.ask('startSocialLogin', { provider: 'google' })).status).toBe(429)
    const neighbour = openBrowser(stack, { ip: '2001:db8:8::1' })
    expect((await neighbour.ask('startSocialLogin', { provider: 'google' })).status).toBe(200)
  })
})

describe('a provider in trouble', () => {
  it('is said to be so, and the way can be begun anew', async () => {
    const { browser, back } = await asked('facebook')
    others.misdeeds.tokenStatus = 502
    expect(await browser.comeBack('facebook', back)).toMatchObject({
      status: 503,
      body: { error: 'SocialProviderDown' },
    })
    others.behave()
    const again = others.authorize(await browser.start('facebook'), ivy())
    expect((await browser.comeBack('facebook', again)).body.data.outcome).toBe('proveEmail')
    const google = await asked('google')
    others.misdeeds.tokenStatus = 503
    expect((await google.browser.comeBack('google', google.back)).body.error).toBe('SocialProviderDown')
  })

  it('that is gone is said to be so at once', async () => {
    const gone = await startOAuthServer()
    const alone = await startStack(providerSettings({ linkedin: gone, others: gone }))
    await gone.stop()
    const answer = await openBrowser(alone).ask('startSocialLogin', { provider: 'google' })
    expect(answer).toMatchObject({ status: 503, body: { error: 'SocialProviderDown' } })
    await alone.stop()
  })

  it('that is not switched on is off', async () => {
    const bare = await startStack()
    for (const provider of ['linkedin', 'google', 'facebook', 'wechat'])
      expect((await openBrowser(bare).ask('startSocialLogin', { provider })).body.error).toBe('SocialOff')
    await bare.stop()
  })
})

describe('the picture of a provider', () => {
  const from = (picture: string) => ({ ...ivy(), sub: `pic-${picture}`, picture })

  it('[ENT-043] is fetched after the sign-in, by a job', async () => {
    const { superadmin } = stack.people
    const picture = 'https://media.example/ivy.jpg'
    const { browser, back } = await asked('linkedin', { ...from(picture), email: superadmin.email })
    expect((await browser.comeBack('linkedin', back)).status).toBe(200)
    const taken: unknown[] = []
    await runJobs(stack, { takeProviderPicture: async payload => void taken.push(payload) })
    expect(taken).toEqual([{ accountId: superadmin.id, address: picture }])
  })

  it('is no way into our own network, nor a reason to keep a person out', async () => {
    let visits = 0
    const inner = createServer((_, answer) => {
      visits++
      answer.end()
    })
    await new Promise<void>(listening => inner.listen(0, '127.0.0.1', listening))
    const { port } = inner.address() as AddressInfo
    const { useradmin } = stack.people
    const { browser, back } = await asked('google', { ...from(`http://127.0.0.1:${port}/x`), email: useradmin.email })
    expect((await browser.comeBack('google', back)).body.data.outcome).toBe('signedIn')
    await runJobs(stack, socialJobs)
    expect(visits).toBe(0)
    const [row] = await stack.db.select().from(account).where(eq(account.id, useradmin.id))
    expect(row?.linkedinImage).toBeNull()
    inner.close()
  })

  it('is an address of the web, or none', async () => {
    for (const picture of ['javascript:alert(1)', 'file:///etc/passwd', '/me.jpg']) {
      const { browser, back } = await asked('facebook', from(picture))
      await browser.comeBack('facebook', back)
    }
    const flows = await stack.db.select().from(socialFlow)
    expect(flows.map(flow => flow.identity?.picture ?? '').filter(Boolean)).toEqual([])
  })
})

describe('proving an address', () => {
  const codeOf = async (email: string) => {
    const [mail] = await mailsTo(stack.db, email, 'socialCode')
    return mail?.subject.match(/\d{4} \d{4}/)?.[0] ?? ''
  }
  async function waiting(sub: string) {
    const { browser, back } = await asked('wechat', { sub, name: 'Wei' })
    expect((await browser.comeBack('wechat', back)).body.data).toMatchObject({ outcome: 'proveEmail', email: '' })
    return browser
  }

  it('[CALL-188, CALL-189] connects WeChat after the code that was mailed, and comes in without it afterwards', async () => {
    const { email, id } = stack.people.secondInvestor
    const browser = await waiting('union-wei')
    await browser.made('sendSocialEmailCode', { email })
    expect(await browser.ask('confirmSocialEmail', { email, code: '00000000' })).toMatchObject({
      body: { error: 'EmailCodeWrong' },
    })
    expect(await browser.made('confirmSocialEmail', { email, code: await codeOf(email) })).toMatchObject({
      outcome: 'signedIn',
    })
    expect((await browser.me()).user_id).toBe(id)
    const { browser: other, back } = await asked('wechat', { sub: 'union-wei' })
    await other.comeBack('wechat', back)
    expect((await other.me()).user_id).toBe(id)

    const facebook = await asked('facebook', { sub: 'fb-ines', email })
    expect((await facebook.browser.comeBack('facebook', facebook.back)).body.data).toMatchObject({
      outcome: 'proveEmail',
      email,
    })
    await facebook.browser.made('sendSocialEmailCode', { email })
    await facebook.browser.made('confirmSocialEmail', { email, code: await codeOf(email) })
    expect((await connectionsOf(id)).map(row => row.provider).toSorted()).toEqual(['facebook', 'wechat'])
  })

  it('takes no code for another address or in another browser, and none twice', async () => {
    const { email } = stack.people.coHost
    const [mine, theirs] = [await waiting('union-a'), await waiting('union-b')]
    await mine.made('sendSocialEmailCode', { email })
    const code = await codeOf(email)
    const other = { email: stack.people.admin.email, code }
    expect((await mine.ask('confirmSocialEmail', other)).body.error).toBe('EmailCodeWrong')
    expect((await theirs.ask('confirmSocialEmail', { email, code })).body.error).toBe('EmailCodeWrong')
    const racing = await Promise.all([1, 2].map(() => mine.ask('confirmSocialEmail', { email, code })))
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await connectionsOf(stack.people.admin.id)).toEqual([])
  })

  it('ends with five guesses, and does not tell who has an account', async () => {
    const browser = await waiting('union-c')
    const { email } = stack.people.presenter
    expect(await browser.made('sendSocialEmailCode', { email })).toEqual(
      await browser.made('sendSocialEmailCode', { email: 'nobody@elsewhere.test' }),
    )
    const code = await codeOf(email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let guess = 0; guess < 5; guess++) await browser.ask('confirmSocialEmail', { email, code: wrong })
    expect((await browser.ask('confirmSocialEmail', { email, code })).body.error).toBe('EmailCodeWrong')
    // the emails that one mailbox may get are counted, too
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => browser.ask('sendSocialEmailCode', { email })))
    expect(answers.map(({ body }) => body.error ?? 'sent')).toContain('TooManyRequests')
  })

  it('is for a browser whose provider has said who it is', async () => {
    const { email } = stack.people.investor
    const strange = openBrowser(stack)
    expect((await strange.ask('sendSocialEmailCode', { email })).body.error).toBe('SocialStateWrong')
    await strange.start('wechat')
    expect((await strange.ask('confirmSocialEmail', { email, code: '12345678' })).body.error).toBe('SocialStateWrong')
  })

  it('keeps a second factor in its place: what the provider says is the first step only', async () => {
    const { member } = stack.people
    const factorOf = { accountId: member.id, kind: 'email' as const, isPrimary: true, confirmedAt: new Date() }
    await stack.db.insert(factor).values(factorOf)
    const { browser, back } = await asked('google', { ...ivy(), sub: 'max', email: member.email })
    expect((await browser.comeBack('google', back)).body.data.outcome).toBe('signedIn')
    expect((await browser.ask('getPersonalInfo', {})).body.error).toBe('SecondStepPending')
  })
})
