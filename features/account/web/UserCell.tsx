import { Group, Text } from '@mantine/core'
import type { User } from '#features/account/contract.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'

/** A person in a row: picture, name, user name. */
export function UserCell({ user }: { user: User }) {
  const name = useDisplayName(user)
  return (
    <Group gap="xs" wrap="nowrap">
      <PersonAvatar person={user} size={28} />
      <div className="user-cell">
        <Text size="sm" fw={500} lh={1.3} truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" lh={1.3} truncate title={user.username}>
          {user.username}
        </Text>
      </div>
    </Group>
  )
}
