import { z } from 'zod'
import { address, apiAddress } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    /** Who sends text messages. */
    readonly twilio: TwilioSettings | undefined
  }
}

/** Twilio's REST API; `from` is a number (E.164) or the id of a messaging service (MG…). */
export interface TwilioSettings {
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  readonly from: string
}

const sender = z
  .string()
  .regex(/^([^\r\n<>]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/, 'must be like Name <name@example.com>')

/** The variables of mails and text messages. */
export const mailSettings = settingsPart({
  shape: {
    SMTP_URL: address('smtp', 'smtps').optional(),
    MAIL_FROM: sender.optional(),
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_FROM: z
      .string()
      .regex(
        /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i,
        'must be a number such as +12025550143, or the id of a service, MG…',
      )
      .optional(),
    TWILIO_URL: apiAddress.default('https://api.twilio.com'),
  },
  together: [['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  secrets: v => [v.SMTP_URL && decodeURIComponent(new URL(v.SMTP_URL).password)],
  read: (v, publicUrl) => ({
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Rostrum <no-reply@${new URL(publicUrl).hostname}>`,
    twilio:
      v.TWILIO_ACCOUNT_SID && v.TWILIO_AUTH_TOKEN && v.TWILIO_FROM
        ? { url: v.TWILIO_URL, accountSid: v.TWILIO_ACCOUNT_SID, authToken: v.TWILIO_AUTH_TOKEN, from: v.TWILIO_FROM }
        : undefined,
  }),
})
