import type { calls } from '#app/contract/calls.ts'
import { CallFailed } from '#contract/call.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { OAUTH_CLIENT, type OAuthServer } from './oauthServer.ts'
import { rawCall } from './rawCall.ts'
import type { Stack } from './startStack.ts'

const handlers = {
  linkedin: 'handleLinkedInLogin',
  google: 'handleGoogleLogin',
  facebook: 'handleFacebookLogin',
  wechat: 'handleWeChatLogin',
} as const

/** The settings of a console whose providers are these stand-ins. */
export function providerSettings({ linkedin, others }: { linkedin: OAuthServer; others: OAuthServer }) {
  const pairs = ['LINKEDIN', 'GOOGLE', 'FACEBOOK', 'WECHAT'].flatMap(name => [
    [`${name}_CLIENT_ID`, OAUTH_CLIENT.id],
    [`${name}_CLIENT_SECRET`, OAUTH_CLIENT.secret],
  ])
  return {
    ...(Object.fromEntries(pairs) as Record<string, string>),
    LINKEDIN_ISSUER: linkedin.url,
    LINKEDIN_API: linkedin.url,
    GOOGLE_ISSUER: others.url,
    GOOGLE_CONTACTS: 'on',
    GOOGLE_PEOPLE_API: others.url,
    FACEBOOK_DIALOG: others.url,
    FACEBOOK_API: others.url,
    WECHAT_DIALOG: others.url,
    WECHAT_API: others.url,
  }
}

/** A browser: it keeps its cookies, and has an address of its own. */
export function openBrowser(stack: Pick<Stack, 'app'>, { token, ip = nextIp() }: { token?: string; ip?: string } = {}) {
  const cookies: Record<string, string> = token ? { rostrum_access: token } : {}

  async function ask(name: keyof typeof calls, fields: unknown) {
    const answer = await rawCall(stack.app, name, fields, { cookies, ip })
    for (const { name: cookie, value, maxAge } of answer.set.values())
      if (maxAge === 0) delete cookies[cookie]
      else cookies[cookie] = value
    return answer
  }
  /** The call's data, or a thrown CallFailed. */
  async function made(name: keyof typeof calls, fields: unknown) {
    const { body } = await ask(name, fields)
    if (body.code !== 1) throw new CallFailed(body.error, body.fields)
    return body.data
  }

  return {
    cookies,
    ask,
    made,
    /** Begins a sign-in; returns the provider's address. */
    start: async (provider: Provider, redirect?: string): Promise<string> =>
      (await made('startSocialLogin', { provider, redirect })).url,
    /** Returns from the provider to its callback page. */
    comeBack: (provider: Provider, back: { code: string; state: string; iss?: string }) =>
      ask(handlers[provider], back),
    me: () => made('getUserInfoByToken', {}),
  }
}
export type Browser = ReturnType<typeof openBrowser>

// every browser has an address of its own, so that their limits are separate
let last = 0
const nextIp = () => `10.7.${Math.floor(++last / 250)}.${(last % 250) + 1}`
