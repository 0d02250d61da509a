import { afterEach, expect, it } from 'vitest'
import type { Me } from '#features/session/contract.ts'
import { readerZone } from '../ui/time.ts'
import { type Presence, presenceQuery } from './person.ts'
import { createQueries } from './queries.ts'

const queries = createQueries()
const set = (presence: Presence) => queries.setQueryData<Presence>(presenceQuery.queryKey, presence)
const somebody = (timezone: string) => ({ user_id: 'a', roles: ['vc'], timezone }) as unknown as Me
afterEach(() => queries.clear())

it('[CONST-035] reads times in the zone of whoever is here, by whichever way they came in, and lets go of it after', () => {
  const device = readerZone()
  set({ person: somebody('Asia/Kathmandu') })
  expect(readerZone()).toBe('Asia/Kathmandu')
  set({ person: somebody('Pacific/Apia') })
  expect(readerZone()).toBe('Pacific/Apia')
  set({})
  expect(readerZone()).toBe(device)
  set({ zone: 'Asia/Tokyo' })
  expect(readerZone()).toBe('Asia/Tokyo')
})
