import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { email } from '#contract/fields.ts'
import { typedPassword } from '#features/core/account/fields.ts'
import { recoveryFlags } from '#features/core/account/rules.ts'

const linkCode = z.string().max(200)

/** The page at which a person could not sign in, so that they come back there. */
const wayBack = {
  flag: z.enum(recoveryFlags).default('console'),
  /** The uuid of the pitch that they wanted to enter; empty for the console. */
  pitchCode: z.union([z.literal(''), z.uuid()]).default(''),
}

/** Whether this server sends emails at all; without SMTP they wait in the outbox, for an admin to pass on. */
const Sending = z.object({ sends: z.boolean() })

/**
 * Calls for a person who cannot sign in. The calls that email answer the same, in the same time, whether or not the
 * address has an account: a job looks for it afterwards.
 */
export const recoveryCalls = {
  /** [CALL-195] Emails a link to set a new password, or to set the first one where there is none. */
  forgotPassword: call({ path: 'basic', who: 'anyone', input: z.object({ email }), output: Sending }),
  /**
   * [CALL-196] Emails a link to set a password to a person on the way to a pitch. With the code of an expired link, a
   * fresh one goes to the address that it was emailed to; `email` may then be left out, and has to match when it is
   * there (ERR-033).
   */
  sendResetPasswordEmail: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({ email: email.optional(), ...wayBack, link_code: linkCode.optional() }),
    output: Sending,
    errors: ['LinkNotFound', 'EmailNotOfLink', 'UserNotFound', 'AccountNotEnabled'],
  }),
  /** [CALL-197] Emails a person their username. */
  sendUsernameEmail: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({ email, ...wayBack }),
    output: Sending,
  }),
  /**
   * [CALL-198] Describes a link to set a password before it is used. Tells the owner and where they came from, before
   * a password is set.
   */
  checkResetPasswordLink: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ link_code: linkCode }),
    output: z.object({
      email: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      username: z.string(),
      company_name: z.string(),
      flag: z.enum(recoveryFlags),
      pitchCode: z.string(),
    }),
    errors: ['LinkNotFound', 'LinkExpired', 'EmailNotOfLink', 'UserNotFound', 'AccountNotEnabled'],
  }),
  /**
   * [CALL-199] Sets a password by a link, once, and ends every session of its owner. `PasswordNotAllowed` names the
   * first broken rule in `fields.new_pass`. `email` is the address that the page showed; it has to be the link's.
   */
  resetPassword: call({
    path: 'basic',
    who: 'anyone',
    whileImpersonating: false,
    input: z.object({ link_code: linkCode, new_pass: typedPassword, email: email.optional() }),
    output: z.object({ username: z.string() }),
    errors: [
      'LinkNotFound',
      'LinkExpired',
      'EmailNotOfLink',
      'UserNotFound',
      'AccountNotEnabled',
      'PasswordNotAllowed',
    ],
  }),
}
