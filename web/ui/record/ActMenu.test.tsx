import { MantineProvider, Modal, TextInput } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { theme } from '#web/theme/theme.ts'
import { ActMenu } from './ActMenu.tsx'
import { CallForm } from './CallForm.tsx'
import type { IconAct } from './useActs.tsx'

afterEach(cleanup)

async function show(act: Partial<IconAct>, label?: string) {
  await startAllTexts()
  const queries = new QueryClient()
  const refresh = vi.spyOn(queries, 'invalidateQueries')
  const acts = [{ label: 'Delete', icon: IconTrash, ...act }, false] as const
  render(
    <QueryClientProvider client={queries}>
      <MantineProvider env="test" theme={theme}>
        <Notifications />
        <ActMenu label={label} acts={acts} calls={{}} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), refresh }
}

it('shows a notice, offers to undo, and refetches the list after both', async () => {
  const undo = vi.fn(async () => {})
  const { user, refresh } = await show({ run: async () => {}, done: 'Ada was deleted.', undo }, 'Actions for Ada')
  await user.click(screen.getByRole('button', { name: 'Actions for Ada' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Ada was deleted.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
})

it('shows in a notice why an act without a confirmation failed', async () => {
  const run = async () => {
    throw new CallFailed('UserNotFound')
  }
  const { user } = await show({ run, name: 'Delete Ada' })
  await user.click(screen.getByRole('button', { name: 'Delete Ada' }))
  expect(await screen.findByText('This user doesn’t exist, or can’t be chosen here. Reload the page.')).toBeTruthy()
})

it.each([undefined, 'Actions for Ada'])('keeps the focus while it works, and begins once (menu: %s)', async label => {
  let end = () => {}
  const run = vi.fn(() => new Promise<void>(done => (end = done)))
  const { user } = await show({ run, name: 'Delete Ada' }, label)
  const button = screen.getByRole('button', { name: label ?? 'Delete Ada' })
  await user.click(button)
  if (label) await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.hasAttribute('disabled')).toBe(false)
  await user.keyboard('{Enter}')
  await user.click(button)
  expect(screen.queryByRole('menuitem')).toBeNull()
  end()
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
  expect(document.activeElement).toBe(button)
  expect(run).toHaveBeenCalledOnce()
})

it('returns the focus when a dialog is cancelled', async () => {
  const run = vi.fn(async () => {})
  const { user } = await show({ run, confirm: { title: 'Delete Ada?', body: 'For ever.' }, name: 'Delete Ada' })
  const button = screen.getByRole('button', { name: 'Delete Ada' })
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Delete Ada?' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(run).not.toHaveBeenCalled()
})

it('shows nothing without acts', async () => {
  await startAllTexts()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ActMenu label="Actions" acts={[false]} calls={{}} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([true, false])(
  'a harmful act (%s) is red up to its last button, and its form begins in its first field',
  async danger => {
    const form = { submit: () => {}, isSending: false, failure: undefined, failures: 0, question: undefined }
    const { user } = await show({
      danger,
      show: dialog => (
        <Modal {...dialog} title="Reject">
          <CallForm form={{ ...form, draft: { restoredAt: undefined, discard: () => {} } }} act="Reject">
            <TextInput label="Reason" />
          </CallForm>
        </Modal>
      ),
    })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const act = await screen.findByRole('button', { name: 'Reject' })
    expect(act.style.cssText.includes('-red-')).toBe(danger)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')))
  },
)
