import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'
import { PROVIDER_NAMES } from './providers/provider.ts'

/** The mail by which somebody proves an address after their provider has said who they are. */
export function codeMail(language: Language, said: { code: string; provider: Provider; name: string }): Letter {
  const t = textsIn(language, 'social')
  const [code, provider] = [groupedCode(said.code), nameOf(language, said.provider)]
  return letter(language, {
    subject: t('code.subject', { code }),
    title: t('code.title'),
    paragraphs: [t(said.name ? 'code.asked' : 'code.askedBySomebody', { provider, name: said.name })],
    facts: [[t('code.code'), code]],
    footer: [t('code.valid', { minutes: CODE_MINUTES }), t('code.unasked')],
  })
}

/** Tells somebody that a provider was connected to their account. */
export function connectedMail(
  language: Language,
  said: { firstname: string; provider: Provider; name: string; url: string },
): Letter {
  const t = textsIn(language, 'social')
  const provider = nameOf(language, said.provider)
  return letter(language, {
    subject: t('connected.subject', { provider }),
    paragraphs: [
      greeting(language, said.firstname),
      t(said.name ? 'connected.connected' : 'connected.connectedUnnamed', { provider, name: said.name }),
    ],
    button: { label: t('connected.button'), url: said.url },
    footer: [t('connected.unasked')],
  })
}

const nameOf = (language: Language, provider: Provider): string =>
  provider === 'wechat' ? textsIn(language, 'social')('wechat') : PROVIDER_NAMES[provider]
