import { z } from 'zod'
import { ANYONE_BYTES, call, callers } from '#contract/declare.ts'
import { instant, line } from '#contract/fields.ts'
import { factorKinds } from '#features/core/account/factorRules.ts'
import { questionCalls } from './questionCalls.ts'

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
  /** Lists the caller's verification methods, and what else protects their account. */
  getFactors: call({
    who: callers.people,
    reads: true,
    whilePending: 'setup',
    output: z.object({
      factors: z.array(Factor),
      /** The organization requires one. */
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
      /** The caller's number, as a suggestion. */
      mobile: z.string(),
      sent_to: z.string(),
    }),
  }),
  /**
   * Starts adding a verification method: sends a code, creates an app's secret, or asks for a passkey.
   * `confirmFactor` finishes it.
   */
  startFactor: call({
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
    errors: ['ProofNeeded', 'OldPasswordWrong', 'MobileNotAllowed', 'AddressSuppressed'],
  }),
  /**
   * Adds the verification method, which replaces another of its kind. The first one is answered with the recovery
   * codes, only this time.
   */
  confirmFactor: call({
    who: callers.people,
    maxBytes: ANYONE_BYTES,
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
  /** Makes a verification method the default. */
  setPrimaryFactor: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ factor_id: z.uuid(), ...proof }),
    errors: ['FactorNotFound', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Removes a verification method, but not the last one while the organization requires one. */
  removeFactor: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ factor_id: z.uuid(), ...proof }),
    errors: ['FactorNotFound', 'LastFactor', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Creates ten new recovery codes; earlier ones no longer work. */
  makeRecoveryCodes: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...proof }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['FactorNotFound', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** Forgets a remembered browser or, without an id, all of them: they have to verify again. */
  forgetDevice: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ device_id: z.uuid().optional() }),
    output: z.object({ count: z.number().int() }),
  }),
  ...questionCalls,
}
