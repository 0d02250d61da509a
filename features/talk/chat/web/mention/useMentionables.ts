import { useMemo } from 'react'
import { type GuestMode, guestName } from '#features/core/account/veil.ts'
import type { Friend } from '#features/talk/chat/contract.ts'
import type { Mentionables } from '../Composer.tsx'

/**
 * The people whom the reader may mention, in the public chat of a pitch or, with `members`, in a private one. In guest
 * mode a mention never has a guest's name, even if the writer knows it, since everyone in the chat reads it.
 */
export function useMentionables(
  pitch: string,
  me: string | undefined,
  { on, hosts }: GuestMode,
  members?: readonly Friend[],
): Mentionables {
  return useMemo(
    () => ({
      source: members ? { members } : { pitch, guests: on },
      me,
      nameOf: ({ id, name }) => (on && !hosts.includes(id) ? guestName(id) : name),
    }),
    [pitch, me, on, hosts, members],
  )
}
