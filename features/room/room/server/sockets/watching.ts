import { z } from 'zod'
import type { RoomState } from '#features/room/room/apply.ts'
import { lastLookable } from '#features/room/room/rules.ts'
import type { Watching } from '#features/room/room/socket.ts'

const schema = z.strictObject({ visible: z.boolean(), page: z.number().int().min(1).max(10_000).optional() })

/** What a client says of its window; undefined for anything else, such as a second argument or a callback. */
export function readWatching(said: readonly unknown[]): Watching | undefined {
  const parsed = said.length === 1 ? schema.safeParse(said[0]) : undefined
  return parsed?.success ? (parsed.data as Watching) : undefined
}

/**
 * The same without a page that nobody may look at by themselves: whoever says so follows the room. Their browser may be a
 * moment late, and nothing that is only claimed is counted.
 */
export const withinReach = ({ visible, page }: Watching, room: RoomState): Watching =>
  page !== undefined && page <= lastLookable(room, room.pages) ? { visible, page } : { visible }
