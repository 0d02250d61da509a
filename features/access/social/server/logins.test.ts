import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginLog, session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { type OAuthServer, type ProviderPerson, startOAuthServer } from '#testing/oauthServer.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword } from '#testing/passwords.ts'
import { type Browser, openBrowser, providerSettings } from '#testing/socialBrowser.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { socialAccount } from './tables.ts'

let stack: Stack
let open: Stack
/** LinkedIn puts no nonce into its tokens; the others do. */
let linkedin: OAuthServer
let others: OAuthServer

beforeAll(async () => {
  linkedin = await startOAuthServer({ putsNonce: false })
  others = await startOAuthServer()
  stack = await startStack(providerSettings({ linkedin, others }))
  open = await startStack({ ...providerSettings({ linkedin, others }), REGISTRATION: 'open' })
})
afterAll(async () => {
  await Promise.all([stack.stop(), open.stop(), linkedin.stop(), others.stop()])
})
beforeEach(() => {
  linkedin.behave()
  others.behave()
})

const at = (provider: Provider) => (provider === 'linkedin' ? linkedin : others)
/** A browser that goes to a provider, where this person agrees, and comes back. */
async function signIn(provider: Provider, person: ProviderPerson, browser: Browser = openBrowser(stack)) {
  const back = at(provider).authorize(await browser.start(provider), person)
  return { browser, back, answer: await browser.comeBack(provider, back) }
}
const proven = (email: string, sub = `sub-${email}`): ProviderPerson => ({
  sub,
  name: 'Ivy Investor',
  given_name: 'Ivy',
  family_name: 'Investor',
  email,
  email_verified: true,
  hd: 'quill.test',
})
const connections = (accountId: string) =>
  stack.db.select().from(socialAccount).where(eq(socialAccount.accountId, accountId))

