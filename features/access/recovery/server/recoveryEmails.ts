import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** The email with the link that opens an account. `days` is how long the link is valid. */
export function setPasswordMail(
  language: Language,
  data: { firstname: string; username: string; url: string; days: number },
): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('setPassword.subject'),
    paragraphs: [greeting(language, data.firstname), t('setPassword.opened')],
    facts: [[t('setPassword.username'), data.username]],
    button: { label: t('setPassword.button'), url: data.url },
    footer: [t('setPassword.valid', data), t('setPassword.unasked')],
  })
}

/** The email with the link that sets a new password. `minutes` is how long the link is valid. */
export function resetPasswordMail(
  language: Language,
  data: { firstname: string; username: string; url: string; minutes: number },
): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('reset.subject'),
    paragraphs: [greeting(language, data.firstname), t('reset.asked')],
    facts: [[t('reset.username'), data.username]],
    button: { label: t('reset.button'), url: data.url },
    footer: [t('reset.valid', data), t('reset.unasked')],
  })
}

/** The email that tells a person their username. `url` leads to the sign-in. */
export function usernameMail(language: Language, data: { firstname: string; username: string; url: string }): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('username.subject'),
    paragraphs: [greeting(language, data.firstname), t('username.asked')],
    facts: [[t('username.username'), data.username]],
    button: { label: t('username.button'), url: data.url },
    footer: [t('username.unasked')],
  })
}

/** The email that a password was changed; `url` is what to do when it was not the reader. */
export function passwordChangedMail(
  language: Language,
  data: { firstname: string; at: Date; timezone: string; ip: string; url: string },
): Letter {
  const t = textsIn(language, 'recovery')
  return letter(language, {
    subject: t('changed.subject'),
    paragraphs: [greeting(language, data.firstname), t('changed.changed'), t('changed.ifNot')],
    facts: [
      [t('changed.when'), writeTime(data.at, language, 'mailed', data.timezone)],
      [t('changed.from'), data.ip],
    ],
    button: { label: t('changed.button'), url: data.url },
    footer: [t('why')],
  })
}
