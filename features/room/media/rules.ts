import { type PitchPart, type PitchState, presents } from '#features/core/pitch/rules.ts'

/** Whether a person gets video: everyone while the pitch is live, presenters also before it, to prepare. */
export const videoIsOpen = (state: PitchState, part: PitchPart): boolean =>
  state === 'inProgress' || (presents(part) && (state === 'scheduled' || state === 'delivered'))

/** What a person can send to a room, by LiveKit's names. */
export const trackSources = ['camera', 'microphone', 'screen_share', 'screen_share_audio'] as const
export type TrackSource = (typeof trackSources)[number]

/** Where a screen is shared from: the browser in which its person is in the room, or a second device of theirs. */
export const shareDevices = ['here', 'second'] as const
export type ShareDevice = (typeof shareDevices)[number]

/** How long the link for a second device is valid, in milliseconds. */
export const LINK_LIFE = 5 * 60_000

/** Presenters may share while the pitch is live and not paused. */
export const mayShare = (part: PitchPart, room: { status: number; paused: boolean }): boolean =>
  presents(part) && room.status === 2 && !room.paused

/** The leading presenter, the owner and the organization's admins may end another person's share or replace it. */
export const mayEndShares = (part: PitchPart, leads: boolean): boolean => leads || part === 'owner' || part === 'admin'

/**
 * The identity of a second device in LiveKit, `<account>:<share>`: a separate participant that sends only that share.
 */
export const secondScreen = (account: string, share: string): string => `${account}:${share}`

/** The account and the share of a second device; undefined for a person's own identity. */
export function ofSecondScreen(identity: string): { account: string; share: string } | undefined {
  const [account, share] = identity.split(':')
  return account && share ? { account, share } : undefined
}
