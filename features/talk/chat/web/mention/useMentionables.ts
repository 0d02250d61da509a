import { useMemo } from 'react'
import { type GuestMode, guestName } from '#features/core/account/veil.ts'
import type { Friend } from '#features/talk/chat/contract.ts'
import type { Mentionables } from '../Composer.tsx'

/**
 * Whom one may mention in everybody's chat of a pitch or, with `members`, in a private one. In guest mode nobody writes
 * the name of a guest, not even who may see it: everybody in the chat reads the message.
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
