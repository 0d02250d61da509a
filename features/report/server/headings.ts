import type { Language } from '#contract/fields.ts'
import type { FeedbackChoice } from '#features/feedback/rules.ts'

interface Words {
  readonly name: string
  readonly email: string
  readonly joined: string
  readonly left: string
  readonly seconds: string
  readonly page: (number: number) => string
  readonly choice: string
  readonly choices: Record<FeedbackChoice, string>
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
  readonly files: Record<'attendance' | 'feedback' | 'commitments' | 'polls', string>
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
    choices: { dislike: 'Dislike', unsure: 'Like but unsure', invest: 'Love it and wish to invest' },
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
    files: { attendance: 'attendance', feedback: 'feedback', commitments: 'commitments', polls: 'polls' },
  },
  'zh-Hans': {
    name: '姓名',
    email: '邮箱',
    joined: '加入时间（UTC）',
    left: '离开时间（UTC）',
    seconds: '在场秒数',
    page: number => `第 ${number} 页秒数`,
    choice: '反馈',
    choices: { dislike: '不喜欢', unsure: '喜欢但不确定', invest: '非常喜欢并希望投资' },
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
    files: { attendance: '出席', feedback: '反馈', commitments: '认购', polls: '投票' },
  },
  'zh-Hant': {
    name: '姓名',
    email: '電子郵件',
    joined: '加入時間（UTC）',
    left: '離開時間（UTC）',
    seconds: '在場秒數',
    page: number => `第 ${number} 頁秒數`,
    choice: '意見回饋',
    choices: { dislike: '不喜歡', unsure: '喜歡但不確定', invest: '非常喜歡並希望投資' },
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
    files: { attendance: '出席', feedback: '意見回饋', commitments: '認購', polls: '投票' },
  },
}
