import { type PitchPart, presents } from '#features/core/pitch/rules.ts'
import type { RoomCore } from '#features/room/room/apply.ts'

/** [CALL-048] The actions of `sgLivingAction`. */
export const livingActions = ['pause', 'resume', 'left', 'right'] as const

/** [PERM-042, ENT-017] The leader of a pitch; its owner until it has had one. */
export const livingHostOf = ({ host }: Pick<RoomCore, 'host'>, ownerId: string): string => host ?? ownerId

/** [STATE-039] A moderator or admin presents, as a co-host does, while they lead the pitch. */
export const partInRoom = (part: PitchPart, isHost: boolean): PitchPart =>
  isHost && (part === 'moderator' || part === 'admin') ? 'coHost' : part

/** The parts that may take a pitch over, the first choice first. */
export const teamParts = ['owner', 'coHost', 'moderator'] as const
export type TeamPart = (typeof teamParts)[number]

/** Presenters and admins may hand a live pitch over; a presenter may also take it. */
export const mayHandOver = (part: PitchPart): boolean => presents(part) || part === 'admin'

/** The most raised hands at a time, and the most attendees on stage. */
export const MOST_HANDS = 500
export const MOST_ON_STAGE = 8
/** Milliseconds of absence after which an attendee loses their place on stage. */
export const STAGE_ABSENCE = 90_000
