import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const none = { items: [], total: 0 }
const server = (role: string, pitch: PitchDetail, more: Answers = {}): Answers => ({
  ...signedInAs(role),
  getPitchById: () => pitch,
  sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
  getPitchAttendance: () => none,
  getAttendeeFeedbackList: () => ({ ...none, counts: { dislike: 0, unsure: 0, invest: 0 } }),
  getCommitmentList: () => ({ ...none, sum: '$0', statements: [], withdrawn: [] }),
  ...more,
})
const reopened = () => ({ status: 0 })
const more = () => screen.findByRole('button', { name: 'More actions' })
const over = (part: PitchDetail['part']) => pitchDetail({ state: 'over', status: 4, part })

describe('what is seldom done with a pitch', () => {
  it.each([
    [false, 'Lock', '1'],
    [true, 'Unlock', '0'],
  ])('pitch admins lock and unlock it (locked: %s), after asking', async (is_locked, act, sent) => {
    const pitch = pitchDetail({ is_locked, part: 'admin' })
    const answers = server('pitchadmin', pitch, { updatePitchLockStatus: () => ({ is_locked: !is_locked }) })
    const { user, inputOf } = await renderAt('/pitches/view/7', answers)
    await user.click(await more())
    await user.click(await screen.findByRole('menuitem', { name: act }))
    const dialog = await screen.findByRole('dialog', { name: `${act} Seed round?` })
    expect(inputOf('updatePitchLockStatus')).toBeUndefined()
    await user.click(within(dialog).getByRole('button', { name: act }))
    await waitFor(() => expect(inputOf('updatePitchLockStatus')).toEqual({ uuid: pitch.uuid, is_locked: sent }))
  })

  it('a presenter opens a pitch that is over again, and cannot take back what was said of it', async () => {
    const { user, inputOf } = await renderAt(
      '/pitches/view/7',
      server('presenter', over('owner'), { RestartPitch: reopened }),
    )
    await user.click(await more())
    expect(screen.queryByRole('menuitem', { name: 'Reset pitch' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Reopen pitch' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reopen pitch' }))
    await waitFor(() => expect(inputOf('RestartPitch')).toEqual({ uuid: pitchDetail().uuid }))
  })

  it('a presenter finds nothing of it before the pitch, and does not fill in a form that is locked', async () => {
    const locked = pitchDetail({ is_locked: true })
    const { user } = await renderAt('/pitches/view/7', server('presenter', locked))
    await screen.findByText('Locked')
    await user.click(await more())
    expect(await screen.findByRole('menuitem', { name: 'Copy' })).toBeTruthy()
    for (const act of ['Reset pitch', 'Reopen pitch']) expect(screen.queryByRole('menuitem', { name: act })).toBeNull()
  })

  it('says so in place of the form', async () => {
    await renderAt('/pitches/edit/7', server('presenter', pitchDetail({ is_locked: true })))
    await screen.findByText(/This pitch is locked/)
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })

  it('hands a pitch to a presenter found by search, and says why it was refused', async () => {
    const carl = { user_id: '00000000-0000-4000-8000-0000000000aa', name: 'Carl Nyberg', email: 'carl@quill.example' }
    let refused = true
    const { user, inputOf } = await renderAt(
      '/pitches/view/7',
      server('admin', pitchDetail({ part: 'admin' }), {
        getAssigneeList: () => ({ items: [carl], total: 1 }),
        updatePitchUserId: () => {
          if (refused) throw new CallFailed('PeopleNotDistinct')
          return {}
        },
      }),
    )
    await user.click(await more())
    await user.click(await screen.findByRole('menuitem', { name: 'Reassign' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^Co-hosts and moderators aren’t listed/)).toBeTruthy()
    const choice = within(dialog).getByRole('combobox', { name: 'New presenter' })
    await waitFor(() => expect(document.activeElement).toBe(choice))
    expect(screen.queryByRole('option')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Reassign' }))
    await within(dialog).findByText('Choose a presenter.')
    expect(inputOf('updatePitchUserId')).toBeUndefined()
    await user.click(choice)
    await user.click(await screen.findByRole('option', { name: /Carl Nyberg/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Reassign' }))
    await within(dialog).findByText('Presenter, co-hosts, and moderators must be different people.')
    refused = false
    await user.click(within(dialog).getByRole('button', { name: 'Reassign' }))
    await screen.findByText('The pitch has a new presenter.')
    expect(inputOf('updatePitchUserId')).toEqual({ uuid: pitchDetail().uuid, user_id: carl.user_id })
  })
})
