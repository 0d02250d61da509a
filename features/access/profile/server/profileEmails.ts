import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'
import { profileTexts } from './profileTexts.ts'

type Mail = { subject: string; text: string; html: string }

/** The code by which somebody proves that mail reaches them: at a new address (`isChange`), or at the one they have. */
export function emailCodeMail(
  language: Language,
  said: { firstname: string; code: string; url: string; isChange: boolean },
): Mail {
  const { greeting, code } = profileTexts[language]
  return {
    subject: code.subject,
    ...mailPage({
      language,
      title: code.subject,
      paragraphs: [greeting(said.firstname), said.isChange ? code.change : code.own],
      facts: [[code.label, groupedCode(said.code)]],
      button: { label: code.button, url: said.url },
      footer: [code.valid(CODE_MINUTES), code.unasked],
    }),
  }
}

/** What an address gets that somebody wants for their account while it belongs to another. */
export function addressTakenMail(language: Language, said: { url: string }): Mail {
  const { taken } = profileTexts[language]
  return {
    subject: taken.subject,
    ...mailPage({
      language,
      title: taken.subject,
      paragraphs: [taken.asked, taken.why],
      button: { label: taken.button, url: said.url },
      footer: [taken.unasked],
    }),
  }
}

/** What the old address is told of a change; `url` undoes it. */
export function emailChangedMail(
  language: Language,
  said: { firstname: string; newEmail: string; at: Date; timezone: string; ip: string; url: string; days: number },
): Mail {
  const { greeting, changed } = profileTexts[language]
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: said.timezone })
  return {
    subject: changed.subject,
    ...mailPage({
      language,
      title: changed.subject,
      paragraphs: [greeting(said.firstname), changed.said, changed.ifNot],
      facts: [
        [changed.to, said.newEmail],
        [changed.when, format.format(said.at)],
        [changed.from, said.ip],
      ],
      button: { label: changed.button, url: said.url },
      footer: [changed.valid(said.days)],
    }),
  }
}
