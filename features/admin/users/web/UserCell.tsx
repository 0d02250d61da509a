import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '#features/admin/users/contract.ts'
import { displayName } from '#web/ui/displayName.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'

/** A person in a row: picture, name, username. */
export function UserCell({ user }: { user: User }) {
  const { t } = useTranslation()
  // [ENT-040] users without a name are shown by their address
  const isUnknown = !user.firstname
  const name = isUnknown ? user.email : displayName(user, user.email)
  return (
    <Group gap="xs" wrap="nowrap">
      <PersonAvatar person={user} size={28} />
      <div className="user-cell">
        <Text size="sm" fw={500} lh={1.3} truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" lh={1.3} truncate title={user.username}>
          {[isUnknown && t('unknownUser'), user.username].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  )
}
