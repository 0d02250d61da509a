import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '#features/account/contract.ts'
import { displayName } from '#web/ui/displayName.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'

/** A person in a row: picture, name, user name. */
export function UserCell({ user }: { user: User }) {
  const { t } = useTranslation()
  // [ENT-040] whoever gave no name is known by their address
  const isUnknown = !user.firstname
  return (
    <Group gap="xs" wrap="nowrap">
      <PersonAvatar person={user} size={28} />
      <div>
        <Text size="sm" fw={500} lh={1.3}>
          {isUnknown ? user.email : displayName(user, user.email)}
        </Text>
        <Text size="xs" c="dimmed" lh={1.3}>
          {[isUnknown && t('unknownUser'), user.username].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  )
}
