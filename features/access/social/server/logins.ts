import type { socialCalls } from '#features/access/social/contract.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { connectOwn, enter } from './enter.ts'
import { beginFlow, countBegun, finishFlow, ownPath } from './flow.ts'

// All of these wait for a provider, so they hold no transaction during that time.

export const startSocialLogin: Handler<typeof socialCalls.startSocialLogin> = opensTransactions(async context => {
  const { input, fail } = context
  await countBegun(context.request.ip)
  const goTo = ownPath(input.redirect) ?? ''
  return beginFlow(context, fail as never, { provider: input.provider, purpose: 'signIn', goTo })
})

type Login = Handler<typeof socialCalls.handleLinkedInLogin>

/** What a provider's callback page does with what it was given. */
const loginBy = (provider: Provider): Login =>
  opensTransactions(async context => {
    const { input, actor, fail } = context
    const { flow, identity } = await finishFlow(context, fail, {
      ...{ provider, answered: input, purposes: ['signIn', 'connect'] },
    })
    return flow.purpose === 'connect'
      ? connectOwn(context, fail, flow, identity, actor)
      : enter(context, fail, flow, identity)
  })

export const handleLinkedInLogin = loginBy('linkedin')
export const handleGoogleLogin = loginBy('google')
export const handleFacebookLogin = loginBy('facebook')
export const handleWeChatLogin = loginBy('wechat')
