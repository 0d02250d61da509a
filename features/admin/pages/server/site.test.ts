import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { storePicture } from '#server/pictures/pictures.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
let bare: Stack

beforeAll(async () => {
  stack = await startStack({
    PUBLIC_URL: 'https://pitch.example.com',
    ALLOWED_HOSTS: 'pitch.example.com,quill.example,live.quill.example',
    OPERATOR_NAME: 'Harbour [Ventures](https://evil.example)',
    SUPPORT_EMAIL: 'help@harbour.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  })
  bare = await startStack()
  await stack.db
    .update(organisation)
    .set({ domain: 'quill.example', mobileAccess: false, supportEmail: 'desk@quill.example' })
    .where(eq(organisation.id, stack.people.admin.organisationId))
})
afterAll(() => Promise.all([stack.stop(), bare.stop()]))

describe('public information about the console', () => {
  it('[CALL-211] getSiteInfo says which providers are on, who runs it, and whose domain a host is', async () => {
    const info = (host: string) => stack.as('nobody').getSiteInfo({ host })
    expect(await info('pitch.example.com')).toEqual({
      org_name: '',
      logo: '',
      operator_name: 'Harbour [Ventures](https://evil.example)',
      support_email: 'help@harbour.example',
      providers: ['google'],
      registration: 'closed',
      mobile_access: true,
      main_url: 'https://pitch.example.com',
    })
    const quills = { org_name: 'Quill Ventures', mobile_access: false, support_email: 'desk@quill.example' }
    expect(await info('quill.example:8443')).toMatchObject(quills)
    expect(await info('LIVE.quill.example')).toMatchObject(quills)
    // a host that is not ours gets no organization, even if one has the domain
    expect(await info('other.quill.example')).toMatchObject({ org_name: '', mobile_access: true })
    expect(await bare.as('nobody').getSiteInfo({ host: '' })).toMatchObject({ providers: [], support_email: '' })
  })

  it('[CALL-211] shows the logo of the organisation at its own domain, and nowhere else', async () => {
    const see = (host: string) => stack.app.inject({ method: 'GET', url: '/webapi/site-logo', headers: { host } })
    expect((await see('quill.example')).statusCode).toBe(404)
    const red = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c00000' } })
    const key = await storePicture(stack.frame, await red.png().toBuffer(), 'logo', {
      ...stack.people.admin,
      accountId: stack.people.admin.id,
    })
    const whose = eq(organisation.id, stack.people.admin.organisationId)
    await stack.db.update(organisation).set({ logo: key }).where(whose)
    const { logo } = await stack.as('nobody').getSiteInfo({ host: 'quill.example' })
    expect(logo).toBe(`/webapi/site-logo?${key.replace('pictures/', '')}`)
    const shown = await see('live.quill.example')
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect((await see('pitch.example.com')).statusCode).toBe(404)
    for (const host of ['other.quill.example', 'evil.example']) expect((await see(host)).statusCode).toBe(421)
    await stack.db.update(organisation).set({ logo: null }).where(whose)
  })

  it('[CALL-206] checkAllowedHost tells our hosts from others, and where else to go', async () => {
    const check = async (host: string) => (await stack.as('nobody').checkAllowedHost({ host })).allowed
    expect(await stack.as('nobody').checkAllowedHost({ host: 'evil.example' })).toEqual({
      allowed: false,
      main_url: 'https://pitch.example.com',
    })
    for (const host of ['pitch.example.com', 'Quill.example:443', 'localhost:7500'])
      expect(await check(host)).toBe(true)
    for (const host of ['pitch.example.com.evil.example', 'xpitch.example.com', 'localhost.evil.example', '10.0.0.1'])
      expect(await check(host)).toBe(false)
  })

  it('[CALL-217] getUserIp answers a GET with the address that the request comes from', async () => {
    const { status, body } = await rawCall(stack.app, 'getUserIp', {}, { ip: '203.0.113.9' })
    expect([status, body.data]).toEqual([200, { ip: '203.0.113.9' }])
    const forged = { ip: '203.0.113.9', headers: { 'x-forwarded-for': '198.51.100.1' } }
    expect((await rawCall(stack.app, 'getUserIp', {}, forged)).body.data.ip).toBe('203.0.113.9')
  })
})

describe('privacy policy and terms', () => {
  const kinds = ['privacy-policy', 'terms-of-service'] as const
  it.each(['en', 'zh-Hans', 'zh-Hant'] as const)(
    '[ROUTE-041, ROUTE-042] are there in %s and name the operator',
    async language => {
      for (const kind of kinds) {
        const policy = await stack.as('nobody').getPolicy({ kind, language })
        expect(policy).toMatchObject({ language, is_own: false, version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
        expect(policy.text).toContain('help@harbour.example')
        expect(policy.text).toContain('https://pitch.example.com')
        // what an operator is called is no Markdown
        expect(policy.text).toContain('Harbour \\[Ventures\\](https://evil.example)')
        expect(policy.text).not.toMatch(/\{\{|\}\}/)
        expect((await bare.as('nobody').getPolicy({ kind, language })).text).not.toMatch(/\{\{|undefined/)
      }
    },
  )

  it('are the operator’s own where there are any, in any language rather than none', async () => {
    const folder = join(stack.frame.settings.dataDir, 'policies/zh-Hant')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'privacy-policy.md'), '# 我們的政策\n')
    const own = { text: '# 我們的政策\n', language: 'zh-Hant', is_own: true }
    for (const language of ['zh-Hant', 'en'] as const)
      expect(await stack.as('nobody').getPolicy({ kind: 'privacy-policy', language })).toMatchObject(own)
    expect(await stack.as('nobody').getPolicy({ kind: 'terms-of-service' })).toMatchObject({ is_own: false })
    await rm(folder, { recursive: true })
  })

  it('are two texts and no way to other files', async () => {
    for (const kind of ['../../secret', 'privacy-policy/../../x', ''])
      expect((await rawCall(stack.app, 'getPolicy', { kind, language: 'en' })).status).toBe(400)
    expect((await rawCall(stack.app, 'getPolicy', { kind: 'privacy-policy', language: '../en' })).status).toBe(400)
  })
})
