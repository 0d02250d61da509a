import type { Role } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'

/** What each kind of notice has to know. Whoever adds a kind writes its words below. */
export interface NoticeParams {
  /** To whoever set their first password. */
  readonly accountActivated: Record<string, never>
  /** To whoever has other roles than before. */
  readonly roleChanged: { readonly roles: readonly string[] }
  /** To whoever had something done to many people, when it is through. */
  readonly usersChanged: { readonly taskId: string; readonly done: number; readonly failed: number }
  /** To whoever changed their e-mail address, or has never confirmed it. */
  readonly confirmEmail: { readonly email: string }
  /** To whoever invited somebody to the console, or gave them an account. */
  readonly invitationAccepted: { readonly name: string }
  /** To whoever presents a pitch from now on. */
  readonly pitchAssigned: { readonly title: string; readonly pitchId: number }
  /** To whoever uploaded a file that could not be converted. */
  readonly deckFailed: { readonly file: string; readonly pitchUuid?: string | undefined }
  /** To the admins of an organisation. */
  readonly ticketOpened: { readonly number: number; readonly name: string }
  /** To whoever asked. */
  readonly ticketAnswered: { readonly number: number }
  /** To whoever was mentioned in a room's chat and was not there. `name`: who mentioned them. */
  readonly chatMentioned: { readonly title: string; readonly pitchUuid: string; readonly name: string }
  /** To the owner and the co-hosts of a pitch. `name`: who committed, `amount`: "$25,000". */
  readonly commitmentMade: {
    readonly title: string
    readonly pitchUuid: string
    readonly name: string
    readonly amount: string
  }
}
export type NoticeKind = keyof NoticeParams

/** A notice as somebody reads it; `link` is an address of the console. */
export interface NoticeText {
  readonly title: string
  readonly content: string
  readonly button?: { readonly text: string; readonly action: 'open' | 'confirmEmail'; readonly link?: string }
}

type Words = { readonly [K in NoticeKind]: (params: NoticeParams[K]) => NoticeText }

const open = (text: string, link: string) => ({ text, action: 'open', link }) as const
const roomOf = (uuid: string) => `/live/${uuid}`
const resultsOf = (uuid: string) => `/pitch-management/${uuid}`
const slidesOf = (uuid: string) => `/pitches/editfile/${uuid}`

