import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { uuidOfCode } from '#features/core/site/rules.ts'
import { hashToken } from '#server/tokens.ts'
import { type OAuthServer, type ProviderPerson, startOAuthServer } from '#testing/oauthServer.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import { openBrowser, providerSettings } from '#testing/socialBrowser.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

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

const as = (name: PersonName) => openBrowser(stack, { token: stack.people[name].token })
const at = (sub: string): ProviderPerson => ({ sub, name: `Account ${sub}`, email: `${sub}@elsewhere.test` })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
const actsOf = async (name: PersonName) => {
  const rows = await stack.db.select().from(auditEntry).where(eq(auditEntry.actorId, stack.people[name].id))
  return rows.map(row => row.action)
}

describe('connected accounts', () => {
  it('are connected by who is signed in and gives the password, whatever address the provider knows', async () => {
    const { investor } = stack.people
    await givePassword(stack.db, investor.id)
    const browser = as('investor')
    expect(await failure(browser.made('startSocialConnect', { provider: 'facebook', password: 'wrong' }))).toBe(
      'OldPasswordWrong',
    )
    const { url } = await browser.made('startSocialConnect', { provider: 'facebook', password: goodPassword })
    const { body } = await browser.comeBack('facebook', others.authorize(url, at('fb-ivy')))
    expect(body.data).toMatchObject({ outcome: 'connected', go_to: '/personal-info/settings' })
    expect(await browser.made('getSocialAccounts', {})).toMatchObject({
      accounts: [{ provider: 'facebook', name: 'Account fb-ivy', email: 'fb-ivy@elsewhere.test' }],
      providers: ['linkedin', 'google', 'facebook', 'wechat'],
      has_password: true,
    })
    expect(await mailsTo(stack.db, investor.email, 'socialConnected')).toHaveLength(1)

    const elsewhere = openBrowser(stack)
    const back = others.authorize(await elsewhere.start('facebook'), at('fb-ivy'))
    expect((await elsewhere.comeBack('facebook', back)).body.data.outcome).toBe('signedIn')
    expect((await elsewhere.me()).user_id).toBe(investor.id)
  })

  it("are never connected to the account of a person whose browser was given another's answer", async () => {
    const { member, admin } = stack.people
    await givePassword(stack.db, member.id)
    const attacker = as('member')
    const { url } = await attacker.made('startSocialConnect', { provider: 'wechat', password: goodPassword })
    const back = others.authorize(url, at('we-attacker'))
    // even with the cookie of the attacker's flow, the session is another
    const victim = openBrowser(stack, { token: admin.token })
    victim.cookies['rostrum_social'] = attacker.cookies['rostrum_social'] ?? ''
    expect((await victim.comeBack('wechat', back)).body.error).toBe('SocialStateWrong')
    expect((await victim.made('getSocialAccounts', {})).accounts).toEqual([])
    expect((await attacker.made('getSocialAccounts', {})).accounts).toEqual([])
  })

  it('are of one person: the first to connect it keeps it', async () => {
    const { presenter } = stack.people
    await givePassword(stack.db, presenter.id)
    const browser = as('presenter')
    const { url } = await browser.made('startSocialConnect', { provider: 'facebook', password: goodPassword })
    expect((await browser.comeBack('facebook', others.authorize(url, at('fb-ivy')))).body.error).toBe('SocialTaken')
  })

  it('ask a person without a password for a sign-in of the last minutes', async () => {
    const browser = as('secondInvestor')
    expect((await browser.ask('startSocialConnect', { provider: 'linkedin' })).status).toBe(200)
    const long = new Date(Date.now() - 11 * 60_000)
    const own = eq(session.tokenHash, hashToken(stack.people.secondInvestor.token))
    await stack.db.update(session).set({ createdAt: long }).where(own)
    expect(await failure(browser.made('startSocialConnect', { provider: 'linkedin' }))).toBe('FreshSignInNeeded')
  })

  it('are disconnected with the password, which is written down; the last way in stays', async () => {
    const browser = as('investor')
    const take = (password: string) =>
      failure(browser.made('disconnectSocialAccount', { provider: 'facebook', password }))
    expect(await take('wrong')).toBe('OldPasswordWrong')
    expect(await take(goodPassword)).toBe('done')
    expect(await take(goodPassword)).toBe('NotFound')
    expect(await actsOf('investor')).toEqual(expect.arrayContaining(['social.connect', 'social.disconnect']))
    const without = as('lumenInvestor')
    expect(await failure(without.made('disconnectSocialAccount', { provider: 'linkedin' }))).toBe('SocialLastWay')
  })

  it('cannot be touched during an impersonation, nor the password be guessed fast', async () => {
    const { pitchadmin } = stack.people
    await givePassword(stack.db, pitchadmin.id)
    const started = await stack.as('superadmin').startImpersonate({ user_id: pitchadmin.id, reason: 'Looks into it' })
    const acting = stack.withToken(started.access_token)
    const input = { provider: 'linkedin', password: goodPassword, uuid: crypto.randomUUID(), text: 'x' } as const
    for (const call of [acting.startSocialConnect, acting.disconnectSocialAccount, acting.startLinkedInShare])
      expect(await failure(call(input))).toBe('NotWhileImpersonating')
    const browser = as('pitchadmin')
    const guesses = Array.from({ length: 12 }, () =>
      failure(browser.made('disconnectSocialAccount', { provider: 'linkedin', password: 'guess' })),
    )
    expect(await Promise.all(guesses)).toContain('TooManyRequests')
  })
})

