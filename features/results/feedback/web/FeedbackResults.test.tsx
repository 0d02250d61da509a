import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const over = pitchDetail({
  state: 'over',
  status: 4,
  real_start_time: '2026-11-24T15:00:00.000Z',
  real_end_time: '2026-11-24T15:58:00.000Z',
})
const rated = (number: number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  user_id: '00000000-0000-4000-8000-0000000000b1',
  name: `Person ${number}`,
  email: 'grace@quill.co',
  rating: 'good',
  note: number === 1 ? 'Call <b>dropped</b>' : '',
  at: '2026-11-24T16:00:00.000Z',
})
const none = { items: [], total: 0 }
const server = (pitch = over, more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchDetail: () => pitch,
  getPitchAttendance: () => none,
  getAttendeeFeedbackList: () => ({ ...none, counts: { dislike: 0, unsure: 0, invest: 0 } }),
  getCommitmentList: () => ({ ...none, sum: '$0', statements: [], withdrawn: [] }),
  getPitchEPFeedbackList: ({ limit }) => ({
    items: Array.from({ length: Math.min(Number(limit), 25) }, (_, i) => rated(i + 1)),
    total: 25,
    counts: { veryBad: 1, bad: 0, general: 4, good: 10, veryGood: 10 },
  }),
  getMyPitchEPFeedback: () => ({ may_rate: true, rating: null, note: '' }),
  ...more,
})
const address = `/pitch-management/${over.uuid}?tab=feedback`

describe('Attendee Feedback', () => {
  it('[SCREEN-014, CALL-014, CONST-051] shows how the session was rated, and what was written as text', async () => {
    const { user, inputOf } = await renderAt(address, server())
    await screen.findByRole('heading', { name: 'Attendee Feedback' })
    await screen.findByRole('heading', { name: 'Rate your experience' })
    await screen.findByText('Call <b>dropped</b>')
    const counts = [...document.querySelectorAll('.session-counts li')].map(line => line.textContent)
    expect(counts).toEqual(['Very good1040%', 'Good1040%', 'General416%', 'Bad00%', 'Very bad14%'])
    const list = screen.getByRole('list', { name: 'Pitch ratings' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25))
    expect(inputOf('getPitchEPFeedbackList')).toMatchObject({ uuid: over.uuid, limit: '40' })
  })

  it('asks the presenters', async () => {
    await renderAt(address, server())
    await screen.findByRole('radio', { name: 'Very bad' })
    expect(screen.getAllByRole('radio')).toHaveLength(5)
  })

  it('does not ask an administrator, who was not on stage', async () => {
    await renderAt(address, server({ ...over, part: 'admin' }))
    await screen.findByRole('list', { name: 'Pitch ratings' })
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('says that there is no rating yet', async () => {
    const counts = { veryBad: 0, bad: 0, general: 0, good: 0, veryGood: 0 }
    await renderAt(address, server(over, { getPitchEPFeedbackList: () => ({ ...none, counts }) }))
    await screen.findByText('No ratings yet.')
    expect(screen.queryByRole('list', { name: 'Pitch ratings' })).toBeNull()
  })
})
