import { z } from 'zod'
import { presents } from '#features/core/pitch/rules.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import {
  GATHER,
  type Reaction,
  type ReactionsBy,
  type ReactionsShown,
  reactions,
  type UpSignal,
} from '#features/room/room/signals.ts'
import type { Watching } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Rooms } from '#server/frame.ts'
import type { LocalRoom, Member } from './localRoom.ts'

const place = z.number().min(0).max(1)
const signalSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reaction'), payload: z.strictObject({ emoji: z.enum(reactions) }) }),
  z.strictObject({
    type: z.literal('pointer'),
    payload: z.strictObject({ page: z.number().int().min(1).max(10_000), x: place, y: place }).nullable(),
  }),
])

const watchingSchema = z.strictObject({ visible: z.boolean(), page: z.number().int().min(1).max(10_000).optional() })

/** A client's signal; undefined for anything else, such as a second argument, a callback or a forged kind. */
export function readSignal(args: readonly unknown[]): UpSignal | undefined {
  const parsed = args.length === 1 ? signalSchema.safeParse(args[0]) : undefined
  return parsed?.success ? parsed.data : undefined
}

/** Whether a client's window is visible, and its page; undefined for anything else, as in `readSignal`. */
export function readWatching(args: readonly unknown[]): Watching | undefined {
  const parsed = args.length === 1 ? watchingSchema.safeParse(args[0]) : undefined
  return parsed?.success ? (parsed.data as Watching) : undefined
}

/** Reactions of one person at once, and per second in the long run. */
const BURST = 10
const PER_SECOND = 2
/** Names that managers see with each kind of reaction. */
const MOST_NAMES = 10

interface Gathered {
  counts: Partial<Record<Reaction, number>>
  /** Functions, because guest mode may be turned on before the names are sent. */
  names: Partial<Record<Reaction, Map<string, () => string>>>
}

/**
 * Passes a member's signals on to the room. Returns false for a signal that no honest client sends: attendees never point.
 * A moderator or admin who has just handed the lead over may still be pointing; that is dropped. Reactions are gathered,
 * and a member's reactions above the limit are dropped.
 */
export function passSignals(
  signal: Rooms['signal'],
): (room: Pick<LocalRoom, 'pitchId' | 'room'>, member: Member, received: UpSignal, nameOf: () => string) => boolean {
  const paces = new WeakMap<Member, { left: number; at: number }>()
  const gathered = new Map<number, Gathered>()

  const isWithinPace = (member: Member): boolean => {
    const now = rightTime()
    const pace = paces.get(member) ?? { left: BURST, at: now }
    const left = Math.min(BURST, pace.left + (Math.max(0, now - pace.at) / 1000) * PER_SECOND) - 1
    paces.set(member, { left: Math.max(left, -1), at: now })
    return left >= 0
  }
  const gather = (pitchId: number, member: Member, emoji: Reaction, nameOf: () => string) => {
    const known = gathered.get(pitchId)
    const now = known ?? { counts: {}, names: {} }
    now.counts[emoji] = (now.counts[emoji] ?? 0) + 1
    const names = now.names[emoji] ?? new Map<string, () => string>()
    if (names.size < MOST_NAMES) now.names[emoji] = names.set(member.me.id, nameOf)
    if (known) return
    gathered.set(pitchId, now)
    setTimeout(() => {
      gathered.delete(pitchId)
      signal(pitchId, 'everybody', 'reactions', { counts: now.counts } satisfies ReactionsShown)
      const by = Object.entries(now.names).map(([which, who]) => [which, [...who.values()].map(name => name())])
      signal(pitchId, 'managers', 'reactionsBy', { names: Object.fromEntries(by) } satisfies ReactionsBy)
    }, GATHER).unref()
  }

  return ({ pitchId, room }, member, received, nameOf) => {
    if (received.type === 'pointer') {
      const { id, part } = member.me
      const points = presents(partInRoom(part, room.host === id))
      if (points) signal(pitchId, 'everybody', 'pointer', received.payload)
      return points || part !== 'attendee'
    }
    if (isWithinPace(member)) gather(pitchId, member, received.payload.emoji, nameOf)
    return true
  }
}
