import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, filled, language, line, timeZone } from '#contract/fields.ts'
import { typedPassword } from '#features/core/account/fields.ts'
import { brokenLinkedinRule } from '#features/core/account/rules.ts'
import { registrationInfoCalls } from '#features/core/site/contract.ts'
import { investingExperiences, inviteKinds } from './rules.ts'

/** The versions of the texts that a person agrees to at registration. */
const agreed = { terms_version: line(20), privacy_version: line(20) }

/** What people say about themselves when they register. */
const person = {
  firstname: filled(80),
  lastname: filled(80),
  /** One is made from the address when it is left out. */
  username: line(40).optional(),
  password: typedPassword,
  language: language.default('en'),
  timezone: timeZone.default('America/New_York'),
}

/** [ENT-085] The registration payload. The roles come from the invitation, whatever `role_type_live` says. */
const payload = z.object({
  ...person,
  ...agreed,
  email,
  /** The code that was emailed: not needed with a link that was emailed to this address. */
  email_code: line(20).optional(),
  company_name: line(120).default(''),
  position: line(120).default(''),
  location: line(120).default(''),
  head_image: line(200).optional(),
  /** The invitation's id, as its link has it. */
  uuid: z.uuid().optional(),
  /** [ENT-086] */
  role_type_live: z.enum(['vc', 'presenter']).optional(),
  /** Of the link of an invitation. */
  code: line(200).optional(),
  /** Where the person goes afterwards. */
  pitch_uuid: z.uuid().optional(),
  type: z.enum(inviteKinds).optional(),
  /** [RULE-024, RULE-025] */
  linkedin_publicProfileUrl: line(200)
    .superRefine((address, context) => {
      const message = address && brokenLinkedinRule(address)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .default(''),
})
export type Registration = z.output<typeof payload>

/** The answer of a registration, which signs in; a second step may still be asked for. */
const SignedIn = z.object({
  user_id: z.uuid(),
  username: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
})
/** The same, unless an emailed link comes first. */
const SignedInOrMailed = SignedIn.partial().extend({ mailed: z.boolean() })

const usual = [
  'EmailExists',
  'UserExists',
  'UsernameNotAllowed',
  'PasswordNotAllowed',
  'PolicyNotAgreed',
  'EmailCodeWrong',
  'VerificationCodeError',
  'UserLimitReached',
] as const
const byInvitation = ['InviteCodeWrong', 'InviteNotYours', 'InviteExpired', 'InviteDisabled', 'InviteUsed'] as const

/** [ENT-055] What a link tells its visitor. */
const InviteInfo = z.object({
  type: z.enum(inviteKinds),
  /** Empty for an open link: its visitor enters an address and proves it by a code. */
  email: z.string(),
  code: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  company_name: z.string(),
  role_type_live: z.string(),
  org_name: z.string(),
})
export type InviteInfo = z.infer<typeof InviteInfo>

const check = { path: 'basic', who: 'anyone' } as const
const invalidInvite = [
  'InviteCodeWrong',
  'InviteNotYours',
  'InviteExpired',
  'InviteDisabled',
  'InviteUsed',
  'EmailExists',
] as const
const Code = z.object({ invite_code: z.string().max(200) })

// Not during an impersonation: a person opens an account for themselves only.
const basic = { path: 'basic', who: 'anyone', whileImpersonating: false } as const
const pitchRegister = { path: 'basic/pitchRegister', who: 'anyone', whileImpersonating: false } as const

export const registrationCalls = {
  ...registrationInfoCalls,
  /** [CALL-191] Checks the invitation of a presenter. */
  checkPresenterInviteCode: call({ ...check, input: Code, output: InviteInfo, errors: invalidInvite }),
  /** [CALL-192] Checks the invitation of a user. */
  checkTypeUserInviteCodeExpired: call({ ...check, input: Code, output: InviteInfo, errors: invalidInvite }),
  /** [CALL-193] Checks the invitation of a super admin. */
  checkSuperAdminInviteCode: call({ ...check, input: Code, output: InviteInfo, errors: invalidInvite }),
  /** [CALL-182] Creates a presenter's account by an invitation. */
  register: call({ ...basic, input: payload, output: SignedIn, errors: [...usual, ...byInvitation] }),
  /**
   * [CALL-183] Creates an account without an invitation, where the installation allows it. With `email_code` it is
   * created at once; without one a link is emailed first, and the password is chosen there.
   */
  registerByEmail: call({
    ...basic,
    input: payload.extend({ password: typedPassword.optional() }),
    output: SignedInOrMailed,
    errors: [...usual, 'RegistrationClosed'],
  }),
  /**
   * [CALL-184] Creates a user's account by an invitation. By the invitation of a type user, or by an open link
   * together with a code that proves the mailbox.
   */
  registerTypeUserByEmail: call({ ...basic, input: payload, output: SignedIn, errors: [...usual, ...byInvitation] }),
  /** [CALL-185] Creates a super admin's account by an invitation. */
  registerSuperAdminByEmail: call({ ...basic, input: payload, output: SignedIn, errors: [...usual, ...byInvitation] }),
  /**
   * [CALL-186, ENT-087] Creates an investor's account, for a person who was invited to a pitch, or for anyone where
   * that is allowed.
   */
  registerInvestorByEmail: call({
    ...pitchRegister,
    input: z.object({
      ...person,
      ...agreed,
      password: typedPassword.optional(),
      email,
      email_code: line(20).optional(),
      investing_experience: z.enum(investingExperiences),
    }),
    output: SignedInOrMailed,
    errors: [...usual, 'RegistrationClosed'],
  }),
  /**
   * [CALL-200] Activates an account by an emailed link. Opens the account that an emailed link requests (`account` is
   * its code), with the password chosen now.
   */
  activeAccount: call({
    ...pitchRegister,
    input: z.object({ account: line(200), password: typedPassword, username: line(40).optional(), ...agreed }),
    output: SignedIn,
    errors: [...usual, 'LinkNotFound', 'LinkExpired', 'RegistrationClosed'],
  }),
  /** [CALL-201] Activates an investor's account by an emailed link. */
  activeInvestorAccount: call({
    ...pitchRegister,
    input: z.object({ account: line(200), password: typedPassword, username: line(40).optional(), ...agreed }),
    output: SignedIn,
    errors: [...usual, 'LinkNotFound', 'LinkExpired', 'RegistrationClosed'],
  }),
  /**
   * Describes an activation link before it is used. Whose link it is, before a password is chosen. An expired one
   * sends a new one to the address that asked.
   */
  checkActivationLink: call({
    ...basic,
    input: z.object({ account: line(200) }),
    output: z.object({ email: z.string(), firstname: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired'],
  }),
  /**
   * [CALL-194] Emails a code, or the link of a request again. The answer is the same for every address; the content
   * of the email is for its owner alone.
   */
  sendVerificationCodeEmail: call({
    ...basic,
    input: z.object({
      email,
      type: z.enum(['register', 'investor', 'typeuser', 'activation']),
      /** The code of the open link, where that is what allows the registration. */
      invite_code: line(200).optional(),
      language: language.default('en'),
    }),
  }),
  /** [CALL-204] Sets the caller's investing experience. For the caller's own account only. */
  updateInvestorInvestingExperience: call({
    path: 'basic',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ username: line(254), investing_experience: z.enum(investingExperiences) }),
    errors: ['NoPermission'],
  }),
  /**
   * [CALL-205] Asks the operator for an invitation. Emails the support address that a visitor would like to be invited.
   * It writes to no other address.
   */
  sendMemberInfo: call({
    ...basic,
    input: z.object({
      email,
      /** Only an address where an organization takes questions; left out, the installation's own. */
      to_email: email.optional(),
      name: filled(160),
    }),
    errors: ['NoPermission'],
  }),
}