describe('signing in with a provider', () => {
  it.each(['linkedin', 'google'] as const)(
    '[CALL-187] %s: who proves the address of an active account is connected and comes in',
    async provider => {
      const { investor } = stack.people
      const { answer, browser } = await signIn(provider, proven(investor.email))
      expect(answer.body.data).toMatchObject({ outcome: 'signedIn', go_to: '' })
      expect((await browser.me()).user_id).toBe(investor.id)
      expect(answer.set.get('rostrum_access')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      expect((await connections(investor.id)).map(row => row.provider)).toContain(provider)
      const [told] = await mailsTo(stack.db, investor.email, 'socialConnected')
      expect(told?.subject).toContain(provider === 'linkedin' ? 'LinkedIn' : 'Google')
      // a second time there is nothing to connect, and the address does not matter any longer
      const again = await signIn(provider, proven('elsewhere@gmail.com', `sub-${investor.email}`))
      expect((await again.browser.me()).user_id).toBe(investor.id)
    },
  )

  it('[CALL-187] is written down as a sign-in by that provider', async () => {
    const { secondInvestor } = stack.people
    await signIn('linkedin', proven(secondInvestor.email))
    const [entry] = await stack.db.select().from(loginLog).where(eq(loginLog.accountId, secondInvestor.id))
    expect(entry).toMatchObject({ description: 'signedIn', username: secondInvestor.email })
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.actorId, secondInvestor.id))
    expect(deeds.map(deed => deed.action)).toEqual(expect.arrayContaining(['social.connect', 'session.signIn']))
  })

  it('[PERM-036] makes the role nolinkedin that of people who have a password', async () => {
    const { member } = stack.people
    const { browser } = await signIn('google', proven(member.email))
    expect((await browser.me()).roles).not.toContain('nolinkedin')
    await givePassword(stack.db, member.id)
    expect((await browser.me()).roles).toContain('nolinkedin')
  })

  it('goes on to where the person wanted, and never off the site', async () => {
    const wanted = async (redirect: string) => {
      const browser = openBrowser(stack)
      const back = linkedin.authorize(await browser.start('linkedin', redirect), proven(stack.people.investor.email))
      return (await browser.comeBack('linkedin', back)).body.data.go_to
    }
    expect(await wanted('/login-logs/list?page=2')).toBe('/login-logs/list?page=2')
    for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', '/..//evil.example'])
      expect(await wanted(evil)).toBe('')
  })

  it.each([
    ['linkedin', { email_verified: false }],
    ['linkedin', { email_verified: undefined }],
    // Google knows of an address elsewhere only that it was theirs once
    ['google', { hd: undefined }],
    ['google', { email_verified: false }],
    ['facebook', {}],
    ['wechat', {}],
  ] as const)('%s never connects by an unconfirmed address: %o', async (provider, more) => {
    const { presenter } = stack.people
    const victim = { ...proven(presenter.email, `attacker-${provider}-${JSON.stringify(more)}`), ...more }
    const { answer, browser } = await signIn(provider, victim as ProviderPerson)
    expect(answer.body.data).toMatchObject({
      outcome: 'proveEmail',
      email: provider === 'wechat' ? '' : presenter.email,
    })
    expect(answer.set.has('rostrum_access')).toBe(false)
    expect(await browser.me().catch((error: Error) => error.message)).toBe('NotSignedIn')
    expect(await connections(presenter.id)).toEqual([])
  })

  it.each([
    ['disabled', 'AccountNotEnabled'],
    ['awaiting', 'AccountNotActivated'],
  ] as const)('keeps out who is %s, connects nothing, and writes it down', async (state, error) => {
    const email = `${state}@quill.test`
    const { organisationId } = stack.people.investor
    const [row] = await stack.db
      .insert(account)
      .values({ organisationId, email, roles: ['vc'], state })
      .returning()
    const { answer } = await signIn('linkedin', proven(email))
    expect(answer.body.error).toBe(error)
    expect(await connections(row?.id ?? '')).toEqual([])
    const [entry] = await stack.db
      .select()
      .from(loginLog)
      .where(eq(loginLog.accountId, row?.id ?? ''))
    expect(entry?.description).toBe(error)
  })

  it('keeps out a connected account that was disabled or deleted since', async () => {
    const { files } = stack.people
    await stack.db
      .update(account)
      .set({ roles: ['files', 'vc'] })
      .where(eq(account.id, files.id))
    const person = proven(files.email)
    await signIn('google', person)
    await stack.db.update(account).set({ state: 'disabled' }).where(eq(account.id, files.id))
    expect((await signIn('google', person)).answer.body.error).toBe('AccountNotEnabled')
    await stack.db.update(account).set({ state: 'active', deletedAt: new Date() }).where(eq(account.id, files.id))
    expect((await signIn('google', person)).answer.body.error).toBe('AccountNotEnabled')
  })

  it('sends a stranger to registration where anybody may register, and away where not', async () => {
    const stranger = proven('stranger@quill.test')
    expect((await signIn('linkedin', stranger)).answer.body.error).toBe('SocialNoAccount')
    const { answer } = await signIn('linkedin', stranger, openBrowser(open))
    expect(answer.body.data).toMatchObject({ outcome: 'register', email: stranger.email, firstname: 'Ivy' })
    expect(answer.set.has('rostrum_access')).toBe(false)
  })

  it('takes the address from userinfo when the token has none', async () => {
    others.misdeeds.bareToken = true
    const { answer } = await signIn('google', proven(stack.people.coHost.email))
    expect(answer.body.data.outcome).toBe('signedIn')
    others.misdeeds.userinfoSub = 'somebody-else'
    expect((await signIn('google', proven('x@quill.test', 'x'))).answer.body.error).toBe('SocialRefused')
  })

  it('opens one connection and one session for two answers that race', async () => {
    const { banking } = stack.people
    await stack.db
      .update(account)
      .set({ roles: ['banking', 'vc'] })
      .where(eq(account.id, banking.id))
    const browser = openBrowser(stack)
    const back = linkedin.authorize(await browser.start('linkedin'), proven(banking.email))
    const before = (await stack.db.select().from(session).where(eq(session.accountId, banking.id))).length
    const answers = await Promise.all([browser.comeBack('linkedin', back), browser.comeBack('linkedin', back)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await connections(banking.id)).toHaveLength(1)
    expect(await stack.db.select().from(session).where(eq(session.accountId, banking.id))).toHaveLength(before + 1)
  })
})
