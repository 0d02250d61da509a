import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** Everything about somebody, for the drawer beside the list. */
export const userQuery = (userId: string) =>
  queryOptions({ queryKey: ['user', userId], queryFn: () => client.getUserDetail({ user_id: userId }) })

/** The tags of an organisation; without one, of all that the reader may see. */
export const tagsQuery = (orgId?: string) =>
  queryOptions({
    queryKey: ['userTags', orgId ?? ''],
    queryFn: () => client.getUserTagList(orgId ? { org_id: orgId } : {}),
    staleTime: 30_000,
  })

/** Reads the lists of people, whoever is open, and the tags again. */
export function useRefreshUsers(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(['users', 'user', 'userTags'].map(key => queries.invalidateQueries({ queryKey: [key] })))
}
