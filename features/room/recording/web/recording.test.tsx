import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pitch, pitchAnswers } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt } from '#web/testing/renderAt.tsx'
import { CONSENT_WORDS } from '../rules.ts'
import type { Capacity } from './capacity.ts'

const space: Capacity = {
  ...{ most: 4, is_taken: false, person_bytes: 825e6, screen_bytes: 1100e6, free_bytes: 45e9, is_filling: false },
}

const door = async (
  recording: 'not' | 'start' | 'hand',
  agrees: boolean | null = null,
  part: 'attendee' | 'owner' = 'attendee',
  capacity: Partial<Capacity> = {},
) => {
  return renderAt(`/join-session-wait?pitch=${pitch}`, {
    ...pitchAnswers(part, 0, { recording, agrees_to_recording: agrees }),
    answerRecording: ({ agrees }) => ({ agrees: agrees === '1' }),
    getRecordingCapacity: () => ({ ...space, ...capacity }),
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

  it('tells presenters what an hour takes and what is free, and attendees nothing of that', async () => {
    await door('start', true, 'owner')
    const facts = await screen.findByText(/an hour takes about/)
    expect([facts.textContent, facts.nextElementSibling?.textContent]).toEqual([
      'With 1 person on camera, an hour takes about 825 MB; a shared screen adds 1.1 GB.',
      '45 GB is free on the server, enough for about 23 hours.',
    ])
    expect(screen.queryByText(/at a time/)).toBeNull()
    cleanup()
    await door('start', true)
    await screen.findByText('You agreed to be recorded.')
    expect(screen.queryByText(/an hour takes about/)).toBeNull()
  })

  it('tells presenters before the pitch that it may not be recorded, and that the disk is nearly full', async () => {
    await door('start', true, 'owner', { is_taken: true, is_filling: true, free_bytes: null })
    await screen.findByText(/records 4 pitches at a time, and that many others are planned/)
    screen.getByText(/disk is almost full/)
    expect(screen.queryByText(/is free on the server/)).toBeNull()
  })

  it('says nothing of a pitch that is not recorded', async () => {
    await door('not')
    expect(await screen.findByText(/You’ll join automatically/)).toBeTruthy()
    expect(screen.queryByText(/recorded/)).toBeNull()
  })
})
