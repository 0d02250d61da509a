import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { Me } from './me.ts'

/** Who is here, which every page asks first; the sign-in answers it. */
export const accountCalls = {
  /** CALL-208: who is signed in, or was let in to one pitch. */
  getUserInfoByToken: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    whilePending: true,
    input: z.object({}),
    output: Me,
  }),
}
