import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** The code that proves that email reaches a person: at a new address (`isChange`), or at their current one. */
export function emailCodeMail(
  language: Language,
  data: { firstname: string; code: string; url: string; isChange: boolean },
): Letter {
  const t = textsIn(language, 'profile')
  return letter(language, {
    subject: t('code.subject'),
    paragraphs: [greeting(language, data.firstname), t(data.isChange ? 'code.change' : 'code.own')],
    facts: [[t('code.label'), groupedCode(data.code)]],
    button: { label: t('code.button'), url: data.url },
    footer: [t('code.valid', { minutes: CODE_MINUTES }), t('code.unasked')],
  })
}

/** The email to an address that another account wants to use while it is taken. */
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
  data: { firstname: string; newEmail: string; at: Date; timezone: string; ip: string; url: string; days: number },
): Letter {
  const t = textsIn(language, 'profile')
  return letter(language, {
    subject: t('changed.subject'),
    paragraphs: [greeting(language, data.firstname), t('changed.said'), t('changed.ifNot')],
    facts: [
      [t('changed.to'), data.newEmail],
      [t('changed.when'), writeTime(data.at, language, 'mailed', data.timezone)],
      [t('changed.from'), data.ip],
    ],
    button: { label: t('changed.button'), url: data.url },
    footer: [t('changed.valid', { days: data.days })],
  })
}
