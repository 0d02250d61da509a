import { z } from 'zod'
import { mailbox } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** Who runs this console, as people know them: in the policies, for example. */
    readonly operatorName: string | undefined
    /** Where people turn to with questions, and where the console sends theirs. */
    readonly supportEmail: string | undefined
    /** Whether anyone may register, or only invited people. */
    readonly registration: 'open' | 'closed'
  }
}

/** The variables about who runs the console, and for whom. */
export const siteSettings = settingsPart({
  shape: {
    OPERATOR_NAME: z.string().max(120, 'must have at most 120 characters').optional(),
    SUPPORT_EMAIL: mailbox.optional(),
    REGISTRATION: z.enum(['open', 'closed'], 'must be open or closed').default('closed'),
  },
  read: v => ({ operatorName: v.OPERATOR_NAME, supportEmail: v.SUPPORT_EMAIL, registration: v.REGISTRATION }),
})
