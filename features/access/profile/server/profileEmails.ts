import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** The code by which somebody proves that mail reaches them: at a new address (`isChange`), or at the one they have. */
export function emailCodeMail(
  language: Language,
  said: { firstname: string; code: string; url: string; isChange: boolean },
): Letter {
  const t = textsIn(language, 'profile')
  return letter(language, {
    subject: t('code.subject'),
    paragraphs: [greeting(language, said.firstname), t(said.isChange ? 'code.change' : 'code.own')],
    facts: [[t('code.label'), groupedCode(said.code)]],
    button: { label: t('code.button'), url: said.url },
    footer: [t('code.valid', { minutes: CODE_MINUTES }), t('code.unasked')],
  })
}

/** What an address gets that somebody wants for their account while it belongs to another. */
export function addressTakenMail(language: Language, { url }: { url: string }): Letter {
  const t = textsIn(language, 'profile')
  return letter(language, {
    subject: t('taken.subject'),
    paragraphs: [t('taken.asked'), t('taken.why')],
    button: { label: t('taken.button'), url },
    footer: [t('taken.unasked')],
  })
}

/** What the old address is told of a change; `url` undoes it. */
export function emailChangedMail(
  language: Language,
  said: { firstname: string; newEmail: string; at: Date; timezone: string; ip: string; url: string; days: number },
): Letter {
  const t = textsIn(language, 'profile')
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: said.timezone })
  return letter(language, {
    subject: t('changed.subject'),
    paragraphs: [greeting(language, said.firstname), t('changed.said'), t('changed.ifNot')],
    facts: [
      [t('changed.to'), said.newEmail],
      [t('changed.when'), format.format(said.at)],
      [t('changed.from'), said.ip],
    ],
    button: { label: t('changed.button'), url: said.url },
    footer: [t('changed.valid', { days: said.days })],
  })
}
