import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const uuid = '00000000-0000-4000-8000-0000000000aa'
const live = {
  uuid,
  presentation_name: 'Tidewater Robotics, Series A',
  is_live: true,
  starts_at: '2026-11-22T03:00:00Z',
}
const now = (...items: object[]) => ({ getPitchesNow: () => ({ items, total: items.length }) })

describe('a pitch that waits', () => {
  it('is named above every screen of the console, with the way in by the keyboard', async () => {
    const { user, where } = await renderAt('/personal-info/profile', { ...signedInAs('vc'), ...now(live) })
    await screen.findByText('Tidewater Robotics, Series A is live.')
    const join = screen.getByRole('link', { name: 'Join: Tidewater Robotics, Series A' })
    join.focus()
    await user.keyboard('{Enter}')
    expect(where.address).toBe(`/join-session/${uuid}`)
  })

  it('is told with its time before it begins, in the language of the reader', async () => {
    await renderAt(
      '/mydashboard/index',
      { ...signedInAs('vc'), ...now({ ...live, is_live: false, starts_at: '2099-11-22T03:00:00Z' }) },
      'zh-Hans',
    )
    const told = await screen.findByText(/^Tidewater Robotics, Series A 将于.*\d:00.*开始/)
    expect(told.textContent).not.toContain('正在进行')
  })

  it('is not said to start at a time that has passed', async () => {
    const starts_at = new Date(Date.now() - 10 * 60_000).toISOString()
    await renderAt('/mydashboard/index', { ...signedInAs('vc'), ...now({ ...live, is_live: false, starts_at }) })
    expect(await screen.findByText(/^Tidewater Robotics, Series A should have started at \d/)).toBeTruthy()
  })

  it('does not show during impersonation, nor without a pitch', async () => {
    const acting = { ...person, impersonate_model: true, impersonate_until: '2099-01-01T00:00:00Z' }
    const { made } = await renderAt('/mydashboard/index', { getUserInfoByToken: () => acting, ...now(live) })
    await screen.findByRole('heading', { name: 'My dashboard' })
    expect(screen.queryByText(/is live/)).toBeNull()
    expect(made.some(({ call }) => call === 'getPitchesNow')).toBe(false)
  })
})
