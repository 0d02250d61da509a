import type { Language } from '#contract/fields.ts'
import type { Cell, SheetColumn } from '#server/sheets/sheet.ts'
import type { ListedUser } from './userQueries.ts'

interface Words {
  readonly file: string
  readonly titles: readonly string[]
  readonly roles: Readonly<Record<string, string>>
  readonly states: Readonly<Record<ListedUser['state'], string>>
}

const widths = [20, 20, 32, 20, 24, 24, 24, 18, 28, 20, 20, 20, 14, 14]

/** The columns of an export, in the language of whoever exports. Times are UTC, for programs to read. */
export const columnsOf = (language: Language): SheetColumn[] =>
  words[language].titles.map((title, at) => ({ title, width: widths[at] ?? 20 }))

/** What the file is called, without its ending. */
export const exportName = (language: Language, on: Date): string =>
  `${words[language].file}-${on.toISOString().slice(0, 10)}`

/** Somebody as a row. */
export function rowOf(person: ListedUser, language: Language): Cell[] {
  const { roles, states } = words[language]
  return [
    person.firstname,
    person.lastname,
    person.email,
    person.username ?? '',
    person.companyName,
    person.organisationName,
    person.roles.map(role => roles[role] ?? role).join(', '),
    states[person.state],
    person.tags.map(({ name }) => name).join(', '),
    person.createdAt,
    person.lastLoginAt,
    person.joinedAt,
    person.startDate ?? '',
    person.endDate ?? '',
  ]
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    file: 'users',
    titles: [
      ...['First name', 'Last name', 'E-mail', 'User name', 'Company', 'Organisation', 'Roles', 'State', 'Tags'],
      ...['Created (UTC)', 'Last sign-in (UTC)', 'Joined (UTC)', 'Access from', 'Access until'],
    ],
    roles: {
      superadmin: 'Super administrator',
      admin: 'Administrator',
      useradmin: 'User administrator',
      pitchadmin: 'Pitch administrator',
      presenter: 'Presenter',
      vc: 'Investor',
      member: 'Member',
      banking: 'Banking',
      files: 'Files',
      nolinkedin: 'Without LinkedIn',
      disabled: 'Disabled',
    },
    states: {
      ...{ invited: 'Invited', awaiting: 'Awaiting activation', active: 'Active', disabled: 'Disabled' },
      deleted: 'Deleted',
    },
  },
  'zh-Hans': {
    file: '用户',
    titles: [
      ...['名', '姓', '邮箱', '用户名', '公司', '组织', '角色', '状态', '标签'],
      ...['创建时间（UTC）', '上次登录（UTC）', '加入时间（UTC）', '访问开始', '访问截止'],
    ],
    roles: {
      superadmin: '超级管理员',
      admin: '管理员',
      useradmin: '用户管理员',
      pitchadmin: '路演管理员',
      presenter: '演讲人',
      vc: '投资人',
      member: '会员',
      banking: '银行',
      files: '文件',
      nolinkedin: '非 LinkedIn',
      disabled: '已停用',
    },
    states: { invited: '已邀请', awaiting: '待激活', active: '正常', disabled: '已停用', deleted: '已删除' },
  },
  'zh-Hant': {
    file: '使用者',
    titles: [
      ...['名', '姓', '電子郵件', '使用者名稱', '公司', '組織', '角色', '狀態', '標籤'],
      ...['建立時間（UTC）', '上次登入（UTC）', '加入時間（UTC）', '存取開始', '存取截止'],
    ],
    roles: {
      superadmin: '超級管理員',
      admin: '管理員',
      useradmin: '使用者管理員',
      pitchadmin: '路演管理員',
      presenter: '演講人',
      vc: '投資人',
      member: '會員',
      banking: '銀行',
      files: '檔案',
      nolinkedin: '非 LinkedIn',
      disabled: '已停用',
    },
    states: { invited: '已邀請', awaiting: '待啟用', active: '正常', disabled: '已停用', deleted: '已刪除' },
  },
}
