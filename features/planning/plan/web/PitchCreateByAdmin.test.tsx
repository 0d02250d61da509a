import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { emptyForm } from './pitchForm.ts'
import { pitchDetail } from './testPitch.ts'

const cora = { user_id: '00000000-0000-4000-8000-0000000000c0', name: 'Cora Chen', email: 'cora@quill.example' }

/** The draft in the browser of a pitch that is filled in except for its presenter. */
function keepDraft() {
  const zone = 'America/New_York'
  const start = { date: '2031-11-24', time: '10:00', zone }
  const form = { ...emptyForm('', zone), presentation_name: 'Seed round', start, end: { ...start, time: '11:00' } }
  const value = { form, invitees: { text: '', files: [], leftOut: [] }, uploads: [], noFile: true, assignee: null }
  const kept = JSON.stringify({ at: Date.now(), value })
  localStorage.setItem(`rostrum.draft.pitch.newForOther.${person.user_id}`, kept)
}

const server = (more: Answers = {}): Answers => ({
  ...signedInAs('pitchadmin'),
  getAssigneeList: () => ({ items: [cora], total: 1 }),
  createPitchByPresenter: () => ({ id: 7, uuid: pitchDetail().uuid }),
  getPitchById: () => pitchDetail(),
  sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
  ...more,
})

describe('New Pitch Session', () => {
  it('[SCREEN-008, ROUTE-093] plans a pitch for another presenter, whose name is filled in', async () => {
    keepDraft()
    const { user, inputOf, where } = await renderAt('/pitches/createbyadmin', server())
    await screen.findByRole('heading', { name: 'New Pitch Session', level: 1 })
    await user.click(screen.getByRole('button', { name: 'Create pitch' }))
    await screen.findByText('Choose a presenter.')
    const [select] = screen.getAllByLabelText(/^Presenter/)
    if (select) await user.click(select)
    await user.click(await screen.findByText('Cora Chen · cora@quill.example'))
    expect(screen.getByDisplayValue('Cora Chen')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create pitch' }))
    await waitFor(() => expect(where.address).toBe('/pitches/view/7'))
    expect(inputOf('createPitchByPresenter')).toMatchObject({ user_id: cora.user_id, presenter_name: 'Cora Chen' })
  })

  it('sends a presenter to the screen of their own', async () => {
    const { where } = await renderAt('/pitches/createbyadmin', server(signedInAs('presenter')))
    await waitFor(() => expect(where.address).toBe('/pitches/create'))
  })
})
