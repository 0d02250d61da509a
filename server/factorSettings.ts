import { z } from 'zod'

/** Twilio's REST API; `from` is a number (E.164) or the id of a messaging service (MG…). */
export interface TwilioSettings {
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  readonly from: string
}

/** Variables about second factors and text messages. */
export const factorShape = {
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i, 'must be a number such as +12025550143, or the id of a service, MG…')
    .optional(),
  TWILIO_URL: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'must be an address that starts with http:// or https://')
    .default('https://api.twilio.com'),
}

/** Variables that need each other. */
export const twilioTogether = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const

type Given = z.infer<z.ZodObject<typeof factorShape>>

export const factorSettings = (v: Given) => ({
  secretKey: v.SECRET_KEY,
  twilio:
    v.TWILIO_ACCOUNT_SID && v.TWILIO_AUTH_TOKEN && v.TWILIO_FROM
      ? {
          url: v.TWILIO_URL.replace(/\/+$/, ''),
          accountSid: v.TWILIO_ACCOUNT_SID,
          authToken: v.TWILIO_AUTH_TOKEN,
          from: v.TWILIO_FROM,
        }
      : undefined,
})
