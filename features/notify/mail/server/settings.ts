import { z } from 'zod'
import { address, apiAddress, whole } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    /** The most emails that may leave within a second, as the provider allows; undefined for as many as it takes. */
    readonly mailPerSecond: number | undefined
    /** The mailbox to which returned emails come, as imaps://user:password@host/INBOX, and its address. */
    readonly bounceMailbox: string | undefined
    readonly bounceAddress: string | undefined
    /** The topic of Amazon SNS to which Amazon SES reports, and where it is when it is not Amazon's own. */
    readonly sesTopicArn: string | undefined
    readonly snsUrl: string | undefined
    /** The public key by which SendGrid signs its reports. */
    readonly sendGridKey: string | undefined
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

/** The variables of emails and text messages. */
export const mailSettings = settingsPart({
  shape: {
    SMTP_URL: address('smtp', 'smtps').optional(),
    MAIL_FROM: sender.optional(),
    MAIL_PER_SECOND: whole(1, 10_000).optional(),
    BOUNCE_IMAP_URL: address('imap', 'imaps').optional(),
    BOUNCE_ADDRESS: z
      .string()
      .regex(/^[a-z0-9._-]{1,14}@[^\s@<>,;+]+$/, 'must be like bounces@example.com, at most 14 characters before the @')
      .optional(),
    SES_TOPIC_ARN: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/,
        'must be like arn:aws:sns:eu-west-1:123456789012:mail',
      )
      .optional(),
    SNS_URL: apiAddress.optional(),
    SENDGRID_WEBHOOK_KEY: z
      .string()
      .regex(/^[A-Za-z0-9+/]{80,200}=*$/, 'must be the verification key that SendGrid shows')
      .optional(),
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
  together: [
    ['BOUNCE_IMAP_URL', 'BOUNCE_ADDRESS'],
    ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ],
  secrets: v => [v.SMTP_URL, v.BOUNCE_IMAP_URL].map(url => url && decodeURIComponent(new URL(url).password)),
  read: (v, publicUrl) => ({
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Rostrum <no-reply@${new URL(publicUrl).hostname}>`,
    mailPerSecond: v.MAIL_PER_SECOND,
    bounceMailbox: v.BOUNCE_IMAP_URL,
    bounceAddress: v.BOUNCE_ADDRESS,
    sesTopicArn: v.SES_TOPIC_ARN,
    snsUrl: v.SNS_URL,
    sendGridKey: v.SENDGRID_WEBHOOK_KEY,
    twilio:
      v.TWILIO_ACCOUNT_SID && v.TWILIO_AUTH_TOKEN && v.TWILIO_FROM
        ? { url: v.TWILIO_URL, accountSid: v.TWILIO_ACCOUNT_SID, authToken: v.TWILIO_AUTH_TOKEN, from: v.TWILIO_FROM }
        : undefined,
  }),
})
