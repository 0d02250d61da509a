import type { Language } from '#contract/fields.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

type Mail = { subject: string; text: string; html: string }

/** The mail by which somebody sets a new password. `minutes` is how long its link is valid. */
export function resetPasswordMail(
  language: Language,
  said: { firstname: string; username: string; url: string; minutes: number },
): Mail {
  const { subject, asked, username, button, valid, unasked } = texts[language].reset
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [texts[language].greeting(said.firstname), asked],
      facts: [[username, said.username]],
      button: { label: button, url: said.url },
      footer: [valid(said.minutes), unasked],
    }),
  }
}

/** The mail that tells somebody their user name. `url` leads to the sign-in. */
export function usernameMail(language: Language, said: { firstname: string; username: string; url: string }): Mail {
  const { subject, asked, username, button, unasked } = texts[language].username
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [texts[language].greeting(said.firstname), asked],
      facts: [[username, said.username]],
      button: { label: button, url: said.url },
      footer: [unasked],
    }),
  }
}

/** The mail that a password was changed; `url` is what to do when it was somebody else. */
export function passwordChangedMail(
  language: Language,
  said: { firstname: string; at: Date; timezone: string; ip: string; url: string },
): Mail {
  const { subject, changed, when, from, button, ifNot } = texts[language].changed
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: said.timezone })
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [texts[language].greeting(said.firstname), changed, ifNot],
      facts: [
        [when, format.format(said.at)],
        [from, said.ip],
      ],
      button: { label: button, url: said.url },
      footer: [texts[language].why],
    }),
  }
}

interface Texts {
  readonly greeting: (firstname: string) => string
  readonly why: string
  readonly reset: {
    readonly subject: string
    readonly asked: string
    readonly username: string
    readonly button: string
    readonly valid: (minutes: number) => string
    readonly unasked: string
  }
  readonly username: {
    readonly subject: string
    readonly asked: string
    readonly username: string
    readonly button: string
    readonly unasked: string
  }
  readonly changed: {
    readonly subject: string
    readonly changed: string
    readonly when: string
    readonly from: string
    readonly button: string
    readonly ifNot: string
  }
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    greeting: firstname => `Hello ${firstname},`,
    why: 'You get this mail whenever the password of your account changes. It cannot be switched off.',
    reset: {
      subject: 'Set a new password for Rostrum',
      asked: 'somebody, probably you, has asked for a new password for your account on Rostrum.',
      username: 'Your user name',
      button: 'Set a new password',
      valid: minutes => `The link works once, within ${minutes} minutes. A newer mail makes it worthless.`,
      unasked: 'If it was not you, you can ignore this mail: your password stays as it is.',
    },
    username: {
      subject: 'Your user name for Rostrum',
      asked: 'somebody, probably you, has asked for the user name of your account on Rostrum.',
      username: 'Your user name',
      button: 'Sign in',
      unasked: 'If it was not you, you can ignore this mail: a user name opens nothing without its password.',
    },
    changed: {
      subject: 'Your password for Rostrum was changed',
      changed: 'your password was just changed. You are signed out everywhere else.',
      when: 'When',
      from: 'From the address',
      button: 'It was not me: set a new password',
      ifNot: 'If this was you, there is nothing to do. If it was not, set a new password at once.',
    },
  },
  'zh-Hans': {
    greeting: firstname => `${firstname}，您好：`,
    why: '每次账号密码变更时您都会收到此邮件，无法关闭。',
    reset: {
      subject: '设置新的 Rostrum 密码',
      asked: '有人（可能是您本人）请求为您的 Rostrum 账号设置新密码。',
      username: '您的用户名',
      button: '设置新密码',
      valid: minutes => `此链接仅可使用一次，${minutes} 分钟内有效。收到更新的邮件后，此链接即失效。`,
      unasked: '如果不是您本人操作，请忽略此邮件：您的密码不会改变。',
    },
    username: {
      subject: '您的 Rostrum 用户名',
      asked: '有人（可能是您本人）请求查询您的 Rostrum 账号的用户名。',
      username: '您的用户名',
      button: '登录',
      unasked: '如果不是您本人操作，请忽略此邮件：没有密码，仅凭用户名无法登录。',
    },
    changed: {
      subject: '您的 Rostrum 密码已更改',
      changed: '您的密码刚刚被更改，您在其他设备上已退出登录。',
      when: '时间',
      from: '来自地址',
      button: '不是我本人：设置新密码',
      ifNot: '如果是您本人操作，则无需处理；如果不是，请立即设置新密码。',
    },
  },
  'zh-Hant': {
    greeting: firstname => `${firstname}，您好：`,
    why: '每次帳號密碼變更時您都會收到此郵件，無法關閉。',
    reset: {
      subject: '設定新的 Rostrum 密碼',
      asked: '有人（可能是您本人）請求為您的 Rostrum 帳號設定新密碼。',
      username: '您的使用者名稱',
      button: '設定新密碼',
      valid: minutes => `此連結僅可使用一次，${minutes} 分鐘內有效。收到更新的郵件後，此連結即失效。`,
      unasked: '如果不是您本人操作，請忽略此郵件：您的密碼不會改變。',
    },
    username: {
      subject: '您的 Rostrum 使用者名稱',
      asked: '有人（可能是您本人）請求查詢您的 Rostrum 帳號的使用者名稱。',
      username: '您的使用者名稱',
      button: '登入',
      unasked: '如果不是您本人操作，請忽略此郵件：沒有密碼，僅憑使用者名稱無法登入。',
    },
    changed: {
      subject: '您的 Rostrum 密碼已變更',
      changed: '您的密碼剛剛被變更，您在其他裝置上已登出。',
      when: '時間',
      from: '來自位址',
      button: '不是我本人：設定新密碼',
      ifNot: '如果是您本人操作，則無需處理；如果不是，請立即設定新密碼。',
    },
  },
}
