import { type PitchPart, presents } from '#features/core/pitch/rules.ts'

/** Where a screen comes from: the browser in which its person is in the room, or a second device of theirs. */
export const shareDevices = ['here', 'second'] as const
export type ShareDevice = (typeof shareDevices)[number]

/** For how long a link for a second device waits to be opened, in milliseconds. */
export const LINK_LIFE = 5 * 60_000

/** Whoever presents shares, while the pitch is live and goes on. */
export const mayShare = (part: PitchPart, room: { status: number; paused: boolean }): boolean =>
  presents(part) && room.status === 2 && !room.paused

/** Whoever leads the pitch, its owner and the organisation's admins end somebody else's share, or put theirs in its place. */
export const mayEndShares = (part: PitchPart, leads: boolean): boolean => leads || part === 'owner' || part === 'admin'

/** A second device is a participant of its own: `<account>:<share>`. It belongs to the person and sends that share alone. */
export const secondScreen = (account: string, share: string): string => `${account}:${share}`

/** The account and the share of a second device; undefined for people themselves. */
export function ofSecondScreen(identity: string): { account: string; share: string } | undefined {
  const [account, share] = identity.split(':')
  return account && share ? { account, share } : undefined
}
