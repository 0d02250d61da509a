import { afterEach, expect, it, vi } from 'vitest'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { pageOwnerHeaders, setPageOwner } from '#web/client/client.ts'
import { person } from '#web/testing/renderAt.tsx'
import { createQueries } from './queries.ts'

afterEach(() => vi.restoreAllMocks())

const other = { ...person, user_id: '00000000-0000-4000-8000-000000000009', impersonate_model: true }

it('says with every call for whom it is made, and gives another person a fresh page without ending what they do', () => {
  setPageOwner(undefined)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const beacon = vi.fn(() => true)
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
  const queries = createQueries()
  queries.setQueryData(presenceQuery.queryKey, { person } as never)
  expect(pageOwnerHeaders('getMailList')).toEqual({ 'x-rostrum-person': person.user_id })
  expect(pageOwnerHeaders('getUserInfoByToken')).toEqual({})
  expect(reload).not.toHaveBeenCalled()

  // another tab has begun an impersonation
  queries.setQueryData(presenceQuery.queryKey, { person: other } as never)
  queries.setQueryData(presenceQuery.queryKey, { person: { ...other } } as never)
  expect(reload).toHaveBeenCalled()
  expect(pageOwnerHeaders('getMailList')).toEqual({ 'x-rostrum-person': person.user_id })
  window.dispatchEvent(new Event('pagehide'))
  expect(beacon).not.toHaveBeenCalled()

  // after signing out, the page belongs to no account
  queries.clear()
  queries.setQueryData(presenceQuery.queryKey, {})
  expect(pageOwnerHeaders('getMailList')).toEqual({})
})
