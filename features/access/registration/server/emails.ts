import type { Language } from '#contract/fields.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Invite {
  readonly kind: InviteKind
  readonly firstname: string
  readonly inviter: string
  readonly organisation: string
  readonly url: string
  readonly days: number
  /** The link that was opened had expired. */
  readonly renewed: boolean
}

/** Invites somebody to open an account. */
export function inviteMail(language: Language, said: Invite): Mail {
  const words = inviteWords[language]
  const subject = words.subject(said.organisation)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [
        words.hello(said.firstname),
        ...(said.renewed ? [words.renewed] : []),
        words.invites(said.inviter, said.organisation, words.as[said.kind]),
      ],
      button: { label: words.button, url: said.url },
      footer: [words.valid(said.days), words.unasked],
    }),
  }
}

interface InviteWords {
  readonly subject: (organisation: string) => string
  readonly hello: (name: string) => string
  readonly renewed: string
  readonly invites: (inviter: string, organisation: string, as: string) => string
  readonly as: Readonly<Record<InviteKind, string>>
  readonly button: string
  readonly valid: (days: number) => string
  readonly unasked: string
}

const inviteWords: Readonly<Record<Language, InviteWords>> = {
  en: {
    subject: organisation => `Your invitation to ${organisation} on Rostrum`,
    hello: name => (name ? `Hello ${name},` : 'Hello,'),
    renewed: 'the link that you opened had expired. Here is a new one.',
    invites: (inviter, organisation, as) =>
      `${inviter || 'An administrator'} invites you to ${organisation} on Rostrum, where live investor pitches are held, ${as}. Choose a password to open your account.`,
    as: { presenter: 'as a presenter', typeuser: 'as a user of the console', superadmin: 'as a super administrator' },
    button: 'Open my account',
    valid: days => `The link is yours alone. It works once, within ${days} days.`,
    unasked: 'If you do not know why you get this mail, you can ignore it: nothing is opened without the link.',
  },
  'zh-Hans': {
    subject: organisation => `${organisation} 邀请您加入 Rostrum`,
    hello: name => (name ? `${name}，您好：` : '您好：'),
    renewed: '您打开的链接已过期，这是新的链接。',
    invites: (inviter, organisation, as) =>
      `${inviter || '管理员'}邀请您${as}加入 ${organisation} 的 Rostrum。Rostrum 是举办投资人实时路演的平台。请设置密码以开通账号。`,
    as: { presenter: '以主讲人身份', typeuser: '以用户身份', superadmin: '以超级管理员身份' },
    button: '开通我的账号',
    valid: days => `此链接仅供您本人使用，仅可使用一次，${days} 天内有效。`,
    unasked: '如果您不清楚为何收到此邮件，请忽略：没有此链接，不会开通任何账号。',
  },
  'zh-Hant': {
    subject: organisation => `${organisation} 邀請您加入 Rostrum`,
    hello: name => (name ? `${name}，您好：` : '您好：'),
    renewed: '您開啟的連結已過期，這是新的連結。',
    invites: (inviter, organisation, as) =>
      `${inviter || '管理員'}邀請您${as}加入 ${organisation} 的 Rostrum。Rostrum 是舉辦投資人即時路演的平台。請設定密碼以開通帳號。`,
    as: { presenter: '以主講人身分', typeuser: '以使用者身分', superadmin: '以超級管理員身分' },
    button: '開通我的帳號',
    valid: days => `此連結僅供您本人使用，僅可使用一次，${days} 天內有效。`,
    unasked: '如果您不清楚為何收到此郵件，請忽略：沒有此連結，不會開通任何帳號。',
  },
}

interface Code {
  readonly code: string
  readonly minutes: number
  /** The address has an account already: its owner hears so here, and nobody hears it anywhere else. */
  readonly hasAccount: boolean
  readonly signInUrl: string
}

/** The code that proves a mailbox. */
export function codeMail(language: Language, { code, minutes, hasAccount, signInUrl }: Code): Mail {
  const words = codeWords[language]
  return {
    subject: words.subject,
    ...mailPage({
      language,
      title: words.subject,
      paragraphs: [words.enter, ...(hasAccount ? [words.known] : [])],
      facts: [[words.code, groupedCode(code)]],
      button: hasAccount ? { label: words.signIn, url: signInUrl } : undefined,
      footer: [words.valid(minutes), words.unasked],
    }),
  }
}

const codeWords: Readonly<
  Record<
    Language,
    Record<'subject' | 'enter' | 'known' | 'code' | 'signIn' | 'unasked', string> & { valid: (m: number) => string }
  >
