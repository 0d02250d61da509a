import { type PitchPart, type PitchState, presents } from '#features/core/pitch/rules.ts'

/** Whether somebody gets video: everybody while the pitch is live, those who present also to prepare themselves. */
export const videoIsOpen = (state: PitchState, part: PitchPart): boolean =>
  state === 'inProgress' || (presents(part) && (state === 'scheduled' || state === 'delivered'))
