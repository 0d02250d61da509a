import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, line, upload } from '#contract/fields.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import { colorPattern } from '#features/notify/mail/colors.ts'
import { RETENTION_DAYS } from '#features/room/recording/rules.ts'

/** [STATE-095] Minutes without a click that an organization may allow. */
export const SESSION_TIMEOUT_MINUTES = { least: 5, most: 480 } as const
/** The longest time, in days, after which an organization may ask for a new password. */
export const PASSWORD_MAX_DAYS = 3650

const retentionDays = z.coerce.number().int().min(RETENTION_DAYS.least).max(RETENTION_DAYS.most)

/** [SCREEN-015] What an organization decides for its people. */
const Settings = z.object({
  /** Every account has to set a second factor before it is used further. */
  enforce_second_factor: z.boolean(),
  /** Admins have to, from two weeks after their account was made. */
  enforce_admin_factor: z.boolean(),
  /** Security questions may stand in for a code. */
  allow_security_questions: z.boolean(),
  /** Days after which a password has to be changed; 0 for never. */
  password_max_days: z.number().int().min(0).max(PASSWORD_MAX_DAYS),
  /** [STATE-095] Minutes without a click after which a browser signs out. */
  session_timeout: z.number().int().min(SESSION_TIMEOUT_MINUTES.least).max(SESSION_TIMEOUT_MINUTES.most),
  /** [PROD-053] Whether the console shows on phones. */
  mobile_access: z.boolean(),
  /** Whether invitations wait until the pitch is approved. */
  require_approval: z.boolean(),
  /** Whether presenters approve the recordings of their own pitches. */
  owners_approve_recordings: z.boolean(),
  /** Days after which recordings are deleted for good, at least 14 days after a warning; 0: they stay. */
  recording_days: z
    .number()
    .int()
    .min(0)
    .max(RETENTION_DAYS.most)
    .refine(days => days === 0 || days >= RETENTION_DAYS.least, { error: 'tooShort' }),
  /** Where questions are emailed to; empty for the installation's own address. */
  support_email: z.union([z.literal(''), email]),
  /** The name under which emails are sent; empty for the organization's own. */
  mail_sender: line(100),
  /** [#rrggbb] The color of the buttons in emails; empty for the console's own. */
  mail_color: z.union([z.literal(''), z.string().regex(colorPattern)]),
})
export type OrganisationSettings = z.infer<typeof Settings>

/** Only a super admin names another organization than their own. */
const which = { org_id: z.uuid().optional() }

export const organisationsCalls = {
  /** Gets an organization's settings. */
  getOrganisationSettings: call({
    who: callers.admins,
    reads: true,
    input: z.object(which),
    output: Settings.extend({
      org_id: z.uuid(),
      org_name: z.string(),
      /** The stored picture for the top bar, below `/webapi/`; empty without one. */
      company_header_logo2: z.string(),
      /** How many people these settings affect: accounts that can sign in. */
      people: z.number().int(),
    }),
    errors: ['OrganisationNotFound'],
  }),
  /** Counts the recordings that would be due at once, if the organization kept recordings for so many days. */
  countDueRecordings: call({
    who: callers.admins,
    reads: true,
    input: z.object({ ...which, days: retentionDays }),
    output: z.object({ due: z.number().int() }),
    errors: ['OrganisationNotFound'],
  }),
  /** Changes what is given and leaves the rest. */
  updateOrganisationSettings: call({
    who: callers.admins,
    whileImpersonating: false,
    input: Settings.partial().extend(which),
    errors: ['OrganisationNotFound'],
  }),
  /** [SHELL-002] Sets the organization's picture in the top bar; without a file, removes it. */
  updateOrganisationLogo: call({
    who: callers.admins,
    body: 'multipart',
    maxFileBytes: PICTURE_BYTES,
    input: z.object({ ...which, file: upload(pictureTypes.join()).optional() }),
    output: z.object({ company_header_logo2: z.string() }),
    errors: [
      'OrganisationNotFound',
      'PictureTooLarge',
      'PictureTypeNotAllowed',
      'PictureTooManyPixels',
      'PictureDamaged',
    ],
  }),
}
