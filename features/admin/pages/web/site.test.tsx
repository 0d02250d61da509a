import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { type Answers, nobody, renderAt } from '#web/testing/renderAt.tsx'

const site = (more: object = {}): Answers => ({
  ...nobody,
  getSiteInfo: () => ({
    org_name: '',
    logo: '',
    operator_name: 'Harbour Ventures',
    support_email: 'help@harbour.example',
    providers: [],
    registration: 'closed',
    mobile_access: true,
    main_url: 'https://pitch.example.com',
    ...more,
  }),
})
const calls = (made: { call: string }[]) => made.map(one => one.call)

describe('public pages', () => {
  it('[PROD-001, ROUTE-004] the landing page says what the console is for and leads to the sign-in', async () => {
    const { made } = await renderAt('/landingpage-login?redirect=%2Fpitches%2Flist', site())
    expect(await screen.findByRole('heading', { name: 'Live investor pitches, on your own server' })).toBeTruthy()
    const signIn = screen.getByRole('link', { name: 'Sign in with a password' })
    expect(signIn.getAttribute('href')).toBe('/login?redirect=%2Fpitches%2Flist')
    expect(await screen.findByText('Harbour Ventures')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    expect(calls(made)).not.toContain('getUserInfoByToken')
  })

  it('[ROUTE-004] offers registration where it is open', async () => {
    await renderAt('/landingpage-login', site({ registration: 'open' }))
    expect(await screen.findByRole('link', { name: 'Create an account' })).toBeTruthy()
  })

  it.each([
    ['/thank-you', 'Thank you'],
    ['/thank-you2', 'Thank you for your interest'],
    ['/flyer-test', 'Pitch live'],
    ['/flyer-test2', 'You’re invited to a live pitch'],
    ['/test', 'Is this browser ready?'],
  ])('[ROUTE-001, ROUTE-002, ROUTE-007, ROUTE-054] %s is there without a sign-in', async (path, title) => {
    const { where } = await renderAt(path, site())
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(where.address).toBe(path)
  })

  it.each([
    ['en', 'You’re invited to a live pitch'],
    ['zh-Hans', '诚邀您参加线上路演'],
    ['zh-Hant', '誠邀您參加線上路演'],
  ] as [Language, string][])('[ROUTE-054] speaks %s', async (language, title) => {
    await renderAt('/flyer-test2', site(), language)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  it.each([
    ['/privacy-policy', 'privacy-policy', 'Privacy policy'],
    ['/terms-of-service', 'terms-of-service', 'Terms of service'],
    ['/facebook/privacy-policy', 'privacy-policy', 'Privacy policy'],
    ['/facebook/terms-of-service', 'terms-of-service', 'Terms of service'],
  ])(
    '[ROUTE-041, ROUTE-042, ROUTE-043, ROUTE-044] %s shows the text, and nothing in it as HTML',
    async (path, kind, title) => {
      const text = '## Who\n\nSee **this** <img src=x onerror=alert(1)> and [us](/terms-of-service).'
      const policy = { text, language: 'en', version: '2026-11-01', is_own: false }
      const { inputOf } = await renderAt(path, { ...site(), getPolicy: () => policy })
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
      expect(await screen.findByRole('heading', { level: 2, name: 'Who' })).toBeTruthy()
      expect(screen.getByText(/<img src=x/)).toBeTruthy()
      expect(document.querySelector('article img')).toBeNull()
      expect(screen.getByText('Version 2026-11-01')).toBeTruthy()
      expect(inputOf('getPolicy')).toEqual({ kind, language: 'en' })
    },
  )

  it('[ROUTE-006] /auth-redirect sends visitors through the sign-in to where a mail leads', async () => {
    const { where } = await renderAt('/auth-redirect?redirect=%2Fpitches%2Flist%3Fpage%3D2', site())
    await screen.findByLabelText('Password')
    expect(where.address).toBe('/login?redirect=%2Fpitches%2Flist%3Fpage%3D2')
  })

  it('[ROUTE-006] and signed-in people straight there', async () => {
    const { where } = await renderAt('/auth-redirect?redirect=%2Flogin-logs%2Flist', {
      getLoginLogList: () => ({ items: [], total: 0 }),
    })
    await screen.findByRole('heading', { name: 'Sign-in history' })
    expect(where.address).toBe('/login-logs/list')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    '[ROUTE-006] leads to no other site: %s',
    async to => {
      const { where } = await renderAt(`/auth-redirect?redirect=${encodeURIComponent(to)}`, site())
      await screen.findByLabelText('Password')
      expect(where.address).toBe('/')
    },
  )

  it('[ROUTE-009] /go leads to the pitch of its code, or without one to the landing page', async () => {
    const { where } = await renderAt('/go', site())
    await screen.findByRole('heading', { name: 'Live investor pitches, on your own server' })
    expect(where.address).toBe('/landingpage-login')
  })

  it('[ROUTE-009] /go with an unknown code is a page that says so', async () => {
    await renderAt('/go/xyz', site())
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeTruthy()
  })

  it('[ROUTE-009] /go with the code of a pitch is its door', async () => {
    const { where } = await renderAt('/go/AAAAAAAAQACAAAAAAAAAAQ', site())
    await screen.findByRole('main')
    expect(where.address).toMatch(/^\/join-session\/00000000-0000-4000-8000-000000000001/)
  })
})

describe('the pages that prove an address', () => {
  it('[ROUTE-057, ROUTE-056] confirm it by the code of the mail, when the person says so', async () => {
    const { user, made, inputOf, where } = await renderAt('/email/verify#12345678', {
      ...site(),
      confirmEmail: () => ({ email: 'ada@quill.example' }),
    })
    const act = await screen.findByRole('button', { name: 'Confirm address' })
    expect(calls(made)).not.toContain('confirmEmail')
    await user.click(act)
    expect(await screen.findByText('You’ll receive email at ada@quill.example.')).toBeTruthy()
    expect(inputOf('confirmEmail')).toEqual({ code: '12345678' })
    expect(where.address).toBe('/email/verifysuccess')
  })

  it('[ROUTE-057, ROUTE-055] say why they could not', async () => {
    const { user, where } = await renderAt('/email/verify#12345678', {
      ...site(),
      confirmEmail: () => {
        throw new CallFailed('EmailCodeWrong')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByRole('heading', { name: 'Your address wasn’t confirmed' })).toBeTruthy()
    expect(where.address).toBe('/email/verifyfailure')
  })

  it('[ROUTE-057] ask for a sign-in first, and come back with the code', async () => {
    const { user, where } = await renderAt('/email/verify#12345678', {
      ...site(),
      confirmEmail: () => {
        throw new CallFailed('NotSignedIn')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    await screen.findByLabelText('Password')
    expect(where.address).toBe('/login?redirect=%2Femail%2Fverify%2312345678')
  })
})
