import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nobody, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

vi.mock('./connectionTest.ts', async original => ({
  ...(await original<typeof import('./connectionTest.ts')>()),
  testConnection: async (_: unknown, tell: (name: string, result: object) => void) => {
    for (const name of ['browser', 'camera', 'microphone', 'server', 'socket', 'tcp', 'speed'])
      tell(name, { state: 'good', detail: name === 'camera' ? 'Desk <1>' : undefined })
    tell('udp', { state: 'warn', hint: 'blocked' })
  },
}))
afterEach(() => vi.restoreAllMocks())

async function tested(answers: Parameters<typeof renderAt>[1], address = '/preGuide') {
  const seen = await renderAt(address, answers)
  await seen.user.click(await screen.findByRole('button', { name: 'Start test' }))
  expect(await screen.findByText('You’re ready to join. One thing could be better.')).toBeTruthy()
  return seen
}

describe('[ROUTE-048] the guide before a pitch', () => {
  it('says what each step found and what to do, to anybody, and what else to think of', async () => {
    await tested(nobody)
    expect(screen.getByRole('heading', { name: 'Get ready for a pitch' })).toBeTruthy()
    expect(screen.getByText(/Your network blocks UDP to the video server\./)).toBeTruthy()
    expect(screen.getByText('A stable connection')).toBeTruthy()
  })

  it('sends the results to support, as the person who is signed in', async () => {
    const { user, inputOf } = await tested({ ...signedInAs('vc'), sendHelpInfo: () => ({ number: 1042 }) })
    await user.click(screen.getByRole('button', { name: 'Send report to support' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).queryByLabelText(/Your email address, for our reply/)).toBeNull())
    await user.fill(within(dialog).getByLabelText(/Describe the problem \(optional\)/), 'No faces')
    await user.click(within(dialog).getByRole('button', { name: 'Send report' }))
    expect((await screen.findByText(/request #1042/)).textContent).toContain('will reply to')
    const { description } = inputOf('sendHelpInfo') as { description: string }
    expect(description).toContain('No faces')
    expect(description).toContain('Video over UDP: Could be better')
    // a ticket takes no HTML, whatever a device is called
    expect(description).not.toMatch(/[<>]/)
  })

  it('asks a visitor where the answer is to go', async () => {
    const { user, inputOf } = await tested({ ...nobody, createVisitorTicket: () => ({ number: 7 }) })
    await user.click(screen.getByRole('button', { name: 'Send report to support' }))
    const dialog = await screen.findByRole('dialog')
    const send = within(dialog).getByRole('button', { name: 'Send report' })
    expect(send.hasAttribute('disabled')).toBe(true)
    await user.fill(await within(dialog).findByLabelText(/Your email address, for our reply/), 'guest@example.com')
    await user.click(send)
    expect(await screen.findByText(/request #7/)).toBeTruthy()
    expect(inputOf('createVisitorTicket')).toMatchObject({ email: 'guest@example.com', language: 'en' })
  })

  it('links to the pitch that the person came from', async () => {
    const pitch = '7b0c5b4e-4a52-4e7a-9f0e-1f6f1f6f1f6f'
    await renderAt(`/preGuide?pitch=${pitch}`, {})
    const on = await screen.findByRole('link', { name: 'Continue to the pitch' })
    expect(on.getAttribute('href')).toBe(`/join-session/${pitch}`)
  })
})
