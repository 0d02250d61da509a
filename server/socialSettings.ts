import { z } from 'zod'

/** A provider that people sign in with: what it knows this console by, and where it is. */
export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Its issuer (OpenID Connect) or the address that its API begins with; without a trailing slash. */
  readonly address: string
}

/** The providers that are switched on. */
export interface SocialSettings {
  readonly linkedin: (ProviderSettings & LinkedInApi) | undefined
  readonly google: ProviderSettings | undefined
  readonly facebook: (ProviderSettings & { readonly dialog: string }) | undefined
  readonly wechat: (ProviderSettings & { readonly dialog: string }) | undefined
}

/** LinkedIn's API for posts, and its version as YYYYMM, which LinkedIn keeps for about a year. */
interface LinkedInApi {
  readonly api: string
  readonly apiVersion: string
}

const plain = z.string().regex(/^[\x21-\x7e]+$/, 'must be without spaces')
const web = z
  .string()
  .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that starts with https:// or http://')
  .transform(value => value.replace(/\/+$/, ''))

/** The variables of social sign-in. The addresses are only set where something stands in for a provider: in tests. */
export const socialShape = {
  LINKEDIN_CLIENT_ID: plain.optional(),
  LINKEDIN_CLIENT_SECRET: plain.optional(),
  LINKEDIN_API_VERSION: z
    .string()
    .regex(/^20\d{4}$/, 'must be a year and a month, like 202510')
    .default('202510'),
  LINKEDIN_ISSUER: web.default('https://www.linkedin.com/oauth'),
  LINKEDIN_API: web.default('https://api.linkedin.com'),
  GOOGLE_CLIENT_ID: plain.optional(),
  GOOGLE_CLIENT_SECRET: plain.optional(),
  GOOGLE_ISSUER: web.default('https://accounts.google.com'),
  FACEBOOK_CLIENT_ID: plain.optional(),
  FACEBOOK_CLIENT_SECRET: plain.optional(),
  FACEBOOK_DIALOG: web.default('https://www.facebook.com/v23.0'),
  FACEBOOK_API: web.default('https://graph.facebook.com/v23.0'),
  WECHAT_CLIENT_ID: plain.optional(),
  WECHAT_CLIENT_SECRET: plain.optional(),
  WECHAT_DIALOG: web.default('https://open.weixin.qq.com'),
  WECHAT_API: web.default('https://api.weixin.qq.com'),
}

/** A provider needs both, or is off. */
export const socialPairs = [
  ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['WECHAT_CLIENT_ID', 'WECHAT_CLIENT_SECRET'],
] as const

type Values = z.infer<z.ZodObject<typeof socialShape>>

export const socialSettings = (v: Values): SocialSettings => ({
  linkedin: provider(v.LINKEDIN_CLIENT_ID, v.LINKEDIN_CLIENT_SECRET, {
    address: v.LINKEDIN_ISSUER,
    api: v.LINKEDIN_API,
    apiVersion: v.LINKEDIN_API_VERSION,
  }),
  google: provider(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET, { address: v.GOOGLE_ISSUER }),
  facebook: provider(v.FACEBOOK_CLIENT_ID, v.FACEBOOK_CLIENT_SECRET, {
    address: v.FACEBOOK_API,
    dialog: v.FACEBOOK_DIALOG,
  }),
  wechat: provider(v.WECHAT_CLIENT_ID, v.WECHAT_CLIENT_SECRET, { address: v.WECHAT_API, dialog: v.WECHAT_DIALOG }),
})

const provider = <T>(clientId: string | undefined, clientSecret: string | undefined, more: T) =>
  clientId && clientSecret ? { clientId, clientSecret, ...more } : undefined
