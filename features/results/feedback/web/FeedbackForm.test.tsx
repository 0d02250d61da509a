import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { FeedbackForm } from './FeedbackForm.tsx'

async function form(mine: object = { select: null, note: '', contact: '' }, error?: string) {
  const said: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const saying = path.endsWith('/createAttendeeFeedback')
    if (saying) said.push(Object.fromEntries(new URLSearchParams(String(init.body))))
    const body = saying && error ? { code: 0, error } : { code: 1, data: saying ? { id: pitch } : mine }
    return new Response(JSON.stringify({ message: '', ...body }))
  })
  await startAllTexts()
  render(<FeedbackForm pitch={pitch} />)
  await screen.findByRole('group', { name: 'What did you think of this pitch?' })
  return { user: userEvent.setup(), said }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('feedback', () => {
  it.each([
    ['Dislike', 'dislike'],
    ['Like but unsure', 'unsure'],
    ['Love it and wish to invest', 'invest'],
  ])('[PROD-026, STATE-052, STATE-053, STATE-054] sends %s as %s, with note and contact', async (face, select) => {
    const { user, said } = await form()
    await user.click(screen.getByRole('radio', { name: face }))
    await user.type(screen.getByLabelText('Comments for the presenter'), 'Well done')
    await user.type(screen.getByLabelText('Contact details (optional)'), 'ivan@a.test')
    await user.click(screen.getByRole('button', { name: 'Send feedback' }))
    expect(await screen.findByText('Thank you. The presenter can see your feedback.')).toBeTruthy()
    expect(said).toEqual([{ uuid: pitch, select, note: 'Well done', contact: 'ivan@a.test' }])
  })

  it('asks for one of the three', async () => {
    const { user, said } = await form()
    await user.click(screen.getByRole('button', { name: 'Send feedback' }))
    expect(screen.getByRole('alert').textContent).toBe('Choose one of the three options.')
    expect(said).toEqual([])
  })

  it('shows what was said before, to be said anew', async () => {
    await form({ select: 'invest', note: 'Great', contact: '' })
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Love it and wish to invest' }).checked).toBe(true),
    )
    expect(screen.getByRole('button', { name: 'Update feedback' })).toBeTruthy()
  })

  it('keeps what is not sent while another panel is open and when the pitch ends, and not longer', async () => {
    const { user } = await form()
    await user.click(screen.getByRole('radio', { name: 'Love it and wish to invest' }))
    await user.type(screen.getByLabelText('Comments for the presenter'), 'Half a')
    cleanup()
    // what stands on the server is older than what is being written
    const again = await form({ select: 'dislike', note: 'Before', contact: '' })
    const note = () => screen.getByLabelText<HTMLTextAreaElement>('Comments for the presenter').value
    await waitFor(() => expect(screen.getByRole('button', { name: 'Update feedback' })).toBeTruthy())
    expect(note()).toBe('Half a')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Love it and wish to invest' }).checked).toBe(true)
    await again.user.click(screen.getByRole('button', { name: 'Update feedback' }))
    await screen.findByText('Thank you. The presenter can see your feedback.')
    expect(again.said).toEqual([{ uuid: pitch, select: 'invest', note: 'Half a', contact: '' }])
    cleanup()
    await form({ select: 'invest', note: 'As the server has it', contact: '' })
    await waitFor(() => expect(note()).toBe('As the server has it'))
  })

  it('says why it failed and keeps what was typed', async () => {
    const { user } = await form(undefined, 'FeedbackNotOpen')
    await user.click(screen.getByRole('radio', { name: 'Love it and wish to invest' }))
    await user.type(screen.getByLabelText('Comments for the presenter'), 'Hm')
    await user.click(screen.getByRole('button', { name: 'Send feedback' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Feedback opens when the pitch starts.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comments for the presenter').value).toBe('Hm')
  })
})
