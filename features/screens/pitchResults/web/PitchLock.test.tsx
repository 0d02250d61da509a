import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pitchDetail, pitchItem } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const reason = /This pitch is locked/
const none = { items: [], total: 0 }
const locked = { is_locked: true, state: 'delivered' } as const
const server = (role: string, part: 'owner' | 'admin'): Answers => ({
  ...signedInAs(role),
  getPitchListForPresenter: () => ({ items: [pitchItem(locked)], total: 1 }),
  getPitchListForEp: () => ({ items: [pitchItem(locked)], total: 1 }),
  getPitchById: () => pitchDetail({ ...locked, part }),
  getPitchDetail: () => pitchDetail({ ...locked, part }),
  sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
  getPitchFileList: () => none,
  getPitchAttendeeList: () => ({ ...none, answers: { yes: 0, no: 0 } }),
})
const { uuid } = pitchDetail()

describe('a locked pitch', () => {
  it('[STATE-028] says so in the list, and keeps its presenter from changing it, with the reason', async () => {
    const { user } = await renderAt('/pitches/list', server('presenter', 'owner'))
    const row = (await screen.findByText('Seed round')).closest('tr') as HTMLElement
    within(row).getByText('Locked')
    await user.click(within(row).getByRole('button', { name: 'Actions for Seed round' }))
    await screen.findByText(reason)
    for (const name of ['Invite', 'Slides', 'Edit', 'Delete'])
      expect(screen.getByRole<HTMLButtonElement>('menuitem', { name }).disabled).toBe(true)
    expect(screen.getByRole('menuitem', { name: 'View' }).getAttribute('href')).toBe('/pitches/view/7')
  })

  it('[STATE-028] offers its presenter no way to change it on its page, and the reason at each', async () => {
    const { user, where } = await renderAt('/pitches/view/7', server('presenter', 'owner'))
    for (const name of ['Edit', 'Invite', 'Delete pitch']) {
      const act = await screen.findByRole('button', { name })
      expect(act.getAttribute('aria-disabled')).toBe('true')
      expect(act.getAttribute('aria-description')).toMatch(reason)
      await user.click(act)
    }
    expect(where.address).toBe('/pitches/view/7')
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByRole('link', { name: 'Enter room' })
  })

  it.each([
    ['slides', `/pitches/editfile/${uuid}`],
    ['invitations', `/pitches/invite/${uuid}`],
    ['details', '/pitches/edit/7'],
  ])('says on the screen of its %s why nothing can be changed', async (_, address) => {
    await renderAt(address, server('presenter', 'owner'))
    await screen.findByText(reason)
    expect(screen.queryByRole('button', { name: /Save changes|Choose|Send/ })).toBeNull()
  })

  it('[STATE-028] is changed as usual by callers who may unlock it', async () => {
    await renderAt('/pitches/view/7', server('pitchadmin', 'admin'))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/pitches/edit/7'))
    screen.getByText('Locked')
    expect(screen.queryByText(reason)).toBeNull()
  })
})
