import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pitch, pitchAnswers } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt } from '#web/testing/renderAt.tsx'
import { CONSENT_WORDS } from '../rules.ts'

const door = async (recording: 'not' | 'start' | 'hand', agrees: boolean | null = null, part = 'attendee' as const) => {
  return renderAt(`/join-session-wait?pitch=${pitch}`, {
    ...pitchAnswers(part, 0, { recording, agrees_to_recording: agrees }),
    answerRecording: ({ agrees }) => ({ agrees: agrees === '1' }),
  })
}

describe('at the door', () => {
  it('tells that the pitch is recorded, stores each answer, and lets the person change it', async () => {
    const { user, made } = await door('start')
    const notice = await screen.findByRole('region', { name: 'This pitch will be recorded' })
    await user.click(within(notice).getByRole('button', { name: 'I don’t agree' }))
    expect(await within(notice).findByText(/You won’t be recorded/)).toBeTruthy()
    await user.click(within(notice).getByRole('button', { name: 'Change my answer' }))
    await user.click(within(notice).getByRole('button', { name: 'I agree' }))
    expect(await within(notice).findByText('You agreed to be recorded.')).toBeTruthy()
    const asked = made.filter(({ call }) => call === 'answerRecording').map(({ input }) => input)
    expect(asked).toEqual(['0', '1'].map(agrees => ({ pitch_uuid: pitch, agrees, words: String(CONSENT_WORDS) })))
  })

  it('says nothing of a pitch that is not recorded', async () => {
    await door('not')
    expect(await screen.findByText(/You’ll join automatically/)).toBeTruthy()
    expect(screen.queryByText(/recorded/)).toBeNull()
  })
})
