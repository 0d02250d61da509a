import { z } from 'zod'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { mailbox } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly superadminEmail: string
    readonly superadminPassword: string | undefined
  }
}

const goodPassword = 'must have 8 to 64 characters, a digit and a lowercase letter, and must not be easy to guess'

/** The variables about the super admin that the first start creates. */
export const accountSettings = settingsPart({
  shape: {
    SUPERADMIN_EMAIL: mailbox.default('superadmin@localhost'),
    SUPERADMIN_PASSWORD: z
      .string()
      .refine(value => brokenPasswordRules(value).length === 0, goodPassword)
      .optional(),
  },
  secrets: v => [v.SUPERADMIN_PASSWORD],
  read: v => ({ superadminEmail: v.SUPERADMIN_EMAIL, superadminPassword: v.SUPERADMIN_PASSWORD }),
})
