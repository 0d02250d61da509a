import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import { noteActivity } from '#features/access/session/web/activity.ts'
import { setTimedOut } from '#features/access/session/web/timedOut.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import type { FactorKind } from '#features/core/account/factorRules.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

/** What a pending sign-in can be finished by, as the server tells it. */
export type SecondStep = Answer<typeof signInCalls.checkUserForConsoleLogin>
/** A way to do the second step on its page; security questions have a page of their own. */
export type Way = FactorKind | 'recovery'

/** The ways that are open, the primary factor's first. */
export const waysOf = (step: SecondStep): Way[] => [
  ...step.factors.map(({ factor }) => factor),
  ...(step.has_recovery_codes ? (['recovery'] as const) : []),
]

/** Where the codes of a way go, partly hidden. */
export const targetOf = (step: SecondStep, way: Way): string =>
  step.factors.find(({ factor }) => factor === way)?.sent_to ?? ''

const stepKey = ['secondStep']

/** What the pending sign-in waits for. */
export const useSecondStep = () =>
  useQuery({ queryKey: stepKey, queryFn: () => client.checkUserForConsoleLogin({}), staleTime: 0, gcTime: 0 })

/** Finishes a sign-in; the guard then leads on to where the person wanted to go. */
export function useFinish<T>(finish: (given: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (given: T) => {
      await finish(given)
      const person = await askPerson()
      setTimedOut(false)
      noteActivity()
      queries.setQueryData<Presence>(presenceQuery.queryKey, { person })
    },
  })
}
