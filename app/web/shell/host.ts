import { useQuery } from '@tanstack/react-query'
import type { Visit } from '#features/access/session/web/guard.ts'
import { client } from '#web/client/client.ts'

/**
 * [NAV-037] What the server says of the host in the address bar, asked once a page load because it cannot change within
 * one. The server sends foreign hosts away by itself: this is for a page that some cache in between has kept.
 */
export function useHost(): Visit['host'] {
  const name = location.hostname
  const { data } = useQuery({
    queryKey: ['host', name],
    queryFn: () => client.checkAllowedHost({ host: location.host }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: name !== 'localhost',
  })
  return data && { name, ...data }
}
