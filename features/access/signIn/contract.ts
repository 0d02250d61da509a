import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { instant, line } from '#contract/fields.ts'
import { TOKEN_PATH } from '#features/access/session/contract.ts'
import { accountCalls } from '#features/core/account/contract.ts'
import { factorKinds } from '#features/core/account/factorRules.ts'

/** What a sign-in returns: the session's tokens; the browser gets them as cookies. */
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
})

/** Options and answers of WebAuthn, as the browser's own functions take and give them in JSON. */
const webauthn = z.record(z.string(), z.unknown())

export const signInCalls = {
  ...accountCalls,
  /**
   * [CALL-179] Signs in by a password or, with a refresh token, renews a session; answers in OAuth's own form and sets
   * the cookies.
   */
  signIn: call({
    path: TOKEN_PATH,
    who: 'anyone',
    whileImpersonating: false,
    answer: 'bare',
    input: z.object({
      grant_type: z.enum(['password', 'refresh_token']),
      /** [RULE-001, RULE-002] Of the grant `password`: a username or an email address, and the password; trimmed. */
      username: line(254).optional(),
      password: z.string().trim().max(200).optional(),
      /** Of the grant `refresh_token`; a browser sends its cookie instead. */
      refresh_token: z.string().max(200).optional(),
    }),
    output: Tokens,
    errors: [
      'WrongNameOrPassword',
      'AccountNotActivated',
      'AccountNotEnabled',
      'NoPermission',
      'TemporaryPasswordExpired',
      'TokenExpired',
      'NotSignedIn',
    ],
  }),
  /**
   * [CALL-202] Records a sign-in. Only the signed-in owner of the username changes anything by it; everyone else gets
   * the same answer and nothing is written.
   */
  updateLastLogin: call({
    path: 'basic',
    who: 'anyone',
    beforeAgreement: true,
    input: z.object({ username: line(254) }),
  }),
  /**
   * [CALL-116] Says which step of the sign-in comes next. Before the
   * password it says the same to everyone and of everyone, `password`: it does not tell who has an account, or how
   * it is protected. A pending session hears which factors and questions finish it.
   */
  checkUserForConsoleLogin: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    whilePending: true,
    output: z.object({
      next: z.enum(['password', 'secondStep', 'nothing']),
      factors: z.array(z.object({ factor: z.enum(factorKinds), sent_to: z.string() })),
      has_recovery_codes: z.boolean(),
      /** The two questions that are asked; none when they are not set, or the organization does not allow them. */
      questions: z.array(z.string()),
      /** When a pending sign-in is over. */
      ends_at: instant.nullable(),
    }),
  }),
  /** [CALL-108] Sends the code of the second step, by email or as a text message. */
  sendTwoFactorCode: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    input: z.object({ factor: z.enum(['email', 'sms']) }),
    output: z.object({
      sent_to: z.string(),
      minutes: z.number().int(),
      /** Whether it leaves this server; else it waits in the outbox, for an admin to pass on. */
      sends: z.boolean(),
    }),
    errors: ['NoStepPending', 'FactorNotFound', 'AddressSuppressed'],
  }),
  /**
   * [CALL-109] Finishes a sign-in by a code. Ten wrong guesses within an hour, from any address, and the account's
   * second step answers TooManyRequests; passkeys keep working. A person who has signed in already proves themselves
   * afresh and gets no new tokens.
   */
  verifyTwoFactorCode: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    whileImpersonating: false,
    input: z.object({
      factor: z.enum(['email', 'sms', 'app', 'recovery']),
      /** [RULE-081, RULE-082] Eight digits of an email or a text, six of an app; a recovery code has ten characters. */
      code: line(40),
      /** Skips the second step in this browser for thirty days. */
      remember: z.boolean().default(false),
    }),
    output: Tokens,
    errors: ['NoStepPending', 'FactorNotFound', 'CodeEmpty', 'CodeWrongLength', 'CodeWrong', 'EmailCodeWrong'],
  }),
  /** Starts a second step by a passkey. */
  getPasskeyRequest: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
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
    output: Tokens,
    errors: ['NoStepPending', 'PasskeyRefused'],
  }),
  /** [CALL-115] Finishes a pending sign-in by the answers to the two questions that checkUserForConsoleLogin names. */
  loginBySecurityQuestion: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    whileImpersonating: false,
    input: z.object({ answer1: line(200), answer2: line(200) }),
    output: Tokens,
    errors: ['NoStepPending', 'QuestionsOff', 'AnswerOneWrong', 'AnswerTwoWrong', 'AnswersWrong'],
  }),
}
