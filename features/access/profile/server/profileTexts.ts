import type { Language } from '#contract/fields.ts'

interface Texts {
  readonly greeting: (firstname: string) => string
  readonly code: {
    readonly subject: string
    readonly change: string
    readonly own: string
    readonly label: string
    readonly button: string
    readonly valid: (minutes: number) => string
    readonly unasked: string
  }
  readonly taken: {
    readonly subject: string
    readonly asked: string
    readonly why: string
    readonly button: string
    readonly unasked: string
  }
  readonly changed: {
    readonly subject: string
    readonly said: string
    readonly ifNot: string
    readonly to: string
    readonly when: string
    readonly from: string
    readonly button: string
    readonly valid: (days: number) => string
  }
}

/** The words of the mails about somebody's own address. */
export const profileTexts: Readonly<Record<Language, Texts>> = {
  en: {
    greeting: firstname => (firstname ? `Hello ${firstname},` : 'Hello,'),
    code: {
      subject: 'Confirm your e-mail address for Rostrum',
      change: 'type this code on your profile to make this the e-mail address of your account.',
      own: 'type this code on your profile to confirm that mail to this address reaches you.',
      label: 'Your code',
      button: 'Confirm this address',
      valid: minutes => `The code works once, within ${minutes} minutes. A newer one makes it worthless.`,
      unasked: 'If you did not ask for it, you can ignore this mail: nothing changes without the code.',
    },
    taken: {
      subject: 'This e-mail address has an account on Rostrum already',
      asked: 'somebody, perhaps you, wants to use this e-mail address for another account on Rostrum.',
      why: 'That is not possible, because an account with this address exists. Sign in with that one, or use another address.',
      button: 'Which user name is mine?',
      unasked: 'If it was not you, you can ignore this mail: nothing has changed.',
    },
    changed: {
      subject: 'The e-mail address of your Rostrum account was changed',
      said: 'your account on Rostrum now has another e-mail address. Mail no longer goes to this one.',
      ifNot:
        'If this was you, there is nothing to do. If it was not, undo it now: the address goes back to this one, everybody is signed out, and you choose a new password.',
      to: 'New address',
      when: 'When',
      from: 'From the address',
      button: 'It was not me: undo it',
      valid: days => `The link works once, within ${days} days.`,
    },
  },
  'zh-Hans': {
    greeting: firstname => (firstname ? `${firstname}，您好：` : '您好：'),
    code: {
      subject: '确认您的 Rostrum 邮箱',
      change: '请在个人资料页面输入此验证码，将此邮箱设为您账号的邮箱。',
      own: '请在个人资料页面输入此验证码，确认此邮箱可以收到邮件。',
      label: '您的验证码',
      button: '确认此邮箱',
      valid: minutes => `验证码仅可使用一次，${minutes} 分钟内有效。新的验证码会使其失效。`,
      unasked: '如果不是您本人操作，请忽略此邮件：没有验证码，不会有任何更改。',
    },
    taken: {
      subject: '此邮箱已有 Rostrum 账号',
      asked: '有人（可能是您本人）想将此邮箱用于另一个 Rostrum 账号。',
      why: '此邮箱已有账号，因此无法使用。请使用该账号登录，或使用其他邮箱。',
      button: '我的用户名是什么？',
      unasked: '如果不是您本人操作，请忽略此邮件：没有任何更改。',
    },
    changed: {
      subject: '您的 Rostrum 账号邮箱已更改',
      said: '您的 Rostrum 账号现在使用另一个邮箱，邮件不再发送到此邮箱。',
      ifNot:
        '如果是您本人操作，无需处理。如果不是，请立即撤销：账号邮箱将恢复为此邮箱，所有登录都会退出，并由您设置新密码。',
      to: '新邮箱',
      when: '时间',
      from: '来源地址',
      button: '不是我本人：撤销更改',
      valid: days => `此链接仅可使用一次，${days} 天内有效。`,
    },
  },
  'zh-Hant': {
    greeting: firstname => (firstname ? `${firstname}，您好：` : '您好：'),
    code: {
      subject: '確認您的 Rostrum 電子郵件地址',
      change: '請在個人資料頁面輸入此驗證碼，將此地址設為您帳號的電子郵件地址。',
      own: '請在個人資料頁面輸入此驗證碼，確認此地址可以收到郵件。',
      label: '您的驗證碼',
      button: '確認此電子郵件',
      valid: minutes => `驗證碼僅可使用一次，${minutes} 分鐘內有效。新的驗證碼會使其失效。`,
      unasked: '如果不是您本人操作，請忽略此郵件：沒有驗證碼，不會有任何變更。',
    },
    taken: {
      subject: '此電子郵件地址已有 Rostrum 帳號',
      asked: '有人（可能是您本人）想將此電子郵件地址用於另一個 Rostrum 帳號。',
      why: '此地址已有帳號，因此無法使用。請使用該帳號登入，或使用其他地址。',
      button: '我的使用者名稱是什麼？',
      unasked: '如果不是您本人操作，請忽略此郵件：沒有任何變更。',
    },
    changed: {
      subject: '您的 Rostrum 帳號電子郵件地址已變更',
      said: '您的 Rostrum 帳號現在使用另一個電子郵件地址，郵件不再寄到此地址。',
      ifNot:
        '如果是您本人操作，無需處理。如果不是，請立即復原：帳號地址將恢復為此地址，所有登入都會登出，並由您設定新密碼。',
      to: '新地址',
      when: '時間',
      from: '來源位址',
      button: '不是我本人：復原變更',
      valid: days => `此連結僅可使用一次，${days} 天內有效。`,
    },
  },
}
