import type { Language } from '#contract/fields.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** The mail by which somebody opens their account. `days` is how long its link is valid. */
export function setPasswordMail(
  language: Language,
  said: { firstname: string; username: string; url: string; days: number },
): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('setPassword.subject'),
    paragraphs: [greeting(language, said.firstname), t('setPassword.opened')],
    facts: [[t('setPassword.username'), said.username]],
    button: { label: t('setPassword.button'), url: said.url },
    footer: [t('setPassword.valid', said), t('setPassword.unasked')],
  })
}

/** The mail by which somebody sets a new password. `minutes` is how long its link is valid. */
export function resetPasswordMail(
  language: Language,
  said: { firstname: string; username: string; url: string; minutes: number },
): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('reset.subject'),
    paragraphs: [greeting(language, said.firstname), t('reset.asked')],
    facts: [[t('reset.username'), said.username]],
    button: { label: t('reset.button'), url: said.url },
    footer: [t('reset.valid', said), t('reset.unasked')],
  })
}

/** The mail that tells somebody their user name. `url` leads to the sign-in. */
export function usernameMail(language: Language, said: { firstname: string; username: string; url: string }): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('username.subject'),
    paragraphs: [greeting(language, said.firstname), t('username.asked')],
    facts: [[t('username.username'), said.username]],
    button: { label: t('username.button'), url: said.url },
    footer: [t('username.unasked')],
  })
}

/** The mail that a password was changed; `url` is what to do when it was somebody else. */
export function passwordChangedMail(
  language: Language,
  said: { firstname: string; at: Date; timezone: string; ip: string; url: string },
): Letter {
  const t = textsIn(language, 'recovery')
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: said.timezone })
  return letter(language, {
    subject: t('changed.subject'),
    paragraphs: [greeting(language, said.firstname), t('changed.changed'), t('changed.ifNot')],
    facts: [
      [t('changed.when'), format.format(said.at)],
      [t('changed.from'), said.ip],
    ],
    button: { label: t('changed.button'), url: said.url },
    footer: [t('why')],
  })
}
