import { z } from 'zod'
import { roles } from '#contract/call.ts'
import { ANYONE_BYTES, call, callers } from '#contract/declare.ts'
import { email, filled, instant, language, line, timeZone, upload } from '#contract/fields.ts'
import { interfaceSizes, sidebars, themeColours } from '#contract/look.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import { typedPassword } from '#features/core/account/fields.ts'
import { brokenLinkedinRule, emailStates, linkedinAddress, personStatuses } from '#features/core/account/rules.ts'
import { confirmationCalls } from '#features/notify/notice/contract.ts'

/** The caller's own account. */
const Personal = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  /** [STATE-075, STATE-076, STATE-077] `waiting`: a code was just emailed; `resendable`: another may be asked for. */
  email_state: z.enum(emailStates),
  /** The address that is to take the place of `email`, until then empty. */
  email_pending: z.string(),
  /** Whether a code was emailed that may still be typed. */
  has_email_code: z.boolean(),
  /** When another code may be requested. */
  email_resend_at: instant.nullable(),
  company_name: z.string(),
  position: z.string(),
  location: z.string(),
  timezone: z.string(),
  /** The zone in which they want to read times; empty: that of `timezone`. */
  preferred_timezone: z.string(),
  language,
  linkedin_publicProfileUrl: z.string(),
  /** E.164, or empty. */
  mobile: z.string(),
  is_mobile_verified: z.boolean(),
  status: z.enum(personStatuses),
  /** The picture that is shown, [ENT-043]; `has_own_image` when it is one that they chose themselves. */
  head_image: z.string(),
  has_own_image: z.boolean(),
  /** [ENT-046] The role that was chosen when the account was opened. */
  account_type: z.enum(roles),
  roles: z.array(z.enum(roles)),
  org_name: z.string(),
  last_login: instant.nullable(),
  created_on: instant,
})
export type Personal = z.infer<typeof Personal>

/** The end of a profile's address, or nothing (RULE-024, RULE-025). */
const linkedinProfile = line(200).transform((value, context) => {
  const broken = brokenLinkedinRule(value)
  if (broken) context.addIssue({ code: 'custom', message: broken })
  return broken ? z.NEVER : linkedinAddress(value)
})

/** Names of a list and of its columns, as the browser calls them. */
const viewName = z.string().regex(/^[\w-]{1,40}$/)

/** A person's display settings: kept with the account, so that they follow to another browser. */
export const UserConfig = z.object({
  /** Of controls and rows. */
  size: z.enum(interfaceSizes),
  theme_colour: z.enum(themeColours),
  colour_scheme: z.enum(['auto', 'light', 'dark']),
  sidebar: z.enum(sidebars),
  /** Rows of a list's page. */
  page_size: z.number().int().min(10).max(200),
  /** By list: the columns that are not shown. */
  hidden_columns: z.record(viewName, z.array(viewName).max(40)),
})
export type UserConfig = z.infer<typeof UserConfig>

/** What people do with their own account. */
/** The current password, where a change requires it; a recent second step replaces it. */
const proof = { current_pass: z.string().trim().max(200).optional() }

