import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'
import { PROVIDER_NAMES } from './providers/provider.ts'

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const names = (language: Language, provider: Provider): string =>
  provider === 'wechat' && language !== 'en' ? '微信' : PROVIDER_NAMES[provider]

/** The mail by which somebody proves an address after their provider has said who they are. */
export function codeMail(language: Language, said: { code: string; provider: Provider; name: string }): Mail {
  const words = codeWords[language]
  const provider = names(language, said.provider)
  return {
    subject: words.subject(groupedCode(said.code)),
    ...mailPage({
      language,
      title: words.title,
      paragraphs: [said.name ? words.asked(provider, said.name) : words.askedBySomebody(provider)],
      facts: [[words.code, groupedCode(said.code)]],
      footer: [words.valid(CODE_MINUTES), words.unasked],
    }),
  }
}

const codeWords = {
  en: {
    subject: (code: string) => `${code} is your code for Rostrum`,
    title: 'Prove your e-mail address',
    asked: (provider: string, name: string) =>
      `the ${provider} account “${name}” wants to sign in to Rostrum with this address. Type the code where you began.`,
    askedBySomebody: (provider: string) =>
      `a ${provider} account wants to sign in to Rostrum with this address. Type the code where you began.`,
    code: 'Code',
    valid: (minutes: number) => `The code works once, within ${minutes} minutes.`,
    unasked: 'If you have not begun this yourself, ignore this mail and give the code to nobody.',
  },
  'zh-Hans': {
    subject: (code: string) => `您的 Rostrum 验证码：${code}`,
    title: '验证您的邮箱',
    asked: (provider: string, name: string) =>
      `${provider}账号“${name}”希望使用此邮箱登录 Rostrum。请在刚才的页面输入验证码。`,
    askedBySomebody: (provider: string) => `有${provider}账号希望使用此邮箱登录 Rostrum。请在刚才的页面输入验证码。`,
    code: '验证码',
    valid: (minutes: number) => `验证码仅可使用一次，${minutes} 分钟内有效。`,
    unasked: '如果这不是您本人的操作，请忽略此邮件，切勿将验证码告诉任何人。',
  },
  'zh-Hant': {
    subject: (code: string) => `您的 Rostrum 驗證碼：${code}`,
    title: '驗證您的電子郵件',
    asked: (provider: string, name: string) =>
      `${provider}帳號「${name}」希望以此電子郵件登入 Rostrum。請在剛才的頁面輸入驗證碼。`,
    askedBySomebody: (provider: string) => `有${provider}帳號希望以此電子郵件登入 Rostrum。請在剛才的頁面輸入驗證碼。`,
    code: '驗證碼',
    valid: (minutes: number) => `驗證碼僅可使用一次，${minutes} 分鐘內有效。`,
    unasked: '如果這不是您本人的操作，請忽略此郵件，切勿將驗證碼告訴任何人。',
  },
} satisfies Record<Language, object>

/** Tells somebody that a provider was connected to their account. */
export function connectedMail(
  language: Language,
  said: { firstname: string; provider: Provider; name: string; url: string },
): Mail {
  const words = connectedWords[language]
  const provider = names(language, said.provider)
  const subject = words.subject(provider)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [words.greeting(said.firstname), words.connected(provider, said.name)],
      button: { label: words.button, url: said.url },
      footer: [words.unasked],
    }),
  }
}

const connectedWords = {
  en: {
    subject: (provider: string) => `${provider} can now sign in to your Rostrum account`,
    greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    connected: (provider: string, name: string) =>
      `from now on the ${provider} account ${name ? `“${name}” ` : ''}can be used to sign in to your account.`,
    button: 'See connected accounts',
    unasked: 'If this was not you, disconnect it, change your password and tell your administrator.',
  },
  'zh-Hans': {
    subject: (provider: string) => `您的 Rostrum 账号现在可以用${provider}登录`,
    greeting: (name: string) => (name ? `${name}，您好：` : '您好：'),
    connected: (provider: string, name: string) =>
      `从现在起，可以使用${provider}账号${name ? `“${name}”` : ''}登录您的账号。`,
    button: '查看已关联的账号',
    unasked: '如果这不是您本人的操作，请取消关联、修改密码并告知管理员。',
  },
  'zh-Hant': {
    subject: (provider: string) => `您的 Rostrum 帳號現在可以用${provider}登入`,
    greeting: (name: string) => (name ? `${name}，您好：` : '您好：'),
    connected: (provider: string, name: string) =>
      `從現在起，可以使用${provider}帳號${name ? `「${name}」` : ''}登入您的帳號。`,
    button: '查看已連結的帳號',
    unasked: '如果這不是您本人的操作，請取消連結、變更密碼並告知管理員。',
  },
} satisfies Record<Language, object>
