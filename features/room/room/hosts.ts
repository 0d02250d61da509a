import { type PitchPart, presents } from '#features/core/pitch/rules.ts'
import type { RoomCore } from '#features/room/room/apply.ts'

/** [CALL-048] What a presenter may do by one call while the pitch is live. */
export const livingActions = ['pause', 'resume', 'left', 'right'] as const

/** [PERM-042, ENT-017] Whose pitch it is now: who leads it, and as long as nobody has, its owner. */
export const livingHostOf = ({ host }: Pick<RoomCore, 'host'>, ownerId: string): string => host ?? ownerId

/** [STATE-039] A moderator or admin who leads the pitch presents, as a co-host does, for as long as they lead it. */
export const partInRoom = (part: PitchPart, isHost: boolean): PitchPart =>
  isHost && (part === 'moderator' || part === 'admin') ? 'coHost' : part

/** The parts that may take a pitch over, in the order in which they are asked. */
export const teamParts = ['owner', 'coHost', 'moderator'] as const
export type TeamPart = (typeof teamParts)[number]

/** Who may hand a live pitch on: those who manage it and whoever leads it; who presents may take it. */
export const mayHandOver = (part: PitchPart): boolean => presents(part) || part === 'admin'

/** So many hands are up at a time, and so many attendees on stage: more than anybody can turn to. */
export const MOST_HANDS = 500
export const MOST_ON_STAGE = 8
/** Whoever was let on stage and is gone for so long, in milliseconds, is let off it again. */
export const STAGE_ABSENCE = 90_000
