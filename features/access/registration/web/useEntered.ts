import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { landingOf } from '#features/access/session/web/guard.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'

/** Signs the browser in after a registration, and leads to the person's first page. */
export function useEntered(): (to?: string) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async to => {
    const person = await askPerson()
    queries.setQueryData<Presence>(presenceQuery.queryKey, { person })
    await navigate(to ?? landingOf(person), { replace: true })
  }
}
