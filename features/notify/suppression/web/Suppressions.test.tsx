import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { Suppression } from '../contract.ts'

const entry: Suppression = {
  id: '00000000-0000-4000-8000-000000000009',
  kind: 'bounces',
  address: 'grace@fund.example',
  org_name: '',
  source: 'smtp',
  detail: '550 5.1.1 no such user',
  topics: [],
  added_by: '',
  created_on: '2026-11-20T10:00:00Z',
  expires: null,
  removable: true,
}
const open = (at: string, answers: Answers = {}, more: Partial<Suppression> = {}) =>
  renderAt(at, { getSuppressionList: () => ({ items: [{ ...entry, ...more }], total: 1 }), ...answers })

describe('[SCREEN-034] the suppression screens', () => {
  it.each([
    ['blocks', 'Blocks'],
    ['bounces', 'Bounces'],
    ['spam', 'Spam complaints'],
    ['unsubscribe', 'Unsubscribes'],
  ] as const)(
    '[ROUTE-087, ROUTE-088, ROUTE-089, ROUTE-090] /suppressions/%s asks for its own list and leads to the others',
    async (kind, title) => {
      const { inputOf, user, where } = await open(`/suppressions/${kind}?content=gra`)
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
      expect(await screen.findByRole('cell', { name: entry.address })).toBeTruthy()
      expect(screen.getByText(entry.detail)).toBeTruthy()
      expect(inputOf('getSuppressionList')).toMatchObject({ kind, content: 'gra', page: '1' })
      const other = kind === 'blocks' ? 'Bounces' : 'Blocks'
      await user.click(
        within(screen.getByRole('navigation', { name: 'Suppressed addresses' })).getByRole('link', { name: other }),
      )
      expect(where.address).toBe(`/suppressions/${other.toLowerCase()}`)
    },
  )

  it.each(['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const)('[PERM-006] are open to %s', async role => {
    await open('/suppressions/bounces', signedInAs(role))
    expect(await screen.findByRole('cell', { name: entry.address })).toBeTruthy()
  })
  it.each(['presenter', 'vc', 'member'] as const)('[PERM-006] are closed to %s', async role => {
    const { made } = await open('/suppressions/bounces', signedInAs(role))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getSuppressionList')
  })

  it('say what to do when they are empty, and lead to the others all the same', async () => {
    await open('/suppressions/blocks', { getSuppressionList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No blocks.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Bounces' })).toBeTruthy()
  })

  it('take an address, say what is wrong with it, and keep what was typed', async () => {
    let isTaken = true
    const { user, inputOf } = await open('/suppressions/blocks', {
      addSuppression: () => {
        if (isTaken) throw new CallFailed('SuppressionExists', { address: 'SuppressionExists' })
        return { id: entry.id }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add address' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add to blocks' }))
    const field = drawer.getByRole<HTMLInputElement>('textbox', { name: /^Email address/ })
    const send = () => user.click(drawer.getByRole('button', { name: 'Add address' }))
    await user.fill(field, 'fund')
    await send()
    expect(await drawer.findByText('Enter an email address or a domain, for example @fund.example.')).toBeTruthy()
    expect(inputOf('addSuppression')).toBeUndefined()
    await user.clear(field)
    await user.fill(field, '@fund.example')
    await send()
    expect(await drawer.findByText('This address is already on the list.')).toBeTruthy()
    expect(field.value).toBe('@fund.example')
    isTaken = false
    await send()
    expect(await screen.findByText('@fund.example was added.')).toBeTruthy()
    expect(inputOf('addSuppression')).toMatchObject({ kind: 'blocks', address: '@fund.example' })
  })

  it('remove an unsubscribed address only with a reason, and put it back', async () => {
    const { user, choose, inputOf } = await open(
      '/suppressions/unsubscribe',
      { deleteSuppression: () => ({}), restoreSuppression: () => ({}) },
      { kind: 'unsubscribe', source: 'person', topics: ['invitations'] },
    )
    expect(await screen.findByText('Unsubscribed · only invitations')).toBeTruthy()
    await choose(`Actions for ${entry.address}`, 'Remove address')
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove address' }))
    await user.click(dialog.getByRole('button', { name: 'Remove address' }))
    expect(inputOf('deleteSuppression')).toBeUndefined()
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Asked by phone')
    await user.click(dialog.getByRole('button', { name: 'Remove address' }))
    expect(await screen.findByText(`${entry.address} was removed.`)).toBeTruthy()
    expect(inputOf('deleteSuppression')).toEqual({ id: entry.id, reason: 'Asked by phone' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreSuppression')).toEqual({ id: entry.id }))
  })

  it('leave to superadmins what an admin may not remove, and say so', async () => {
    await open('/suppressions/spam', signedInAs('admin'), { kind: 'spam', removable: false })
    await screen.findByRole('cell', { name: entry.address })
    expect(screen.getByText('Only a super admin can remove it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: `Actions for ${entry.address}` })).toBeNull()
  })
})