> = {
  en: {
    subject: 'Your registration code for Rostrum',
    enter: 'Enter this code where you register, so that we know that this mailbox is yours.',
    known: 'This address has an account already. You need not register: sign in, or ask for a new password there.',
    code: 'Your code',
    signIn: 'Sign in',
    valid: minutes => `The code works once, within ${minutes} minutes. Nobody from Rostrum will ask you for it.`,
    unasked: 'If you did not ask for it, you can ignore this mail.',
  },
  'zh-Hans': {
    subject: '您的 Rostrum 注册验证码',
    enter: '请在注册页面输入此验证码，以确认此邮箱属于您。',
    known: '此邮箱已有账号，无需注册：请直接登录，或在登录页重设密码。',
    code: '您的验证码',
    signIn: '登录',
    valid: minutes => `此验证码仅可使用一次，${minutes} 分钟内有效。Rostrum 不会有人向您索要。`,
    unasked: '如果不是您本人操作，请忽略此邮件。',
  },
  'zh-Hant': {
    subject: '您的 Rostrum 註冊驗證碼',
    enter: '請在註冊頁面輸入此驗證碼，以確認此電子郵件屬於您。',
    known: '此電子郵件已有帳號，無需註冊：請直接登入，或在登入頁重設密碼。',
    code: '您的驗證碼',
    signIn: '登入',
    valid: minutes => `此驗證碼僅可使用一次，${minutes} 分鐘內有效。Rostrum 不會有人向您索取。`,
    unasked: '如果不是您本人操作，請忽略此郵件。',
  },
}

interface Activation {
  readonly firstname: string
  /** Where the account is opened; undefined when the address has one already. */
  readonly url: string | undefined
  readonly signInUrl: string
  readonly days: number
}

/** The link by which somebody opens the account that they asked for. */
export function activationMail(language: Language, { firstname, url, signInUrl, days }: Activation): Mail {
  const words = activationWords[language]
  return {
    subject: words.subject,
    ...mailPage({
      language,
      title: words.subject,
      paragraphs: [inviteWords[language].hello(firstname), url ? words.open : codeWords[language].known],
      button: url ? { label: words.button, url } : { label: codeWords[language].signIn, url: signInUrl },
      footer: [...(url ? [words.valid(days)] : []), codeWords[language].unasked],
    }),
  }
}

const activationWords: Readonly<
  Record<Language, Record<'subject' | 'open' | 'button', string> & { valid: (days: number) => string }>
> = {
  en: {
    subject: 'Open your Rostrum account',
    open: 'you asked for an account. Open the link and choose a password.',
    button: 'Choose a password',
    valid: days => `The link works once, within ${days} days.`,
  },
  'zh-Hans': {
    subject: '开通您的 Rostrum 账号',
    open: '您申请了账号。请打开链接并设置密码。',
    button: '设置密码',
    valid: days => `此链接仅可使用一次，${days} 天内有效。`,
  },
  'zh-Hant': {
    subject: '開通您的 Rostrum 帳號',
    open: '您申請了帳號。請開啟連結並設定密碼。',
    button: '設定密碼',
    valid: days => `此連結僅可使用一次，${days} 天內有效。`,
  },
}

/** Tells those who run the console that somebody would like to be invited. */
export function memberInfoMail(language: Language, { name, email }: { name: string; email: string }): Mail {
  const words = memberWords[language]
  return {
    subject: words.subject,
    ...mailPage({
      language,
      title: words.subject,
      paragraphs: [words.asks],
      facts: [
        [words.name, name],
        [words.email, email],
      ],
      footer: [words.unproven],
    }),
  }
}

const memberWords: Readonly<Record<Language, Record<'subject' | 'asks' | 'name' | 'email' | 'unproven', string>>> = {
  en: {
    subject: 'Somebody asks for an invitation',
    asks: 'Somebody has asked on the registration page to be invited. Invite them under User management, if you know them.',
    name: 'Name',
    email: 'E-mail',
    unproven: 'Nobody has checked that this address is theirs.',
  },
  'zh-Hans': {
    subject: '有人申请邀请',
    asks: '有人在注册页面申请邀请。如果您认识此人，请在用户管理中发出邀请。',
    name: '姓名',
    email: '邮箱',
    unproven: '尚未核实此邮箱属于申请人。',
  },
  'zh-Hant': {
    subject: '有人申請邀請',
    asks: '有人在註冊頁面申請邀請。如果您認識此人，請在使用者管理中發出邀請。',
    name: '姓名',
    email: '電子郵件',
    unproven: '尚未核實此電子郵件屬於申請人。',
  },
}