export const profileCalls = {
  ...confirmationCalls,
  /** [CALL-073] Gets the caller's profile. */
  getPersonalInfo: call({ who: callers.people, reads: true, output: Personal }),
  /**
   * [CALL-080] Changes the given fields and leaves the rest. A new `mobile` requires a proof of identity, and is
   * verified again.
   */
  updatePersonalInfo: call({
    who: callers.people,
    input: z.object({
      firstname: filled(80).optional(),
      lastname: filled(80).optional(),
      company_name: line(120).optional(),
      position: line(120).optional(),
      location: line(120).optional(),
      timezone: timeZone.optional(),
      preferred_timezone: z.literal('').or(timeZone).optional(),
      language: language.optional(),
      linkedin_publicProfileUrl: linkedinProfile.optional(),
      /** [RULE-030] A whole number with its country's code, however it is typed; empty for none. */
      mobile: line(40).optional(),
      status: z.enum(personStatuses).optional(),
      ...proof,
    }),
    output: Personal,
    errors: ['ProofNeeded', 'OldPasswordWrong', 'MobileNotAllowed'],
  }),
  /**
   * Sets the caller's language, also of their emails and receipts. A person with a join link chooses it for the
   * pitch's emails and, without an account, for all emails to them.
   */
  updateLanguage: call({ who: callers.everyone, input: z.object({ language }) }),
  /** Stores the name and company that a person invited by address alone enters on the waiting page, once. */
  giveName: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ name: filled(80), company_name: line(120).optional() }),
    output: z.object({ name: z.string() }),
  }),
  /** Sends a code to the caller's number by text message; `verifyMobile` checks it. */
  sendMobileCode: call({
    who: callers.people,
    whileImpersonating: false,
    /** Where no provider is configured the text stays in the outbox, and this says so. */
    output: z.object({ is_sent: z.boolean() }),
    errors: ['MobileNotAllowed'],
  }),
  /** Confirms the caller's mobile number by the code sent to it. */
  verifyMobile: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ code: line(20) }),
    output: Personal,
    errors: ['CodeWrong', 'MobileNotAllowed'],
  }),
  /** Stores the caller's picture: re-encoded and cropped to a square. */
  updateAvatar: call({
    who: callers.people,
    body: 'multipart',
    maxFileBytes: PICTURE_BYTES,
    input: z.object({ file: upload(pictureTypes.join(',')) }),
    output: Personal,
    errors: ['PictureTooLarge', 'PictureTypeNotAllowed', 'PictureTooManyPixels', 'PictureDamaged'],
  }),
  /** [CALL-083] Removes the caller's picture. What is shown then is the picture of a provider, or the initials. */
  deleteAvatar: call({ who: callers.people, output: Personal }),
  /** [RULE-018 to RULE-023] Checks a username before it is chosen. */
  checkUsername: call({
    who: callers.people,
    reads: true,
    input: z.object({ username: line(60) }),
    output: z.object({
      state: z.enum(['free', 'own', 'taken', 'notAllowed']),
      /** Free ones that are like it. */
      suggestions: z.array(z.string()),
    }),
  }),
  /**
   * [CALL-082] Changes the caller's username. `UsernameNotAllowed` names the first broken rule in `fields.username`.
   */
  changeUsername: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ username: line(60), ...proof }),
    output: Personal,
    errors: ['ProofNeeded', 'OldPasswordWrong', 'UsernameTaken', 'UsernameNotAllowed'],
  }),
  /**
   * [CALL-095] Begins a change of the caller's email address. Emails a code to another address. Nothing changes before
   * `confirmEmail`. An address of another account gets an email without a code, so that the answer does not tell who
   * has an account.
   */
  changeEmail: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ email, ...proof }),
    output: Personal,
    errors: ['ProofNeeded', 'OldPasswordWrong', 'EmailIsYours', 'AddressSuppressed'],
  }),
  /** [CALL-096] Confirms the new email address by the emailed code. From then on the new address is the account's. */
  confirmEmail: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ code: line(20) }),
    output: Personal,
    errors: ['EmailCodeWrong', 'NothingToConfirm', 'EmailExists'],
  }),
  /** [CALL-094] Emails the code again, to the address that waits for it. */
  resendEmail: call({
    who: callers.people,
    whileImpersonating: false,
    output: Personal,
    errors: ['NothingToConfirm', 'AddressSuppressed'],
  }),
  /** Cancels an email address change that waits for its code. */
  cancelEmailChange: call({
    who: callers.people,
    whileImpersonating: false,
    output: Personal,
    errors: ['NothingToConfirm'],
  }),
  /** Describes what an undo link of a change of address would do. */
  checkUndoEmailLink: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ link_code: z.string().max(200) }),
    output: z.object({ old_email: z.string(), new_email: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired', 'EmailExists'],
  }),
  /** Restores the old address, by the link that was emailed to it; ends all sessions and removes the password. */
  undoEmailChange: call({
    path: 'basic',
    who: 'anyone',
    whileImpersonating: false,
    input: z.object({ link_code: z.string().max(200) }),
    output: z.object({ old_email: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired', 'EmailExists'],
  }),
  /** [CALL-101] Gets the caller's preferences. */
  getUserConfig: call({ who: callers.people, reads: true, output: UserConfig }),
  /** [CALL-102] Changes what is named and leaves the rest; of `hidden_columns` the lists that are named. */
  updateUserConfig: call({
    who: callers.people,
    maxBytes: ANYONE_BYTES,
    input: UserConfig.partial(),
    output: UserConfig,
  }),
  /** [CALL-081] Changes the caller's password and ends their other sessions. */
  updatePassword: call({
    who: callers.people,
    whilePending: 'setup',
    whileImpersonating: false,
    input: z.object({ old_pass: typedPassword, new_pass: typedPassword }),
    errors: ['OldPasswordWrong', 'PasswordNotAllowed'],
  }),
}
