import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '#web/testing/renderAt.tsx'

const mail = {
  id: '00000000-0000-4000-8000-000000000007',
  kind: 'setPassword',
  recipient: 'chen@lumen.example',
  subject: 'Set your password',
  state: 'kept',
  failure: null,
  created_at: '2026-11-21T13:00:00Z',
}
const whole = {
  ...mail,
  text: 'Follow https://rostrum.example/setup-account?link_code=c0de today.',
  html: '<h1>Hello</h1><script>parent.stolen = true</script>',
  calendar: null,
}
const answers = { getMailList: () => ({ items: [mail], total: 1 }), getMail: () => whole }

it('lists mails with what became of them, and opens one in the address', async () => {
  const { user, where } = await renderAt('/administration/outbox', answers)
  await user.click(await screen.findByRole('button', { name: 'Set your password' }))
  expect(await screen.findByText(/It wasn’t sent: no mail server or SMS provider/)).toBeTruthy()
  expect(screen.getAllByText('In the outbox').length).toBeGreaterThan(1)
  expect(where.address).toBe(`/administration/outbox?mail=${mail.id}`)
})

it('shows the html of a mail without scripts and without our origin', async () => {
  await renderAt(`/administration/outbox?mail=${mail.id}`, answers)
  const frame = await screen.findByTitle('Set your password')
  const sandbox = frame.getAttribute('sandbox') ?? ''
  expect(sandbox).not.toBe('')
  expect(sandbox).not.toMatch(/allow-(scripts|same-origin|top-navigation|forms)/)
  expect('stolen' in window).toBe(false)
})

it('makes the addresses in its text followable, so that links can be passed on', async () => {
  const { user } = await renderAt(`/administration/outbox?mail=${mail.id}`, answers)
  await user.click(await screen.findByRole('tab', { name: 'Plain text' }))
  const text = await screen.findByText('today.', { exact: false, selector: 'pre' })
  const link = within(text).getByRole('link')
  expect(link.getAttribute('href')).toBe('https://rostrum.example/setup-account?link_code=c0de')
  expect(link.getAttribute('rel')).toBe('noreferrer')
})

it('offers the link of a kept mail to be copied', async () => {
  const { user } = await renderAt(`/administration/outbox?mail=${mail.id}`, answers)
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findAllByText('Copied')).not.toEqual([])
  expect(await navigator.clipboard.readText()).toBe('https://rostrum.example/setup-account?link_code=c0de')
})

it('says what to do while nothing has been written', async () => {
  await renderAt('/administration/outbox', { getMailList: () => ({ items: [], total: 0 }) })
  expect(await screen.findByText('No email yet.')).toBeTruthy()
})
