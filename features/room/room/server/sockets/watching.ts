import { z } from 'zod'
import type { Watching } from '#features/room/room/socket.ts'

const schema = z.strictObject({ visible: z.boolean(), page: z.number().int().min(1).max(10_000).optional() })

/** What a client says of its window; undefined for anything else, such as a second argument or a callback. */
export function readWatching(said: readonly unknown[]): Watching | undefined {
  const parsed = said.length === 1 ? schema.safeParse(said[0]) : undefined
  return parsed?.success ? (parsed.data as Watching) : undefined
}
