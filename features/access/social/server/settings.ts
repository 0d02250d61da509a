import { z } from 'zod'
import { apiAddress, unspaced } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** The providers that people may sign in with. */
    readonly social: SocialSettings
  }
}

/** A provider for signing in: this console's credentials there, and its address. */
export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Its issuer (OpenID Connect) or the address that its API begins with; without a trailing slash. */
  readonly address: string
}

/** The providers that are enabled. */
export interface SocialSettings {
  readonly linkedin: (ProviderSettings & LinkedInApi) | undefined
  readonly google: ProviderSettings | undefined
  readonly facebook: (ProviderSettings & { readonly dialog: string }) | undefined
  readonly wechat: (ProviderSettings & { readonly dialog: string }) | undefined
  /** Google's People API, where contacts may be fetched from it. */
  readonly googleContacts: { readonly api: string } | undefined
}

/** LinkedIn's API for posts, and its version as YYYYMM, which LinkedIn keeps for about a year. */
interface LinkedInApi {
  readonly api: string
  readonly apiVersion: string
}

/** The variables of social sign-in. The addresses are only set where something stands in for a provider: in tests. */
export const socialSettings = settingsPart({
  shape: {
    LINKEDIN_CLIENT_ID: unspaced.optional(),
    LINKEDIN_CLIENT_SECRET: unspaced.optional(),
    LINKEDIN_API_VERSION: z
      .string()
      .regex(/^20\d{4}$/, 'must be a year and a month, like 202510')
      .default('202510'),
    LINKEDIN_ISSUER: apiAddress.default('https://www.linkedin.com/oauth'),
    LINKEDIN_API: apiAddress.default('https://api.linkedin.com'),
    GOOGLE_CLIENT_ID: unspaced.optional(),
    GOOGLE_CLIENT_SECRET: unspaced.optional(),
    GOOGLE_CONTACTS: z.enum(['on', 'off']).default('off'),
    GOOGLE_PEOPLE_API: apiAddress.default('https://people.googleapis.com'),
    GOOGLE_ISSUER: apiAddress.default('https://accounts.google.com'),
    FACEBOOK_CLIENT_ID: unspaced.optional(),
    FACEBOOK_CLIENT_SECRET: unspaced.optional(),
    FACEBOOK_DIALOG: apiAddress.default('https://www.facebook.com/v23.0'),
    FACEBOOK_API: apiAddress.default('https://graph.facebook.com/v23.0'),
    WECHAT_CLIENT_ID: unspaced.optional(),
    WECHAT_CLIENT_SECRET: unspaced.optional(),
    WECHAT_DIALOG: apiAddress.default('https://open.weixin.qq.com'),
    WECHAT_API: apiAddress.default('https://api.weixin.qq.com'),
  },
  // a provider needs both, or is off
  together: [
    ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    ['WECHAT_CLIENT_ID', 'WECHAT_CLIENT_SECRET'],
  ],
  problems: given =>
    given['GOOGLE_CONTACTS'] === 'on' && !given['GOOGLE_CLIENT_ID']
      ? ['GOOGLE_CONTACTS needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET']
      : [],
  read: v => ({
    social: {
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
      googleContacts: v.GOOGLE_CONTACTS === 'on' ? { api: v.GOOGLE_PEOPLE_API } : undefined,
      wechat: provider(v.WECHAT_CLIENT_ID, v.WECHAT_CLIENT_SECRET, { address: v.WECHAT_API, dialog: v.WECHAT_DIALOG }),
    },
  }),
})

const provider = <T>(clientId: string | undefined, clientSecret: string | undefined, more: T) =>
  clientId && clientSecret ? { clientId, clientSecret, ...more } : undefined
