import type { RoomClient } from '#features/room/room/web/roomClient.ts'

/** What is last in each chat's line: it ends when that one was acknowledged or has failed. */
const lines = new WeakMap<RoomClient, Map<string, Promise<void>>>()
/** What was discarded by its writer while it stood in a line. */
const discarded = new Set<string>()

/**
 * Delivers one's messages to a chat in the order in which they were written: the server numbers them as they come, and
 * of two that are under way at once either may come first. The line outlives a private chat that is closed meanwhile.
 * `deliver` never fails; of a message that was discarded before its turn it is not asked.
 */
export function inLine(client: RoomClient, group: string, id: string, deliver: () => Promise<void>): Promise<void> {
  const chats = lines.get(client) ?? new Map<string, Promise<void>>()
  lines.set(client, chats)
  discarded.delete(id)
  const turn = async () => {
    if (!discarded.delete(id)) await deliver()
  }
  // the first waits for nothing
  const mine = (chats.get(group)?.then(turn) ?? turn()).finally(() => {
    if (chats.get(group) === mine) chats.delete(group)
  })
  chats.set(group, mine)
  return mine
}

/** Nobody wants it delivered any more. */
export function leaveLine(client: RoomClient, group: string, id: string): void {
  if (lines.get(client)?.has(group)) discarded.add(id)
}
