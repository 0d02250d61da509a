import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { SessionRating } from './SessionRating.tsx'

async function asked(mine: object, error?: string) {
  const said: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const saying = path.endsWith('/createPitchEPFeedback')
    if (saying) said.push(Object.fromEntries(new URLSearchParams(String(init.body))))
    const body = saying && error ? { code: 0, error } : { code: 1, data: saying ? { id: pitch } : mine }
    return new Response(JSON.stringify({ message: '', ...body }))
  })
  await startAllTexts()
  render(<SessionRating pitch={pitch} client={roomClient(pitch)} />)
  return { user: userEvent.setup(), said }
}
const nothingYet = { may_rate: true, rating: null, note: '' }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the rating of a session', () => {
  it('[CONST-051, CALL-019] asks how it went in five words, with a note, and sends nothing by itself', async () => {
    const { user, said } = await asked(nothingYet)
    await screen.findByRole('group', { name: /How were the audio, video, and ease of use\?/ })
    const words = screen.getAllByRole('radio').map(radio => radio.closest('label')?.textContent)
    expect(words).toEqual(['Very bad', 'Bad', 'General', 'Good', 'Very good'])
    expect(screen.queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Very good' }))
    await user.type(screen.getByLabelText('What went well? What could be better?'), 'Clear sound')
    expect(said).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send rating' }))
    await screen.findByText('Thank you for your rating.')
    expect(said).toEqual([{ uuid: pitch, rating: 'veryGood', note: 'Clear sound' }])
  })

  it('shows what was said before, to be said anew', async () => {
    await asked({ may_rate: true, rating: 'bad', note: 'No picture' })
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bad' }).checked).toBe(true))
    expect(screen.getByLabelText<HTMLTextAreaElement>('What went well? What could be better?').value).toBe('No picture')
    expect(screen.getByRole('button', { name: 'Update rating' })).toBeTruthy()
  })

  it('says why it failed and keeps what was typed', async () => {
    const { user } = await asked(nothingYet, 'RatingNotOpen')
    await user.click(await screen.findByRole('radio', { name: 'Good' }))
    await user.type(screen.getByLabelText('What went well? What could be better?'), 'Hm')
    await user.click(screen.getByRole('button', { name: 'Send rating' }))
    await screen.findByText('You can rate the pitch after it ends.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('What went well? What could be better?').value).toBe('Hm')
  })

  it('does not ask an invitee who was not there', async () => {
    await asked({ ...nothingYet, may_rate: false })
    await new Promise(done => setTimeout(done, 100))
    expect(screen.queryByRole('group')).toBeNull()
  })
})
