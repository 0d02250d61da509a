import { DateTime } from 'luxon'
import type { Language } from '#contract/fields.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

/** What a code is for. */
export type CodeReason = 'signIn' | 'setFactor' | 'checkPerson'
/** What has changed in the protection of an account. */
export type Change =
  | 'set.email'
  | 'set.sms'
  | 'set.app'
  | 'set.passkey'
  | 'removed'
  | 'primary'
  | 'recoveryMade'
  | 'recoveryUsed'
  | 'questionsSet'
  | 'questionsCleared'
  | 'questionsUsed'
  | 'clearedByAdmin'
  | 'guessed'

interface CodeSaid {
  readonly code: string
  readonly minutes: number
  readonly firstname: string
  readonly reason: CodeReason
  /** Who asked for it, of a code that an administrator sends. */
  readonly by?: string | undefined
}

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail with a code. The code is not in the subject, which phones show while they are locked. */
export function codeMail(language: Language, said: CodeSaid): Mail {
  const { subject, greeting, reasons, label, valid, unasked } = codeTexts[language]
  const footer = [valid(said.minutes), said.reason === 'checkPerson' ? '' : unasked].filter(Boolean)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [greeting(said.firstname), reasons[said.reason](said.by ?? '')],
      facts: [[label, groupedCode(said.code)]],
      footer,
    }),
  }
}

/** The text message with a code: one line for a phone, the code in front. */
export function codeText(language: Language, said: CodeSaid): string {
  const { short, valid, reasons } = codeTexts[language]
  const why = said.reason === 'checkPerson' ? ` ${reasons.checkPerson(said.by ?? '')}` : ''
  return `${short(said.code)} ${valid(said.minutes)}${why}`
}

interface ChangeSaid {
  readonly firstname: string
  readonly change: Change
  readonly at: Date
  readonly timezone: string
  /** Where the person looks after their account. */
  readonly url: string
}

/** The mail that tells of a change, so that nobody's account is taken over in silence. */
export function changeMail(language: Language, said: ChangeSaid): Mail {
  const { greeting } = codeTexts[language]
  const { subject, changes, when, notYou, button, why } = changeTexts[language]
  const at = DateTime.fromJSDate(said.at, { zone: said.timezone }).setLocale(language)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [greeting(said.firstname), changes[said.change], notYou],
      facts: [[when, at.toLocaleString(DateTime.DATETIME_FULL)]],
      button: { label: button, url: said.url },
      footer: [why],
    }),
  }
}

interface CodeTexts {
  readonly subject: string
  readonly greeting: (firstname: string) => string
  readonly reasons: Readonly<Record<CodeReason, (by: string) => string>>
  readonly label: string
  readonly short: (code: string) => string
  readonly valid: (minutes: number) => string
  readonly unasked: string
}

const codeTexts: Readonly<Record<Language, CodeTexts>> = {
  en: {
    subject: 'Your verification code for Rostrum',
    greeting: firstname => (firstname ? `Hello ${firstname},` : 'Hello,'),
    reasons: {
      signIn: () => 'enter this code to finish signing in. Nobody from Rostrum will ever ask you for it.',
      setFactor: () =>
        'enter this code to protect your account with a second step. Nobody from Rostrum will ever ask you for it.',
      checkPerson: by =>
        `${by} wants to be sure to speak with you. Read out this code only if you are talking to them right now and called them yourself, or know their voice. It opens nothing.`,
    },
    label: 'Code',
    short: code => `${code} is your Rostrum code.`,
    valid: minutes => `It works once, within ${minutes} minutes.`,
    unasked:
      'If you did not ask for it, somebody may know your password: change it, and do not pass this code on to anyone.',
  },
  'zh-Hans': {
    subject: '您的 Rostrum 验证码',
    greeting: firstname => (firstname ? `${firstname}，您好：` : '您好：'),
    reasons: {
      signIn: () => '请输入此验证码以完成登录。Rostrum 的任何人都不会向您索取验证码。',
      setFactor: () => '请输入此验证码，为您的账号启用双重验证。Rostrum 的任何人都不会向您索取验证码。',
      checkPerson: by =>
        `${by} 需要确认正在与您本人通话。只有当您此刻正与对方通话，且是您主动拨打或能确认其声音时，才可读出此验证码。它不能用于登录。`,
    },
    label: '验证码',
    short: code => `您的 Rostrum 验证码是 ${code}。`,
    valid: minutes => `仅可使用一次，${minutes} 分钟内有效。`,
    unasked: '如果不是您本人操作，可能有人知道了您的密码：请修改密码，且不要将此验证码告诉任何人。',
  },
  'zh-Hant': {
    subject: '您的 Rostrum 驗證碼',
    greeting: firstname => (firstname ? `${firstname}，您好：` : '您好：'),
    reasons: {
      signIn: () => '請輸入此驗證碼以完成登入。Rostrum 的任何人都不會向您索取驗證碼。',
      setFactor: () => '請輸入此驗證碼，為您的帳號啟用雙重驗證。Rostrum 的任何人都不會向您索取驗證碼。',
      checkPerson: by =>
        `${by} 需要確認正在與您本人通話。只有當您此刻正與對方通話，且是您主動撥打或能確認其聲音時，才可讀出此驗證碼。它不能用於登入。`,
    },
    label: '驗證碼',
    short: code => `您的 Rostrum 驗證碼是 ${code}。`,
    valid: minutes => `僅可使用一次，${minutes} 分鐘內有效。`,
    unasked: '如果不是您本人操作，可能有人知道了您的密碼：請修改密碼，且不要將此驗證碼告訴任何人。',
  },
}

