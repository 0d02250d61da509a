import type { Language } from '#contract/fields.ts'

interface Words {
  /** In the order of the rows that exportAuditLog writes. */
  readonly columns: readonly string[]
  readonly file: string
}

/** What stands above the columns of an export, in the language of whoever exports. */
export const headings: Record<Language, Words> = {
  en: {
    columns: [
      ...['Number', 'Time (UTC)', 'Action', 'By', 'By (e-mail)', 'Acting as them', 'Acting as them (e-mail)'],
      ...['Subject', 'Subject (name)', 'Detail', 'Address', 'Organisation', 'Hash'],
    ],
    file: 'audit-log',
  },
  'zh-Hans': {
    columns: [
      ...['编号', '时间（UTC）', '操作', '操作人', '操作人邮箱', '代操作人', '代操作人邮箱'],
      ...['对象', '对象名称', '详情', '地址', '机构', '哈希'],
    ],
    file: '审计日志',
  },
  'zh-Hant': {
    columns: [
      ...['編號', '時間（UTC）', '操作', '操作人', '操作人電子郵件', '代操作人', '代操作人電子郵件'],
      ...['對象', '對象名稱', '詳情', '位址', '機構', '雜湊'],
    ],
    file: '稽核紀錄',
  },
}