const words: Readonly<Record<Language, Words>> = {
  en: {
    accountActivated: () => ({
      title: 'Your account is active',
      content: 'You can sign in from now on. Complete your profile, so that people know who invites them.',
      button: open('Open my profile', '/personal-info/profile'),
    }),
    roleChanged: ({ roles }) => ({
      title: 'Your role has changed',
      content: `You are now: ${roles.map(role => nameOf(role, 'en')).join(', ')}. The menu shows what you may open.`,
    }),
    usersChanged: ({ taskId, done, failed }) => ({
      title: 'What you asked for is done',
      content: `Done for ${done.toLocaleString('en')} people${failed ? `, not for ${failed.toLocaleString('en')}` : ''}.`,
      button: open('See who', `/user-management/list?task=${taskId}`),
    }),
    confirmEmail: ({ email }) => ({
      title: 'Confirm your e-mail address',
      content: `We mailed a code to ${email}. Enter it in your profile, or have it sent again.`,
      button: { text: 'Confirm Email', action: 'confirmEmail' },
    }),
    invitationAccepted: ({ name }) => ({
      title: `${name} accepted your invitation`,
      content: 'Their account is active, and they can sign in.',
    }),
    pitchAssigned: ({ title, pitchId }) => ({
      title: 'A pitch was assigned to you',
      content: `You present “${title}” from now on.`,
      button: open('Open the pitch', `/pitches/view/${pitchId}`),
    }),
    deckFailed: ({ file, pitchUuid }) => ({
      title: 'Your slides could not be converted',
      content: `“${file}” has no pages to show. Export it as PDF and upload that.`,
      ...(pitchUuid && { button: open('Open the slides', slidesOf(pitchUuid)) }),
    }),
    ticketOpened: ({ number, name }) => ({
      title: `New question #${number}`,
      content: `${name} asks for help.`,
      button: open('Open the question', `/support/tickets?ticket=${number}`),
    }),
    ticketAnswered: ({ number }) => ({
      title: `Your question #${number} was answered`,
      content: 'The answer is on the help page.',
      button: open('Read the answer', `/help?ticket=${number}`),
    }),
    chatMentioned: ({ title, pitchUuid, name }) => ({
      title: `${name} mentioned you`,
      content: `In the chat of “${title}”, while you were not there.`,
      button: open('Open the room', roomOf(pitchUuid)),
    }),
    commitmentMade: ({ title, pitchUuid, name, amount }) => ({
      title: `${name} commits ${amount}`,
      content: `To “${title}”.`,
      button: open('See all commitments', resultsOf(pitchUuid)),
    }),
  },
  'zh-Hans': {
    accountActivated: () => ({
      title: '您的账号已启用',
      content: '您现在可以登录了。请完善个人资料，让受邀者知道是谁发出的邀请。',
      button: open('打开我的资料', '/personal-info/profile'),
    }),
    roleChanged: ({ roles }) => ({
      title: '您的角色已变更',
      content: `您现在的角色：${roles.map(role => nameOf(role, 'zh-Hans')).join('、')}。菜单会显示您可以打开的页面。`,
    }),
    usersChanged: ({ taskId, done, failed }) => ({
      title: '您要求的操作已完成',
      content: `已为 ${done} 人完成${failed ? `，${failed} 人未完成` : ''}。`,
      button: open('查看详情', `/user-management/list?task=${taskId}`),
    }),
    confirmEmail: ({ email }) => ({
      title: '请确认您的邮箱地址',
      content: `我们已向 ${email} 发送验证码。请在个人资料中填写，或重新发送。`,
      button: { text: '确认邮箱', action: 'confirmEmail' },
    }),
    invitationAccepted: ({ name }) => ({
      title: `${name} 已接受您的邀请`,
      content: '对方的账号已启用，可以登录。',
    }),
    pitchAssigned: ({ title, pitchId }) => ({
      title: '有一场路演分配给了您',
      content: `今后由您主讲“${title}”。`,
      button: open('打开路演', `/pitches/view/${pitchId}`),
    }),
    deckFailed: ({ file, pitchUuid }) => ({
      title: '您的演示文件无法转换',
      content: `“${file}”没有可显示的页面。请导出为 PDF 后上传。`,
      ...(pitchUuid && { button: open('打开演示文件', slidesOf(pitchUuid)) }),
    }),
    ticketOpened: ({ number, name }) => ({
      title: `新问题 #${number}`,
      content: `${name} 请求帮助。`,
      button: open('打开问题', `/support/tickets?ticket=${number}`),
    }),
    ticketAnswered: ({ number }) => ({
      title: `您的问题 #${number} 已有答复`,
      content: '答复在帮助页面上。',
      button: open('查看答复', `/help?ticket=${number}`),
    }),
    chatMentioned: ({ title, pitchUuid, name }) => ({
      title: `${name} 提到了您`,
      content: `在“${title}”的聊天中，当时您不在场。`,
      button: open('打开会场', roomOf(pitchUuid)),
    }),
    commitmentMade: ({ title, pitchUuid, name, amount }) => ({
      title: `${name} 承诺 ${amount}`,
      content: `投向“${title}”。`,
      button: open('查看全部承诺', resultsOf(pitchUuid)),
    }),
  },
  'zh-Hant': {
    accountActivated: () => ({
      title: '您的帳號已啟用',
      content: '您現在可以登入了。請完善個人資料，讓受邀者知道是誰發出的邀請。',
      button: open('開啟我的資料', '/personal-info/profile'),
    }),
    roleChanged: ({ roles }) => ({
      title: '您的角色已變更',
      content: `您現在的角色：${roles.map(role => nameOf(role, 'zh-Hant')).join('、')}。選單會顯示您可以開啟的頁面。`,
    }),
    usersChanged: ({ taskId, done, failed }) => ({
      title: '您要求的操作已完成',
      content: `已為 ${done} 人完成${failed ? `，${failed} 人未完成` : ''}。`,
      button: open('檢視詳情', `/user-management/list?task=${taskId}`),
    }),
    confirmEmail: ({ email }) => ({
      title: '請確認您的電子郵件地址',
      content: `我們已向 ${email} 寄送驗證碼。請在個人資料中填寫，或重新寄送。`,
      button: { text: '確認電子郵件', action: 'confirmEmail' },
    }),
    invitationAccepted: ({ name }) => ({
      title: `${name} 已接受您的邀請`,
      content: '對方的帳號已啟用，可以登入。',
    }),
    pitchAssigned: ({ title, pitchId }) => ({
      title: '有一場路演分配給您',
      content: `今後由您主講「${title}」。`,
      button: open('開啟路演', `/pitches/view/${pitchId}`),
    }),
    deckFailed: ({ file, pitchUuid }) => ({
      title: '您的簡報檔案無法轉換',
      content: `「${file}」沒有可顯示的頁面。請匯出為 PDF 後上傳。`,
      ...(pitchUuid && { button: open('開啟簡報檔案', slidesOf(pitchUuid)) }),
    }),
    ticketOpened: ({ number, name }) => ({
      title: `新問題 #${number}`,
      content: `${name} 請求協助。`,
      button: open('開啟問題', `/support/tickets?ticket=${number}`),
    }),
    ticketAnswered: ({ number }) => ({
      title: `您的問題 #${number} 已有答覆`,
      content: '答覆在說明頁面上。',
      button: open('查看答覆', `/help?ticket=${number}`),
    }),
    chatMentioned: ({ title, pitchUuid, name }) => ({
      title: `${name} 提到了您`,
      content: `在「${title}」的聊天中，當時您不在場。`,
      button: open('開啟會場', roomOf(pitchUuid)),
    }),
    commitmentMade: ({ title, pitchUuid, name, amount }) => ({
      title: `${name} 承諾 ${amount}`,
      content: `投向「${title}」。`,
      button: open('檢視全部承諾', resultsOf(pitchUuid)),
    }),
  },
}

