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
import { rightTime } from '#server/clock.ts'
import type { Rooms } from '#server/frame.ts'
import type { LocalRoom, Member } from './localRoom.ts'

const place = z.number().min(0).max(1)
const schema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reaction'), payload: z.strictObject({ emoji: z.enum(reactions) }) }),
  z.strictObject({
    type: z.literal('pointer'),
    payload: z.strictObject({ page: z.number().int().min(1).max(10_000), x: place, y: place }).nullable(),
  }),
])

/** What a client signals; undefined for anything else, such as a second argument, a callback or a forged kind. */
export function readSignal(said: readonly unknown[]): UpSignal | undefined {
  const parsed = said.length === 1 ? schema.safeParse(said[0]) : undefined
  return parsed?.success ? parsed.data : undefined
}

/** Reactions that one person may show in a row, and how many a second for long. */
const BURST = 10
const PER_SECOND = 2
/** Names that those who run the pitch see with each kind. */
const MOST_NAMES = 10

interface Gathered {
  counts: Partial<Record<Reaction, number>>
  /** Asked for when they are told: guest mode may come between. */
  names: Partial<Record<Reaction, Map<string, () => string>>>
}

/**
 * Passes on what people signal in a room. `false` says that no honest client sends this: nobody who attends ever points.
 * A moderator or admin whose lead was just handed on may still be pointing, which nobody sees any more. A crowd's reactions
 * are gathered, and those beyond anybody's patience are dropped in silence.
 */
export function passSignals(
  signal: Rooms['signal'],
): (to: Pick<LocalRoom, 'pitchId' | 'room'>, member: Member, said: UpSignal, nameOf: () => string) => boolean {
  const paces = new WeakMap<Member, { left: number; at: number }>()
  const gathered = new Map<number, Gathered>()

  const isPatient = (member: Member): boolean => {
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

  return ({ pitchId, room }, member, said, nameOf) => {
    if (said.type === 'pointer') {
      const { id, part } = member.me
      const points = presents(partInRoom(part, room.host === id))
      if (points) signal(pitchId, 'everybody', 'pointer', said.payload)
      return points || part !== 'attendee'
    }
    if (isPatient(member)) gather(pitchId, member, said.payload.emoji, nameOf)
    return true
  }
}
