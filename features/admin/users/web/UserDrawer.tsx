import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#features/admin/users/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { AccountAccess } from './AccountAccess.tsx'
import { EditUser } from './EditUser.tsx'
import { UserActs } from './UserActs.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserStateMark } from './userColumns.tsx'
import { userQuery } from './userQueries.ts'

/** Everything about somebody, beside the list. */
export function UserDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('account')
  const query = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  const user = userId === undefined ? undefined : query.data
  return (
    <SideDrawer
      opened={userId !== undefined}
      onClose={onClose}
      title={user ? displayName(user, user.email) : t('list.person')}
      size={640}
    >
      {user ? (
        <Details key={user.user_id} user={user} />
      ) : query.isError ? (
        <ErrorNotice failure={query.error} retry={() => query.refetch()} />
      ) : (
        <Stack aria-busy>
          <Skeleton height={24} width="30%" />
          <Skeleton height={36} />
          <Skeleton height={240} />
        </Stack>
      )}
    </SideDrawer>
  )
}

function Details({ user }: { user: UserDetail }) {
  const { t } = useTranslation('account')
  const me = usePerson()
  const [edits, setEdits] = useState(false)
  const may = user.user_id !== me.user_id && mayManage(me.roles, user.roles) && user.state !== 'deleted'
  useEffect(() => {
    if (!may) setEdits(false)
  }, [may])
  return (
    <Stack>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <PersonAvatar person={user} size={48} />
          <UserStateMark user={user} />
        </Group>
        <Group gap="xs">
          {may && !edits && (
            <Button variant="default" size="sm" onClick={() => setEdits(true)}>
              {t('edit.open')}
            </Button>
          )}
          <UserActs user={user} />
        </Group>
      </Group>
      {edits ? <EditUser user={user} onDone={() => setEdits(false)} /> : <UserFacts user={user} />}
      {!edits && user.state !== 'deleted' && <AccountAccess user={user} />}
    </Stack>
  )
}
