import { call, callers } from '#contract/declare.ts'
import { Me } from './me.ts'

/** Who is here, which every page asks first; the sign-in answers it. */
export const accountCalls = {
  /** CALL-208: Gets the signed-in user, or the attendee of a join link. */
  getUserInfoByToken: call({
    who: callers.everyone,
    reads: true,
    whilePending: true,
    output: Me,
  }),
}
