import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, instant, language, line } from '#contract/fields.ts'
import { providers } from '#features/core/site/rules.ts'

const Provider = z.enum(providers)

/** What a provider sends a browser back with. `iss` is only there from providers that guard against mix-ups by it. */
const callback = {
  code: z.string().min(1).max(2000),
  state: z.string().min(20).max(200),
  iss: z.string().max(300).optional(),
}

/** The state of a sign-in after their provider has said who they are, or after they have proved an email address. */
const Entry = z.object({
  /**
   * `signedIn` (the cookies are set; a second step may still be asked for), `connected` to the account of who was
   * signed in, `proveEmail` (the provider vouches for no address: sendSocialEmailCode, then confirmSocialEmail), or
   * `register`: the address has no account, and registration is open.
   */
  outcome: z.enum(['signedIn', 'connected', 'proveEmail', 'register']),
  /** A path of this console where they wanted to go; empty when nowhere in particular. */
  go_to: z.string(),
  /** What the provider knows; empty where it does not say. */
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
})
export type Entry = z.infer<typeof Entry>

/** Why a sign-in through a provider may fail. */
const failures = [
  'SocialOff',
  'SocialProviderDown',
  'SocialRefused',
  'SocialStateWrong',
  'SocialNoAccount',
  'SocialTaken',
  'AccountNotActivated',
  'AccountNotEnabled',
  'NoPermission',
] as const

// A pending second step may still be abandoned for another way to sign in: these calls treat its holder as not
// signed in.
const basic = { path: 'basic', who: 'anyone', whileImpersonating: false } as const

const login = () => call({ ...basic, input: z.object(callback), output: Entry, errors: [...failures] })

const StartAnswer = z.object({
  /** The provider's page to send the browser to. */
  url: z.url(),
})

export const SocialAccount = z.object({
  provider: Provider,
  /** As the provider calls the person. */
  name: z.string(),
  email: z.string(),
  connected_at: instant,
  last_used_at: instant,
})
export type SocialAccount = z.infer<typeof SocialAccount>

export const socialCalls = {
  /**
   * Begins a sign-in with a provider: binds it to this browser by a short cookie. `redirect` is a path of this site.
   */
  startSocialLogin: call({
    ...basic,
    input: z.object({ provider: Provider, redirect: line(500).optional() }),
    output: StartAnswer,
    errors: ['SocialOff', 'SocialProviderDown'],
  }),
  /** [CALL-187] Continues a sign-in when LinkedIn sends the browser back. */
  handleLinkedInLogin: login(),
  /** Continues a sign-in when Google sends the browser back. */
  handleGoogleLogin: login(),
  /** [CALL-189] Continues a sign-in when Facebook sends the browser back. */
  handleFacebookLogin: login(),
  /** [CALL-188] Continues a sign-in when WeChat sends the browser back. */
  handleWeChatLogin: login(),
  /** Emails a code to an address that a person says is theirs, after their provider has named them. */
  sendSocialEmailCode: call({
    ...basic,
    input: z.object({ email, language: language.default('en') }),
    errors: ['SocialStateWrong'],
  }),
  /** Proves the address by the code and continues as the provider's callback would have. */
  confirmSocialEmail: call({
    ...basic,
    input: z.object({ email, code: line(12) }),
    output: Entry,
    errors: [...failures, 'EmailCodeWrong'],
  }),
  /** Lists the providers that the caller can sign in with, and the ones that they could connect. */
  getSocialAccounts: call({
    who: callers.people,
    reads: true,
    output: z.object({
      accounts: z.array(SocialAccount),
      /** The providers that are enabled. */
      providers: z.array(Provider),
      has_password: z.boolean(),
    }),
  }),
  /** Begins to connect an account of a provider. A person without a password has to have signed in a moment ago. */
  startSocialConnect: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ provider: Provider, password: z.string().max(200).default('') }),
    output: StartAnswer,
    errors: ['SocialOff', 'SocialProviderDown', 'OldPasswordWrong', 'FreshSignInNeeded'],
  }),
  /** Removes a connection; this requires the password, so one way to sign in always remains. */
  disconnectSocialAccount: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ provider: Provider, password: z.string().max(200).default('') }),
    errors: ['OldPasswordWrong', 'SocialLastWay', 'NotFound'],
  }),
  /** Begins to post a public pitch on LinkedIn, for which LinkedIn asks the person again. */
  startLinkedInShare: call({
    who: callers.pitchMakers,
    whileImpersonating: false,
    input: z.object({
      uuid: z.uuid(),
      /** What the post says above the link. */
      text: z.string().trim().min(1).max(1300),
    }),
    output: StartAnswer,
    errors: ['SocialOff', 'SocialProviderDown', 'PitchNotFound', 'PitchNotPublic'],
  }),
  /** [CALL-190] Posts what startLinkedInShare was given, in the name of the person who started it. */
  handleLinkedInShare: call({
    ...basic,
    whileImpersonating: false,
    input: z.object(callback),
    output: z.object({
      uuid: z.uuid(),
      /** The post's address; empty when LinkedIn did not say. */
      post_url: z.string(),
    }),
    errors: [
      'AccreditationNeeded',
      'SocialOff',
      'SocialProviderDown',
      'SocialRefused',
      'SocialStateWrong',
      'PitchNotFound',
      'PitchNotPublic',
      'NotSignedIn',
    ],
  }),
}
