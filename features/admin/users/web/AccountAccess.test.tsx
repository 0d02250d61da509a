import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueries } from '#app/web/shell/queries.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { person, renderAt } from '#web/testing/renderAt.tsx'
import { AccountAccess } from './AccountAccess.tsx'

const paula = {
  user_id: '00000000-0000-4000-8000-00000000000a',
  firstname: 'Paula',
  lastname: 'Reyes',
  email: 'p@x.test',
}
const ivan = {
  user_id: '00000000-0000-4000-8000-00000000000b',
  firstname: 'Ivan',
  lastname: 'Petrov',
  email: 'i@x.test',
  roles: ['vc'],
  state: 'active',
}

it('[PERM-075] gives a person access to an account and takes it back', async () => {
  let given: unknown[] = []
  const { user, inputOf } = await renderAt('/', {
    searchAccountList: () => ({ items: given, total: given.length }),
    getUserListForEp: () => ({ items: [ivan], total: 1 }),
    createAccountAccess: () => {
      given = [
        {
          user_id: paula.user_id,
          user_name: 'Paula Reyes',
          user_email: paula.email,
          account_id: ivan.user_id,
          account_name: 'Ivan Petrov',
          account_email: ivan.email,
          created_on: '2026-11-01T00:00:00Z',
        },
      ]
      return {}
    },
    deleteAccountAccess: () => {
      given = []
      return {}
    },
  })
  const queries = createQueries()
  queries.setQueryData(presenceQuery.queryKey, { person } as never)
  const { container } = render(
    <QueryClientProvider client={queries}>
      <MantineProvider env="test">
        <AccountAccess user={paula} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const part = within(container)
  expect(await part.findByText('No access to other accounts.')).toBeTruthy()
  await user.click(part.getByRole('combobox', { name: 'Account' }))
  await user.click(await screen.findByRole('option', { name: 'Ivan Petrov (i@x.test)' }))
  await user.click(part.getByRole('button', { name: 'Grant access' }))
  await waitFor(() =>
    expect(inputOf('createAccountAccess')).toEqual({ user_id: paula.user_id, account_id: ivan.user_id }),
  )
  await user.click(await part.findByRole('button', { name: 'Revoke access to Ivan Petrov' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  expect(await part.findByText('No access to other accounts.')).toBeTruthy()
  expect(inputOf('deleteAccountAccess')).toEqual({ user_id: paula.user_id, account_id: ivan.user_id })
})
