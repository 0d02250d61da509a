import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Me } from '#features/core/account/me.ts'
import { endOf, type SessionEnd } from '#features/core/account/sessionEnds.ts'
import { client } from '#web/client/client.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import { takeFirst } from './askFirst.ts'

/** The person who uses the console; without one, perhaps the reason why their session ended. */
export interface Presence {
  readonly person?: Me
  readonly ended?: ErrorCode
  /** How it ended, where the server knows. */
  readonly how?: SessionEnd | undefined
}

/**
 * Who is signed in; by whichever way they came in, times are read in their zone from now on. [RULE-104] A person
 * without any role is not signed in: fails with RolesMissing.
 */
export async function askPerson(asked = client.getUserInfoByToken({})): Promise<Me> {
  const person = await asked
  setReaderZone(person.timezone)
  if (!person.roles?.length) throw new CallFailed('RolesMissing')
  return person
}

let settle: () => Promise<boolean> = async () => false

/** Hands in what has to be over before the page asks who it belongs to; `work` answers whether there was something. */
export function settleFirst(work: () => Promise<boolean>): void {
  settle = work
}

/**
 * [ERR-001] A failed verification is a sign-out in this browser; a server that does not answer is not. The address of a
 * join session opens its pitch only, so its holder is not signed in to the console.
 */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  staleTime: 60_000,
  queryFn: async (): Promise<Presence> => {
    try {
      // what was asked before is of another person then
      if (await settle()) takeFirst()
      const person = await whoIsHere()
      return person.roles.every(role => role === 'attendee') ? {} : { person }
    } catch (failure) {
      if (!(failure instanceof CallFailed) || failure.code === 'Unavailable') throw failure
      const how = endOf(failure)
      return failure.code === 'NotSignedIn' && !how ? {} : { ended: failure.code, how }
    }
  },
})

/** An impersonation that is over says so once, and takes its cookie back; then the super admin is here again. */
const whoIsHere = () =>
  askPerson(takeFirst()).catch(failure => {
    if (failure.code === 'ImpersonationEnded') return askPerson()
    throw failure
  })

/** The person who is signed in. Only for what stands inside the shell, which the guard opens to no one else. */
export function usePerson(): Me {
  const { data } = useQuery(presenceQuery)
  // A person who was just signed out is still shown until the guard has led away.
  const last = useRef(data?.person)
  if (data?.person) last.current = data.person
  if (!last.current) throw new Error('No person is signed in.')
  return last.current
}

/** Whether this page belongs to a person who has left, while another one is signed in. */
export const isOthersPage = (failure: unknown): boolean =>
  failure instanceof CallFailed && (failure.code === 'ImpersonationEnded' || failure.code === 'PersonChanged')

/** Whether this failure means that the session has ended. */
export const isSessionEnd = (failure: unknown): failure is CallFailed =>
  failure instanceof CallFailed && (failure.code === 'TokenExpired' || failure.code === 'NotSignedIn')
