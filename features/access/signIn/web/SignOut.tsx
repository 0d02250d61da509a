import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { isSessionEnd, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { setReaderZone } from '#web/ui/readerZone.ts'

/** [ROUTE-140, STATE-109, STATE-110] Ends the session on the server, then forgets all that the console had loaded. */
export function SignOut() {
  const { t } = useTranslation(['session', 'common'])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      await client.writeLogout({}).catch(failure => {
        // a session that had ended already is signed out as well
        if (!isSessionEnd(failure)) throw failure
      })
    },
    onSuccess: async () => {
      await navigate('/login', { replace: true })
      queries.clear()
      setReaderZone(undefined)
      queries.setQueryData<Presence>(presenceQuery.queryKey, {})
    },
  })
  useEffect(mutate, [mutate])

  return (
    <Door title={t('session:signOut.busy')}>
      {error ? (
        <Stack>
          <Text>{t('session:signOut.failed')}</Text>
          <ErrorNotice failure={error} />
          <Button onClick={() => mutate()}>{t('common:act.retry')}</Button>
        </Stack>
      ) : null}
    </Door>
  )
}
