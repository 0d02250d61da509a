import { z } from 'zod'
import type { AnswerForm, Call, Caller, Fields, Path, Who } from './call.ts'
import type { ErrorCode } from './errors.ts'

/** Groups of callers that many calls share. */
export const callers = {
  /** Every signed-in person, join links included. */
  everyone: ['superadmin', 'admin', 'useradmin', 'pitchadmin', 'presenter', 'vc', 'member', 'attendee'],
  /** Every person with an account of the console. */
  people: ['superadmin', 'admin', 'useradmin', 'pitchadmin', 'presenter', 'vc', 'member'],
  /** Roles that may open the pitches screens (PERM-007). */
  pitchMakers: ['presenter', 'admin', 'useradmin', 'superadmin', 'pitchadmin'],
  /** Roles that manage an organization. */
  admins: ['superadmin', 'admin'],
  /** [PERM-012] Every kind of admin. */
  adminKinds: ['superadmin', 'admin', 'useradmin', 'pitchadmin'],
  /** Roles that manage all pitches of an organization. */
  pitchAdmins: ['superadmin', 'admin', 'pitchadmin'],
  /** Roles that manage the people of an organization. */
  peopleAdmins: ['superadmin', 'admin', 'useradmin'],
} as const satisfies Record<string, readonly Caller[]>

/** The largest body of a call that anyone may make: strangers must not be able to occupy the server with parsing. */
export const ANYONE_BYTES = 16_000
/** The largest body of other calls; a call that takes more declares `maxBytes`. */
const SIGNED_IN_BYTES = 64_000
const DEPTH = 8

const nothing = z.object({})
type Nothing = typeof nothing

/**
 * Declares a call; see `Call` for the fields. Without `path` its caller has to be signed in; without `input` or
 * `output` these are empty; without `errors` it fails only with the codes that every call may fail with.
 */
export function call<
  const W extends Who,
  I extends Fields = Nothing,
  O extends z.ZodType = Nothing,
  const P extends Path = 'token',
  const E extends ErrorCode = never,
  const A extends AnswerForm = 'data',
>(c: {
  who: W
  path?: P
  method?: Call['method']
  body?: Call['body']
  maxBytes?: number
  maxDepth?: number
  maxFileBytes?: number
  reads?: boolean
  waitsForRoom?: boolean
  keepsAnswer?: boolean
  whilePending?: Call['whilePending']
  beforeAgreement?: boolean
  whileImpersonating?: boolean
  answer?: A
  input?: I
  output?: O
  errors?: readonly E[]
}): Call<I, O, E, W, P, A> {
  return {
    path: 'token' as P,
    method: 'POST',
    body: 'form',
    maxBytes: c.who === 'anyone' ? ANYONE_BYTES : SIGNED_IN_BYTES,
    maxDepth: DEPTH,
    maxFileBytes: 0,
    reads: false,
    waitsForRoom: true,
    keepsAnswer: true,
    whilePending: false,
    beforeAgreement: c.whilePending === true,
    whileImpersonating: true,
    answer: 'data' as A,
    input: nothing as unknown as I,
    output: nothing as unknown as O,
    errors: [],
    ...c,
  }
}
