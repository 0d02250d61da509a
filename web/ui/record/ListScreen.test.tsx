import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const link = {
  id: '00000000-0000-4000-8000-000000000031',
  tag: 'lumen',
  org_name: 'Quill Capital',
  created_by: 'Ada Okafor',
  created_on: '2026-01-01T00:00:00Z',
  last_used: null,
  revoked: false,
}
const address = '/user-management/partner-links'
const open = (answers: Answers = {}, at = address) =>
  renderAt(at, { getDeveloperKeyList: () => ({ items: [link], total: 1 }), ...answers })

describe('a screen that is a list', () => {
  it('requests what the address says, and ignores its invalid values', async () => {
    const { inputOf } = await open({}, `${address}?page=2&limit=50&name=lumen&sort=password&colour=red`)
    await screen.findByText('lumen')
    expect(inputOf('getDeveloperKeyList')).toEqual({ page: '2', limit: '50', name: 'lumen' })
  })

  it('takes only values of a filter that its call knows', async () => {
    const { inputOf } = await renderAt('/support/tickets?state=lost&content=camera', {
      getTicketList: () => ({ items: [], total: 0 }),
    })
    await screen.findByText('No matches.')
    expect(inputOf('getTicketList')).toEqual({ page: '1', limit: '20', content: 'camera' })
  })

  it('shows the organisation of each record to callers who see several organisations', async () => {
    await open()
    expect(await screen.findByRole('columnheader', { name: 'Organization' })).toBeTruthy()
    expect(await screen.findByRole('cell', { name: 'Quill Capital' })).toBeTruthy()
  })
  it('does not show it to an administrator of one', async () => {
    await open(signedInAs('admin'))
    await screen.findByText('lumen')
    expect(screen.queryByRole('columnheader', { name: 'Organization' })).toBeNull()
  })

  it('says what to do when the list is empty, and opens the form', async () => {
    const { user } = await open({ getDeveloperKeyList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No partner links yet.')).toBeTruthy()
    const [, inList] = screen.getAllByRole('button', { name: 'New partner link' })
    await user.click(inList as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'New partner link' })).toBeTruthy()
  })

  it('shows a failure and retries', async () => {
    let isBroken = true
    const { user } = await open({
      getDeveloperKeyList: () => {
        if (isBroken) throw new CallFailed('Internal')
        return { items: [link], total: 1 }
      },
    })
    const alert = within(await screen.findByRole('alert'))
    isBroken = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('lumen')).toBeTruthy()
  })

  it('confirms a harmful act, shows its failure in the confirmation, and refetches the list after success', async () => {
    let refuses = true
    let revoked = false
    const { user, inputOf } = await open({
      getDeveloperKeyList: () => ({ items: [{ ...link, revoked }], total: 1 }),
      revokeDeveloperKey: () => {
        if (refuses) throw new CallFailed('DeveloperKeyWrong')
        revoked = true
        return {}
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Revoke the link for lumen' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
    expect(inputOf('revokeDeveloperKey')).toBeUndefined()
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This partner link is no longer valid.')
    refuses = false
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('The link for lumen was revoked.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke the link for lumen' })).toBeNull())
    expect(inputOf('revokeDeveloperKey')).toEqual({ id: link.id })
  })

  it('shows a created secret once, in place of the form', async () => {
    const { user, inputOf } = await open({
      createDeveloperKey: () => ({ id: link.id, developerkey: 'k', link: 'https://quill.example/k' }),
    })
    await user.click((await screen.findAllByRole('button', { name: 'New partner link' }))[0] as HTMLElement)
    const field = await screen.findByLabelText(/^Tag/)
    await user.fill(field, 'no spaces here{Enter}')
    expect(await screen.findByText('Enter a tag with letters, numbers, dots, dashes, and underscores.')).toBeTruthy()
    await user.clear(field)
    await user.fill(field, 'lumen{Enter}')
    expect(await screen.findByText('https://quill.example/k')).toBeTruthy()
    expect(inputOf('createDeveloperKey')).toEqual({ tag: 'lumen' })
  })
})
