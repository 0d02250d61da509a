import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { renderAt } from '#web/testing/renderAt.tsx'

const known = () => ({ organisation: 'Quill Ventures', address: 'gr•••@fund.example', topics: [] })
const at = '/email/preferences#t0ken'

it('says from whom mails come and to whom, and changes nothing until a button is pressed', async () => {
  const { made, inputOf } = await renderAt(at, { getMailPreferences: known })
  expect(await screen.findByText('Emails from Quill Ventures to gr•••@fund.example')).toBeTruthy()
  expect(inputOf('getMailPreferences')).toEqual({ token: 't0ken' })
  expect(made.map(({ call }) => call)).not.toContain('unsubscribeEmail')
})

it('unsubscribes from all, says so, and lets one come back', async () => {
  const { user, inputOf } = await renderAt(at, { getMailPreferences: known, unsubscribeEmail: () => ({}) })
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe from all' }))
  expect(await screen.findByText(/You’re unsubscribed\./)).toBeTruthy()
  expect(JSON.parse(inputOf('unsubscribeEmail')?.['topics'] ?? '')).toEqual(['invitations', 'results', 'notices'])
  await user.click(screen.getByRole('checkbox', { name: /Results/ }))
  await user.click(screen.getByRole('button', { name: 'Save preferences' }))
  expect(await screen.findByText('Preferences saved.')).toBeTruthy()
  expect(JSON.parse(inputOf('unsubscribeEmail')?.['topics'] ?? '')).toEqual(['invitations', 'notices'])
})

it('looks the same for a token that is none of ours', async () => {
  const { user } = await renderAt('/email/preferences', {
    getMailPreferences: () => ({ organisation: '', address: '', topics: [] }),
    unsubscribeEmail: () => ({}),
  })
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe from all' }))
  expect(await screen.findByText(/You’re unsubscribed\./)).toBeTruthy()
})

it('keeps what was chosen when it could not be saved, and says so', async () => {
  const { user } = await renderAt(at, {
    getMailPreferences: known,
    unsubscribeEmail: () => {
      throw new CallFailed('Unavailable')
    },
  })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Invitations/ })
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save preferences' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(box.checked).toBe(false))
})
