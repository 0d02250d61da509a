import type { Provider } from '#features/core/site/rules.ts'

/** Where each sends the browser back to; registered with the provider under the console's public address. */
export const callbackPaths: Readonly<Record<Provider, `/${string}`>> = {
  linkedin: '/linkedin/callback',
  google: '/google/callback',
  facebook: '/facebook/callback',
  wechat: '/wechat/callback',
}

/** Where Google sends the browser back to with its consent to read contacts. */
export const CONTACTS_CALLBACK = '/google-people-callback'

/** The scopes of Google's contacts: saved contacts, and people whom the user has only written to. */
export const contactScopes = {
  own: 'https://www.googleapis.com/auth/contacts.readonly',
  other: 'https://www.googleapis.com/auth/contacts.other.readonly',
} as const

/** Tells a share from a sign-in on the callback page, because LinkedIn sends both to one address. */
export const SHARE_STATE = 'share.'

/** Characters that LinkedIn's text of a post reserves, each with the backslash that makes it plain. */
export const linkedInText = (text: string): string => text.replace(/[\\|{}@[\]()<>#*_~]/g, '\\$&')
