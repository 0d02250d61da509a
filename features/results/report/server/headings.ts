import type { Language } from '#contract/fields.ts'
import type { ReportKind } from '#features/results/report/rules.ts'
import type { DeskState } from '#features/talk/question/rules.ts'

interface Words {
  readonly name: string
  readonly email: string
  readonly joined: string
  readonly left: string
  readonly seconds: string
  readonly page: (number: number) => string
  readonly choice: string
  readonly note: string
  readonly contact: string
  readonly amount: string
  readonly initials: string
  readonly at: string
  readonly question: string
  readonly option: string
  readonly votes: string
  readonly share: string
  readonly voters: string
  readonly who: string
  readonly state: string
  readonly states: Record<DeskState, string>
  readonly forwardedBy: string
  readonly asked: string
  readonly settled: string
  readonly message: string
  readonly edited: string
  readonly deleted: string
  readonly files: Record<ReportKind, string>
}

/** What stands above the columns, in the language of whoever exports. Seconds and times are for programs to read. */
export const headings: Record<Language, Words> = {
  en: {
    name: 'Name',
    email: 'E-mail',
    joined: 'Joined (UTC)',
    left: 'Left (UTC)',
    seconds: 'Seconds in the room',
    page: number => `Seconds on slide ${number}`,
    choice: 'Feedback',
    note: 'Note',
    contact: 'Contact',
    amount: 'Amount (USD)',
    initials: 'Initials',
    at: 'Time (UTC)',
    question: 'Question',
    option: 'Option',
    votes: 'Votes',
    share: 'Share (%)',
    voters: 'People who voted',
    who: 'Who',
    state: 'State',
    states: { waiting: 'Waiting', answering: 'Being answered', answered: 'Answered', dismissed: 'Dismissed' },
    forwardedBy: 'Forwarded by',
    asked: 'Asked (UTC)',
    settled: 'Answered or dismissed (UTC)',
    message: 'Message',
    edited: 'edited',
    deleted: 'deleted',
    files: {
      attendance: 'attendance',
      feedback: 'feedback',
      commitments: 'commitments',
      questions: 'questions',
      chat: 'chat',
      polls: 'polls',
    },
  },
  'zh-Hans': {
    name: '姓名',
    email: '邮箱',
    joined: '加入时间（UTC）',
    left: '离开时间（UTC）',
    seconds: '在场秒数',
    page: number => `第 ${number} 页秒数`,
    choice: '反馈',
    note: '备注',
    contact: '联系方式',
    amount: '金额（美元）',
    initials: '姓名首字母',
    at: '时间（UTC）',
    question: '问题',
    option: '选项',
    votes: '票数',
    share: '占比（%）',
    voters: '投票人数',
    who: '投票人',
    state: '状态',
    states: { waiting: '待回答', answering: '正在回答', answered: '已回答', dismissed: '已忽略' },
    forwardedBy: '转发人',
    asked: '提问时间（UTC）',
    settled: '回答或忽略时间（UTC）',
    message: '消息',
    edited: '已编辑',
    deleted: '已删除',
    files: {
      attendance: '出席',
      feedback: '反馈',
      commitments: '认购',
      questions: '问题',
      chat: '聊天',
      polls: '投票',
    },
  },
  'zh-Hant': {
    name: '姓名',
    email: '電子郵件',
    joined: '加入時間（UTC）',
    left: '離開時間（UTC）',
    seconds: '在場秒數',
    page: number => `第 ${number} 頁秒數`,
    choice: '意見回饋',
    note: '備註',
    contact: '聯絡方式',
    amount: '金額（美元）',
    initials: '姓名首字母',
    at: '時間（UTC）',
    question: '問題',
    option: '選項',
    votes: '票數',
    share: '占比（%）',
    voters: '投票人數',
    who: '投票人',
    state: '狀態',
    states: { waiting: '待回答', answering: '正在回答', answered: '已回答', dismissed: '已略過' },
    forwardedBy: '轉寄人',
    asked: '提問時間（UTC）',
    settled: '回答或略過時間（UTC）',
    message: '訊息',
    edited: '已編輯',
    deleted: '已刪除',
    files: {
      attendance: '出席',
      feedback: '意見回饋',
      commitments: '認購',
      questions: '問題',
      chat: '聊天',
      polls: '投票',
    },
  },
}
