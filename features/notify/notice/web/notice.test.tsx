import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { writeNoticeTime } from '#contract/times.ts'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { pauseAfter } from './noticeQueries.ts'

const notice = (at: number, change = {}) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  title: `Notice ${at}`,
  content: 'You’re now the presenter of “Seed round.”',
  button_text: 'Open pitch',
  action: 'open',
  link: '/mydashboard/index',
  is_read: 0,
  op_name: 'Ada Okafor',
  op_head_image: '',
  update_time: '2026-11-24T15:05:00.000Z',
  ...change,
})
const none = { items: [], total: 0, unread: 0 }
const some = (...items: ReturnType<typeof notice>[]) => ({
  getNoticeList: () => ({ items, total: items.length, unread: items.filter(({ is_read }) => is_read === 0).length }),
})
const failing = () => {
  throw new CallFailed('Internal')
}
const seen = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}
afterEach(() => {
  vi.useRealTimers()
  seen('visible')
})

describe('the bell', () => {
  it('[SHELL-004, ENT-050] says how many notices are unread, shows the newest and leads on', async () => {
    const { user, inputOf, where } = await renderAt('/admin/index', some(notice(1), notice(2, { is_read: 1 })))
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    const first = (await screen.findAllByRole('article'))[0] as HTMLElement
    expect(within(first).getByText('11/24/26 10:05 EST', { exact: false })).toBeTruthy()
    await user.click(within(first).getByRole('button', { name: 'Open pitch: Notice 1' }))
    await waitFor(() => expect(where.address).toBe('/mydashboard/index'))
    expect(inputOf('readNotice')).toEqual({ id: notice(1).id })
  })

  it('says nothing of a number when all is read', async () => {
    await renderAt('/admin/index', some(notice(1, { is_read: 1 })))
    expect((await screen.findByRole('button', { name: 'Notifications' })).textContent).toBe('')
  })

  it('[CALL-175, CONST-034] looks every 15 seconds, for page 1 and 10 of them, and not in a hidden tab', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { made } = await renderAt('/admin/index', { getNoticeList: () => none })
    const looks = () => made.filter(({ call }) => call === 'getNoticeList')
    await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(looks()).toHaveLength(1))
    expect(looks()[0]?.input).toEqual({ page: '1', limit: '10' })
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(looks()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(looks()).toHaveLength(2)
    seen('hidden')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(looks()).toHaveLength(2)
    seen('visible')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(looks()).toHaveLength(3)
  })

  it('[ERR-070] shows no error when fetching fails, and fetches more seldom then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { made } = await renderAt('/admin/index', { getNoticeList: failing })
    const looks = () => made.filter(({ call }) => call === 'getNoticeList').length
    await waitFor(() => expect(looks()).toBe(1))
    expect(await screen.findByRole('heading', { name: /Welcome Back/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(16_000))
    expect(looks()).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(looks()).toBe(2)
    expect([0, 1, 2, 3].map(pauseAfter)).toEqual([15_000, 30_000, 60_000, 120_000])
    expect(pauseAfter(40)).toBe(300_000)
  })
})

describe('the notices', () => {
  it('[ROUTE-139, ENT-107, CONST-033] asks for ten a page and for what is searched', async () => {
    const items = Array.from({ length: 10 }, (_, at) => notice(at + 1))
    const { user, inputOf, where } = await renderAt('/tip/alter?page=2&content=round', {
      getNoticeList: () => ({ items, total: 34, unread: 3 }),
    })
    expect(await screen.findByText('Page 2 of 4')).toBeTruthy()
    expect(inputOf('getNoticeList')).toEqual({ page: '2', limit: '10', content: 'round' })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(where.address).toBe('/tip/alter?page=3&content=round'))
  })

  it('[ERR-062] says that a notice was deleted, and takes it back', async () => {
    const { user, inputOf } = await renderAt('/tip/alter', { ...some(notice(7)), deleteNotice: () => ({}) })
    await user.click(await screen.findByRole('button', { name: 'Delete: Notice 7' }))
    expect(await screen.findByText('Delete alert successfully')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreNotice')).toEqual({ id: notice(7).id }))
  })

  it('[ERR-063] says that it was not', async () => {
    const { user } = await renderAt('/tip/alter', { ...some(notice(7)), deleteNotice: failing })
    await user.click(await screen.findByRole('button', { name: 'Delete: Notice 7' }))
    expect(await screen.findByText('Delete alert failed')).toBeTruthy()
  })

  const asking = notice(8, { action: 'confirmEmail', button_text: 'Confirm Email', link: '' })
  it('[ERR-060] says that the confirmation was mailed', async () => {
    const { user } = await renderAt('/tip/alter', { ...some(asking), sendConfirmationEmail: () => ({}) })
    await user.click(await screen.findByRole('button', { name: 'Confirm Email: Notice 8' }))
    expect(await screen.findByText('Sent email successfully')).toBeTruthy()
  })

  it('[ERR-061] says that it was not', async () => {
    const { user } = await renderAt('/tip/alter', { ...some(asking), sendConfirmationEmail: failing })
    await user.click(await screen.findByRole('button', { name: 'Confirm Email: Notice 8' }))
    expect(await screen.findByText('Sent email failed')).toBeTruthy()
  })

  it('are written in Chinese as well', async () => {
    await renderAt('/tip/alter', { ...signedInAs('presenter'), getNoticeList: () => none }, 'zh-Hans')
    expect(await screen.findByText('没有通知。')).toBeTruthy()
  })
})

describe('the time of a notice', () => {
  it.each([
    ['America/New_York', '11/24/26 10:05 EST'],
    ['America/Los_Angeles', '11/24/26 07:05 PST'],
    ['UTC', '11/24/26 15:05 UTC'],
  ])('[CONST-035, CONST-036] is shown in the zone %s as %s', (zone, said) => {
    expect(writeNoticeTime('2026-11-24T15:05:00.000Z', 'en', zone)).toBe(said)
  })
  it('[CONST-036] has two digits of everything, after midnight too', () => {
    expect(writeNoticeTime('2026-07-04T04:03:00.000Z', 'en', 'America/New_York')).toBe('07/04/26 00:03 EDT')
  })
  it.each([
    ['zh-Hans', '2026年11月24日 10:05（北美东部时间）'],
    ['zh-Hant', '2026年11月24日 上午10:05（東部時間）'],
  ])('is written in %s as other times are', (language, said) => {
    expect(writeNoticeTime('2026-11-24T15:05:00.000Z', language, 'America/New_York')).toBe(said)
  })
})
