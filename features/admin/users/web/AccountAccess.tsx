import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountAccess as Access, impersonationCalls } from '#features/access/impersonation/contract.ts'
import type { User } from '#features/admin/users/contract.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { Timed } from '#web/ui/Time.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import '../../../access/impersonation/web/accountAccess.css'

/** [PERM-075] The accounts that a user may act for: granting and revoking, in the user's details. */
export function AccountAccess({ user }: { user: Pick<User, 'user_id' | 'firstname' | 'lastname' | 'email'> }) {
  const { t } = useTranslation('session')
  const me = usePerson()
  const may = me.roles.some(role => role === 'superadmin' || role === 'admin')
  const query = useQuery({
    ...callQuery('searchAccountList', { user_id: user.user_id, limit: 200 }),
    enabled: may,
  })
  if (!may) return null
  const items = query.data?.items ?? []
  return (
    <Stack gap="xs">
      <Title order={3} size="sm" mt="md">
        {t('access.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('access.hint')}
      </Text>
      {query.isPending ? (
        <Skeleton height={40} />
      ) : query.isError ? (
        <ErrorNotice failure={query.error} retry={() => query.refetch()} />
      ) : items.length === 0 ? (
        <Text size="sm">{t('access.none')}</Text>
      ) : (
        <ul className="access">
          {items.map(access => (
            <Given key={access.account_id} access={access} />
          ))}
        </ul>
      )}
      {me.user_id !== user.user_id && (
        <Give user={user} taken={[user.user_id, me.user_id, ...items.map(item => item.account_id)]} />
      )}
    </Stack>
  )
}

function Given({ access }: { access: Access }) {
  const { t } = useTranslation('session')
  const { user_id, account_id } = access
  const account = access.account_name || access.account_email
  return (
    <li>
      <span>
        {account}
        <span className="access-since">
          <Timed words={t('access.since', { email: access.account_email })} at={access.created_on} style="day" />
        </span>
      </span>
      <ActMenu
        calls={impersonationCalls}
        acts={[
          {
            label: t('access.remove'),
            name: t('access.removeOne', { account }),
            icon: IconTrash,
            danger: true,
            confirm: {
              title: t('access.removeTitle'),
              body: t('access.removeBody', { user: access.user_name || access.user_email, account }),
            },
            run: () => client.deleteAccountAccess({ user_id, account_id }),
            done: t('access.removed'),
          },
        ]}
      />
    </li>
  )
}

function Give({ user, taken }: { user: Parameters<typeof AccountAccess>[0]['user']; taken: readonly string[] }) {
  const { t } = useTranslation('session')
  const refresh = useRefresh(impersonationCalls)
  const name = displayName(user, user.email)
  const [account, setAccount] = useState<{ id: string; name: string }>()
  const give = useMutation({
    mutationFn: (account_id: string) => client.createAccountAccess({ user_id: user.user_id, account_id }),
    onSuccess: async () => {
      doneNotice(t('access.given', { user: name, account: account?.name ?? '' }))
      setAccount(undefined)
      await refresh()
    },
  })
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs">
        <AccountPicker
          className="access-choice"
          label={t('access.choose')}
          visibleLabel
          placeholder={t('access.choosePlaceholder')}
          value={account?.id ?? null}
          onChange={(id, name) => setAccount(id ? { id, name } : undefined)}
          without={taken}
          nothingFound={t('access.nothingFound')}
        />
        <Button disabled={!account} loading={give.isPending} onClick={() => account && give.mutate(account.id)}>
          {t('access.add')}
        </Button>
      </Group>
      <ErrorNotice failure={give.error} />
    </Stack>
  )
}