describe('sharing a pitch on LinkedIn', () => {
  const seed = async (isPublic: boolean): Promise<string> => {
    const startsAt = new Date(Date.now() + 3_600_000)
    const [row] = await stack.db
      .insert(pitch)
      .values({
        organisationId: stack.people.presenter.organisationId,
        userId: stack.people.presenter.id,
        presentationName: 'Seed round, Quill Co',
        presenterName: 'Paul',
        startsAt,
        endsAt: new Date(startsAt.getTime() + 3_600_000),
        startZone: 'UTC',
        endZone: 'UTC',
        state: 'scheduled',
        isPublic,
      })
      .returning()
    return row?.uuid ?? ''
  }
  const text = 'Come & see #us (live) @ten'

  it('[CALL-190] posts the link of a public pitch in the name of who agreed, by a consent of its own', async () => {
    const uuid = await seed(true)
    const browser = as('presenter')
    const { url } = await browser.made('startLinkedInShare', { uuid, text })
    expect(new URL(url).searchParams.get('scope')).toBe('openid profile w_member_social')
    const back = linkedin.authorize(url, at('li-paul'))
    expect(back.state.startsWith('share.')).toBe(true)
    // the answer to a share signs no person in
    expect((await browser.comeBack('linkedin', back)).body.error).toBe('SocialStateWrong')
    const again = linkedin.authorize((await browser.made('startLinkedInShare', { uuid, text })).url, at('li-paul'))
    expect(await browser.made('handleLinkedInShare', again)).toEqual({
      uuid,
      post_url: 'https://www.linkedin.com/feed/update/urn:li:share:7012345678901234567/',
    })
    const [post] = linkedin.posts
    expect(post?.headers).toMatchObject({ 'linkedin-version': '202510', 'x-restli-protocol-version': '2.0.0' })
    expect(post?.body).toMatchObject({
      author: 'urn:li:person:li-paul',
      commentary: 'Come & see \\#us \\(live\\) \\@ten',
      visibility: 'PUBLIC',
      content: { article: { title: 'Seed round, Quill Co' } },
    })
    const source = JSON.stringify(post?.body).match(/"source":"http:\/\/localhost:7500\/go\/([\w-]+)"/)?.[1]
    expect(uuidOfCode(source ?? '')).toBe(uuid)
    expect(await actsOf('presenter')).toContain('pitch.share')
    expect((await browser.ask('handleLinkedInShare', again)).body.error).toBe('SocialStateWrong')
    expect(linkedin.posts).toHaveLength(1)
  })

  it('[CALL-190] is for public pitches that one manages, and for the session that began it', async () => {
    const closed = await seed(false)
    const uuid = await seed(true)
    const start = (name: PersonName, of: string) => failure(as(name).made('startLinkedInShare', { uuid: of, text }))
    expect(await start('presenter', closed)).toBe('PitchNotPublic')
    expect(await start('coHost', uuid)).toBe('PitchNotFound')
    expect(await start('lumenAdmin', uuid)).toBe('PitchNotFound')

    const browser = as('presenter')
    const back = async () =>
      linkedin.authorize((await browser.made('startLinkedInShare', { uuid, text })).url, at('li'))
    const anonymous = openBrowser(stack)
    expect((await anonymous.ask('handleLinkedInShare', await back())).body.error).toBe('NotSignedIn')
    const other = as('admin')
    const answer = await back()
    other.cookies['rostrum_social'] = browser.cookies['rostrum_social'] ?? ''
    expect((await other.ask('handleLinkedInShare', answer)).body.error).toBe('SocialStateWrong')

    const late = await back()
    await stack.db.update(pitch).set({ isPublic: false }).where(eq(pitch.uuid, uuid))
    expect((await browser.ask('handleLinkedInShare', late)).body.error).toBe('PitchNotPublic')
    expect(linkedin.posts).toHaveLength(1)
  })

  it('says so when LinkedIn does not take it', async () => {
    const uuid = await seed(true)
    const browser = as('presenter')
    for (const [status, error] of [
      [500, 'SocialProviderDown'],
      [403, 'SocialRefused'],
    ] as const) {
      const { url } = await browser.made('startLinkedInShare', { uuid, text })
      linkedin.misdeeds.postStatus = status
      expect((await browser.ask('handleLinkedInShare', linkedin.authorize(url, at('li')))).body.error).toBe(error)
    }
    linkedin.behave()
  })
})
