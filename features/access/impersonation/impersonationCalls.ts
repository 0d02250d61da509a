import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { instant, line } from '#contract/fields.ts'

/** [ENT-048] What a person's page knows of the superadmin who acts as them; absent for everybody else. */
export const impersonationFields = {
  impersonate_model: z.boolean().optional(),
  /** Whom the superadmin acts as. */
  impersonate_userid: z.uuid().optional(),
  impersonator_name: z.string().optional(),
  /** When it ends by itself. */
  impersonate_until: instant.optional(),
}

/** How an impersonation came to its end, as the audit log has it. */
const endings = ['signOut', 'banner', 'unload', 'timer'] as const

export const impersonationCalls = {
  /**
   * [CALL-103, PERM-074] Acts as somebody else for 30 minutes at most, on top of the own session, which stays as it is.
   * A browser gets a cookie; a program that sends `Authorization: Bearer` gets a token in the answer.
   */
  startImpersonate: call({
    path: 'token',
    who: ['superadmin'],
    whileImpersonating: false,
    input: z.object({
      user_id: z.uuid(),
      /** Why, for the audit log: it is written there before anything starts. */
      reason: line(500).pipe(z.string().min(5, { error: 'tooShort' })),
    }),
    output: z.object({
      impersonate_userid: z.uuid(),
      impersonate_until: instant,
      /** Empty for a browser: no script reads it. */
      access_token: z.string(),
    }),
    errors: ['UserNotFound', 'ImpersonationForbidden', 'AccountNotActivated', 'AccountNotEnabled'],
  }),
  /** [CALL-104] Goes back to the own session. Ending what has ended already is no failure. */
  endImpersonate: call({
    path: 'token',
    who: callers.people,
    input: z.object({
      how: z.enum(endings).default('banner'),
      /** Whom the page acted as: a page that closes late does not end what another one has begun. */
      user_id: z.uuid().optional(),
    }),
    output: z.object({}),
  }),
}
