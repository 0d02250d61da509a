import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { instant, line } from '#contract/fields.ts'
import { adminCalls } from '#features/admin/users/adminCalls.ts'
import { factorKinds } from '#features/core/account/factorRules.ts'
import { questionCalls } from './questionCalls.ts'

/** What the second step gives: the session's new tokens; the browser gets them as cookies. */
export const Opened = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
})

/** Options and answers of WebAuthn, as the browser's own functions take and give them in JSON. */
const webauthn = z.record(z.string(), z.unknown())
const code = line(40)
/** The current password. Not needed within ten minutes after a second step on this session. */
const proof = { current_pass: z.string().trim().max(200).optional() }

/** A factor as its owner sees it. */
const Factor = z.object({
  factor_id: z.uuid(),
  factor: z.enum(factorKinds),
  is_primary: z.boolean(),
  /** The name of a passkey. */
  name: z.string(),
  /** Where codes go, partly hidden; empty for an app or a passkey. */
  sent_to: z.string(),
  created_on: instant,
  last_used: instant.nullable(),
})
export type Factor = z.infer<typeof Factor>

export const factorCalls = {
  /**
   * CALL-116: what the sign-in page has to ask for next. Before the password it says the same to everybody and of
   * everybody, `password`: who has an account, and how it is protected, is nobody's business. A pending session hears
   * which factors and questions finish it.
   */
  checkUserForConsoleLogin: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    whilePending: true,
    input: z.object({}),
    output: z.object({
      next: z.enum(['password', 'secondStep', 'nothing']),
      factors: z.array(z.object({ factor: z.enum(factorKinds), sent_to: z.string() })),
      has_recovery_codes: z.boolean(),
      /** The two questions that are asked; none when they are not set, or the organisation does not allow them. */
      questions: z.array(z.string()),
      /** When a pending sign-in is over. */
      ends_at: instant.nullable(),
    }),
  }),
  /** CALL-108: sends the code of the second step, by e-mail or as a text message. */
  sendTwoFactorCode: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    input: z.object({ factor: z.enum(['email', 'sms']) }),
    output: z.object({
      sent_to: z.string(),
      minutes: z.number().int(),
      /** Whether it leaves this server; else it waits in the outbox, for an administrator to pass on. */
      sends: z.boolean(),
    }),
    errors: ['NoStepPending', 'FactorNotFound'],
  }),
  /**
   * CALL-109: finishes a sign-in by a code. Ten wrong guesses within an hour, from wherever, and the account's second
   * step answers TooManyRequests; passkeys go on working. Somebody who has signed in already proves themselves afresh
   * and gets no new tokens.
   */
  verifyTwoFactorCode: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    whileImpersonating: false,
    input: z.object({
      factor: z.enum(['email', 'sms', 'app', 'recovery']),
      /** [RULE-081, RULE-082] Eight digits of a mail or a text, six of an app; a recovery code has ten signs. */
      code,
      /** Skips the second step in this browser for thirty days. */
      remember: z.boolean().default(false),
    }),
    output: Opened,
    errors: ['NoStepPending', 'FactorNotFound', 'CodeEmpty', 'CodeWrongLength', 'CodeWrong', 'EmailCodeWrong'],
  }),
  /** What a passkey has to sign to finish the second step. */
  getPasskeyRequest: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    input: z.object({}),
    output: z.object({ options: webauthn }),
    errors: ['NoStepPending', 'FactorNotFound'],
  }),
  /** Finishes a sign-in by what a passkey has signed. */
  verifyPasskey: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    whileImpersonating: false,
    input: z.object({ response: webauthn, remember: z.boolean().default(false) }),
    output: Opened,
    errors: ['NoStepPending', 'PasskeyRefused'],
  }),
  /** The own factors, and what else protects the account. */
  getFactors: call({
    path: 'token',
    who: callers.people,
    reads: true,
    whilePending: 'setup',
    input: z.object({}),
    output: z.object({
      factors: z.array(Factor),
      /** The organisation asks for one. */
      is_enforced: z.boolean(),
      recovery_codes_left: z.number().int(),
      devices: z.array(
        z.object({
          device_id: z.uuid(),
          user_agent: z.string(),
          ip: z.string(),
          created_on: instant,
          expires: instant,
        }),
      ),
      /** Whether a change asks for the password, for nothing (a second step was just done), or for a new sign-in. */
      proof: z.enum(['password', 'none', 'signIn']),
      /** Whether text messages go out; without a provider they are kept in the outbox. */
      sms_sends: z.boolean(),
      /** The own number, as a suggestion. */
      mobile: z.string(),
      sent_to: z.string(),
    }),
  }),
  /** Begins to set a factor: sends a code, makes an app's secret, or asks for a passkey. `confirmFactor` ends it. */
  startFactor: call({
    path: 'token',
    who: callers.people,
    whilePending: 'setup',
    whileImpersonating: false,
    input: z.object({ factor: z.enum(factorKinds), mobile: line(40).optional(), ...proof }),
    output: z.object({
      factor_id: z.uuid(),
      sent_to: z.string(),
      /** `app`: the secret to type, and the picture of it to scan (a data address). */
      secret: z.string().optional(),
      qr: z.string().optional(),
      /** `passkey`. */
      options: webauthn.optional(),
    }),
    errors: ['ProofNeeded', 'OldPasswordWrong', 'MobileNotAllowed'],
  }),
  /** Sets the factor, which replaces another of its kind. With the first one come the recovery codes, this once. */
  confirmFactor: call({
    path: 'token',
    who: callers.people,
    whilePending: 'setup',
    whileImpersonating: false,
    input: z.object({
      factor_id: z.uuid(),
      code: code.optional(),
      response: webauthn.optional(),
      /** What the person calls a passkey. */
      name: line(60).default(''),
    }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['FactorNotFound', 'CodeEmpty', 'CodeWrongLength', 'CodeWrong', 'EmailCodeWrong', 'PasskeyRefused'],
  }),
  /** Asks for this factor first from now on. */
  setPrimaryFactor: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ factor_id: z.uuid(), ...proof }),
    output: z.object({}),
    errors: ['FactorNotFound', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Removes a factor; the last one not while the organisation asks for one. */
  removeFactor: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ factor_id: z.uuid(), ...proof }),
    output: z.object({}),
    errors: ['FactorNotFound', 'LastFactor', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Ten new recovery codes; the ones before are worth nothing any more. */
  makeRecoveryCodes: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...proof }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['FactorNotFound', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Asks a remembered browser for the second step again; without an id, all of them. */
  forgetDevice: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ device_id: z.uuid().optional() }),
    output: z.object({ count: z.number().int() }),
  }),
  ...questionCalls,
  ...adminCalls,
}
