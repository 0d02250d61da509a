import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'
import { PROVIDER_NAMES } from './providers/provider.ts'

/** The email with the code that proves an address after the provider has identified the person. */
export function codeMail(language: Language, data: { code: string; provider: Provider; name: string }): Letter {
  const t = textsIn(language, 'social')
  const [code, provider] = [groupedCode(data.code), nameOf(language, data.provider)]
  return letter(language, {
    subject: t('code.subject', { code }),
    title: t('code.title'),
    paragraphs: [t(data.name ? 'code.asked' : 'code.askedBySomebody', { provider, name: data.name })],
    facts: [[t('code.code'), code]],
    footer: [t('code.valid', { minutes: CODE_MINUTES }), t('code.unasked')],
  })
}

/** The email about a provider that was connected to the account. */
export function connectedMail(
  language: Language,
  data: { firstname: string; provider: Provider; name: string; url: string },
): Letter {
  const t = textsIn(language, 'social')
  const provider = nameOf(language, data.provider)
  return letter(language, {
    subject: t('connected.subject', { provider }),
    paragraphs: [
      greeting(language, data.firstname),
      t(data.name ? 'connected.connected' : 'connected.connectedUnnamed', { provider, name: data.name }),
    ],
    button: { label: t('connected.button'), url: data.url },
    footer: [t('connected.unasked')],
  })
}

const nameOf = (language: Language, provider: Provider): string =>
  provider === 'wechat' ? textsIn(language, 'social')('wechat') : PROVIDER_NAMES[provider]
