import { Avatar } from '@mantine/core'
import { initialsOf, type Named } from './displayName.ts'

/** [ENT-041, ENT-042, ENT-044] The person's picture, else their initials. It is always beside the name. */
export function PersonAvatar({ person, size = 32 }: { person: Named & { head_image?: string }; size?: number }) {
  const image = person.head_image
  const src = image && !image.startsWith('http') ? `/webapi/${image.replace(/^\//, '')}` : image
  return (
    <Avatar src={src || null} size={size} alt="" aria-hidden>
      {initialsOf(person) || null}
    </Avatar>
  )
}
