/** Days that an open link may stay open, and how many may register by one, at most. */
export const OPEN_LINK_DAYS = 90
export const OPEN_LINK_USES = 1000
/** Addresses that one call invites. */
export const MAX_INVITED = 100

/** What became of each address of an invitation. */
export const inviteOutcomes = ['invited', 'NotAnAddress', 'UserExists', 'InvitationExists'] as const

/** [ENT-079] Who an investor account without a sign-in stands for. */
export const accountTypes = ['individual', 'entity'] as const
