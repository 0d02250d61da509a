import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#features/admin/users/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { displayName } from '#web/ui/displayName.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import type { InAddress } from '#web/ui/record/useInAddress.ts'
import { AccountAccess } from './AccountAccess.tsx'
import { EditUser } from './EditUser.tsx'
import { UserActs } from './UserActs.tsx'
import { UserFacts } from './UserFacts.tsx'
import { NoMailMark, UserStateMark } from './userColumns.tsx'

/** Everything about a person, beside the list. */
export function UserDrawer({ opened }: { opened: InAddress }) {
  const { t } = useTranslation('account')
  return (
    <EntityDrawer
      open={opened}
      read={user_id => callQuery('getUserDetail', { user_id })}
      title={user => (user ? displayName(user, user.email) : t('list.person'))}
      size={640}
    >
      {user => <Details key={user.user_id} user={user} />}
    </EntityDrawer>
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
          <NoMailMark heldBy={user.held_by} />
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
