import type { RoomClient } from '#features/room/room/web/roomClient.ts'

/** The last delivery in the queue of each chat, which ends when it was acknowledged or has failed. */
const lines = new WeakMap<RoomClient, Map<string, Promise<void>>>()
/** Messages that the writer discarded while they were queued. */
const discarded = new Set<string>()

/**
 * Delivers messages to a chat one after the other, so that the server numbers them in the order in which they were
 * written. The queue outlives a private chat that is closed meanwhile. `deliver` never fails, and is not called for a
 * message that was discarded before its turn.
 */
export function inLine(client: RoomClient, group: string, id: string, deliver: () => Promise<void>): Promise<void> {
  const chats = lines.get(client) ?? new Map<string, Promise<void>>()
  lines.set(client, chats)
  discarded.delete(id)
  const turn = async () => {
    if (!discarded.delete(id)) await deliver()
  }
  // the first message does not wait, not even for a microtask
  const mine = (chats.get(group)?.then(turn) ?? turn()).finally(() => {
    if (chats.get(group) === mine) chats.delete(group)
  })
  chats.set(group, mine)
  return mine
}

/** Discards a queued message. */
export function leaveLine(client: RoomClient, group: string, id: string): void {
  if (lines.get(client)?.has(group)) discarded.add(id)
}