interface ChangeTexts {
  readonly subject: string
  readonly changes: Readonly<Record<Change, string>>
  readonly when: string
  readonly notYou: string
  readonly button: string
  readonly why: string
}

const changeTexts: Readonly<Record<Language, ChangeTexts>> = {
  en: {
    subject: 'The protection of your Rostrum account has changed',
    changes: {
      'set.email': 'codes by e-mail were set as a second factor of your account.',
      'set.sms': 'codes by text message were set as a second factor of your account.',
      'set.app': 'an authenticator app was set as a second factor of your account.',
      'set.passkey': 'a passkey was added to your account.',
      removed: 'a second factor was removed from your account.',
      primary: 'another second factor is asked for first from now on.',
      recoveryMade: 'new recovery codes were made for your account. The ones before are worth nothing any more.',
      recoveryUsed: 'somebody signed in to your account with one of its recovery codes.',
      questionsSet: 'the security questions of your account were set.',
      questionsCleared: 'the security questions of your account were removed.',
      questionsUsed: 'somebody signed in to your account by answering its security questions.',
      clearedByAdmin:
        'an administrator removed all second factors of your account, and you were signed out everywhere.',
      guessed: 'somebody who knows your password has entered several wrong codes. For a while no more codes are taken.',
    },
    when: 'When',
    notYou: 'If this was not you, change your password now and tell your administrator.',
    button: 'Look at my account',
    why: 'You get this mail because it is about the safety of your account. It cannot be switched off.',
  },
  'zh-Hans': {
    subject: '您的 Rostrum 账号的保护设置已变更',
    changes: {
      'set.email': '您的账号已启用电子邮件验证码作为双重验证方式。',
      'set.sms': '您的账号已启用短信验证码作为双重验证方式。',
      'set.app': '您的账号已启用验证器应用作为双重验证方式。',
      'set.passkey': '您的账号已添加一个通行密钥。',
      removed: '您的账号已移除一种双重验证方式。',
      primary: '从现在起，您的账号将首先使用另一种双重验证方式。',
      recoveryMade: '您的账号已生成新的恢复码，之前的恢复码全部失效。',
      recoveryUsed: '有人使用恢复码登录了您的账号。',
      questionsSet: '您的账号已设置安全问题。',
      questionsCleared: '您的账号的安全问题已被移除。',
      questionsUsed: '有人通过回答安全问题登录了您的账号。',
      clearedByAdmin: '管理员已移除您账号的全部双重验证方式，您已在所有设备上退出登录。',
      guessed: '有人知道您的密码，并多次输入了错误的验证码。一段时间内将不再接受验证码。',
    },
    when: '时间',
    notYou: '如果不是您本人操作，请立即修改密码并告知您的管理员。',
    button: '查看我的账号',
    why: '此邮件与您的账号安全有关，无法退订。',
  },
  'zh-Hant': {
    subject: '您的 Rostrum 帳號的保護設定已變更',
    changes: {
      'set.email': '您的帳號已啟用電子郵件驗證碼作為雙重驗證方式。',
      'set.sms': '您的帳號已啟用簡訊驗證碼作為雙重驗證方式。',
      'set.app': '您的帳號已啟用驗證器應用程式作為雙重驗證方式。',
      'set.passkey': '您的帳號已新增一個通行密鑰。',
      removed: '您的帳號已移除一種雙重驗證方式。',
      primary: '從現在起，您的帳號將首先使用另一種雙重驗證方式。',
      recoveryMade: '您的帳號已產生新的復原碼，之前的復原碼全部失效。',
      recoveryUsed: '有人使用復原碼登入了您的帳號。',
      questionsSet: '您的帳號已設定安全問題。',
      questionsCleared: '您的帳號的安全問題已被移除。',
      questionsUsed: '有人透過回答安全問題登入了您的帳號。',
      clearedByAdmin: '管理員已移除您帳號的全部雙重驗證方式，您已在所有裝置上登出。',
      guessed: '有人知道您的密碼，並多次輸入了錯誤的驗證碼。一段時間內將不再接受驗證碼。',
    },
    when: '時間',
    notYou: '如果不是您本人操作，請立即修改密碼並告知您的管理員。',
    button: '查看我的帳號',
    why: '此郵件與您的帳號安全有關，無法取消訂閱。',
  },
}