/** The words of a notice. A kind that this version does not know any more says nothing, and is left out. */
export function noticeText(kind: string, params: unknown, language: Language): NoticeText | undefined {
  const write = words[language][kind as NoticeKind] as ((params: unknown) => NoticeText) | undefined
  return write?.(params)
}

const roleNames: Readonly<Record<Role, Readonly<Record<Language, string>>>> = {
  superadmin: { en: 'superadmin', 'zh-Hans': '超级管理员', 'zh-Hant': '超級管理員' },
  admin: { en: 'admin', 'zh-Hans': '管理员', 'zh-Hant': '管理員' },
  useradmin: { en: 'user admin', 'zh-Hans': '用户管理员', 'zh-Hant': '使用者管理員' },
  pitchadmin: { en: 'pitch admin', 'zh-Hans': '路演管理员', 'zh-Hant': '路演管理員' },
  presenter: { en: 'presenter', 'zh-Hans': '主讲人', 'zh-Hant': '主講人' },
  vc: { en: 'investor', 'zh-Hans': '投资人', 'zh-Hant': '投資人' },
  member: { en: 'member', 'zh-Hans': '会员', 'zh-Hant': '會員' },
  banking: { en: 'banking', 'zh-Hans': '银行', 'zh-Hant': '銀行' },
  files: { en: 'files', 'zh-Hans': '文件', 'zh-Hant': '檔案' },
  nolinkedin: { en: 'own password', 'zh-Hans': '自有密码', 'zh-Hant': '自有密碼' },
  disabled: { en: 'disabled', 'zh-Hans': '已停用', 'zh-Hant': '已停用' },
}
const nameOf = (role: string, language: Language): string => roleNames[role as Role]?.[language] ?? role
