import type { Handlers } from '#contract/call.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { endRehearsal } from './endRehearsal.ts'
import { getRehearsal } from './getRehearsal.ts'
import { openRehearsal } from './openRehearsal.ts'

/** The handlers of this feature's calls. */
export const rehearsalHandlers = {
  openRehearsal,
  endRehearsal,
  getRehearsal,
} satisfies Handlers<typeof rehearsalCalls, Context, Actor>
