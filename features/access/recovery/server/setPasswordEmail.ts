import type { Language } from '#contract/fields.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

interface SetPassword {
  readonly firstname: string
  readonly username: string
  readonly url: string
  /** How many days the link is valid. */
  readonly days: number
}

/** The mail by which somebody opens their account. */
export function setPasswordMail(
  language: Language,
  said: SetPassword,
): { subject: string; text: string; html: string } {
  const { subject, greeting, opened, username, button, valid, unasked } = setPassword[language]
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [greeting(said.firstname), opened],
      facts: [[username, said.username]],
      button: { label: button, url: said.url },
      footer: [valid(said.days), unasked],
    }),
  }
}

interface Texts {
  readonly subject: string
  readonly greeting: (firstname: string) => string
  readonly opened: string
  readonly username: string
  readonly button: string
  readonly valid: (days: number) => string
  readonly unasked: string
}

const setPassword: Readonly<Record<Language, Texts>> = {
  en: {
    subject: 'Set your password for Rostrum',
    greeting: firstname => `Hello ${firstname},`,
    opened:
      'an account was opened for you on Rostrum, where live investor pitches are held. Set a password to sign in.',
    username: 'Your user name',
    button: 'Set password',
    valid: days => `The link works once, within ${days} days.`,
    unasked: 'If you do not know why you get this mail, you can ignore it: nobody can sign in without the link.',
  },
  'zh-Hans': {
    subject: '设置您的 Rostrum 密码',
    greeting: firstname => `${firstname}，您好：`,
    opened: '我们已在 Rostrum 为您开通账号。Rostrum 是举办投资人实时路演的平台。请设置密码后登录。',
    username: '您的用户名',
    button: '设置密码',
    valid: days => `此链接仅可使用一次，${days} 天内有效。`,
    unasked: '如果您不清楚为何收到此邮件，请忽略：没有此链接，任何人都无法登录。',
  },
  'zh-Hant': {
    subject: '設定您的 Rostrum 密碼',
    greeting: firstname => `${firstname}，您好：`,
    opened: '我們已在 Rostrum 為您開通帳號。Rostrum 是舉辦投資人即時路演的平台。請設定密碼後登入。',
    username: '您的使用者名稱',
    button: '設定密碼',
    valid: days => `此連結僅可使用一次，${days} 天內有效。`,
    unasked: '如果您不清楚為何收到此郵件，請忽略：沒有此連結，任何人都無法登入。',
  },
}
