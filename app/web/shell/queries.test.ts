import { afterEach, expect, it, vi } from 'vitest'
import { askFirst } from '#features/core/account/web/askFirst.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { pageOwnerHeaders, setPageOwner } from '#web/client/client.ts'
import { person } from '#web/testing/renderAt.tsx'
import { createQueries } from './queries.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

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

it('takes the answer that was asked for before its code was there, once', async () => {
  const asks = answerCalls()
  askFirst()
  const queries = createQueries()
  expect(await queries.fetchQuery(presenceQuery)).toMatchObject({ person: { user_id: person.user_id } })
  expect(asks).toEqual(['getUserInfoByToken'])
  await queries.fetchQuery({ ...presenceQuery, staleTime: 0 })
  expect(asks).toEqual(['getUserInfoByToken', 'getUserInfoByToken'])
})

it('[NAV-041] asks anew who is here after it has ended what the last page of this tab had begun', async () => {
  const asks = answerCalls()
  sessionStorage.setItem('rostrum.impersonation.left', other.user_id)
  askFirst()
  await createQueries().fetchQuery(presenceQuery)
  expect(asks).toEqual(['getUserInfoByToken', 'endImpersonate', 'getUserInfoByToken'])
})

/** Answers every call; the names of the calls that were made. */
function answerCalls(): string[] {
  const asks: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async path => {
    asks.push(String(path).split('/').at(-1) ?? '')
    return Response.json({ code: 1, message: '', data: person })
  })
  return asks
}
