import type { Language } from '#contract/fields.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'
import type { FeedbackChoice } from '#features/results/feedback/rules.ts'
import { choiceWords } from '#features/results/feedback/server/choiceWords.ts'

/** What came of a pitch, in numbers. */
export interface Results {
  readonly invited: number
  readonly attended: number
  readonly feedback: Record<FeedbackChoice, number>
  readonly commitments: number
  /** "$25,000" */
  readonly sum: string
}

interface Words {
  readonly subject: (title: string) => string
  readonly text: string
  readonly attended: string
  readonly of: (attended: number, invited: number) => string
  readonly committed: string
  readonly by: (sum: string, people: number) => string
  readonly open: string
  readonly why: string
}

const words: Record<Language, Words> = {
  en: {
    subject: title => `What came of it: ${title}`,
    text: 'Your pitch is over. This is how it stands an hour later; the console has all of it, person by person.',
    attended: 'Attended',
    of: (attended, invited) => `${attended} (${invited} invited)`,
    committed: 'Committed',
    by: (sum, people) => `${sum} (${people} ${people === 1 ? 'person' : 'people'})`,
    open: 'See the results',
    why: 'You receive this mail because you presented this pitch.',
  },
  'zh-Hans': {
    subject: title => `路演结果：${title}`,
    text: '您的路演已结束。以下是一小时后的情况；每个人的详细信息可在控制台查看。',
    attended: '出席人数',
    of: (attended, invited) => `${attended}（已邀请 ${invited}）`,
    committed: '认购',
    by: (sum, people) => `${sum}（${people} 人）`,
    open: '查看结果',
    why: '您收到此邮件，是因为您主讲了这场路演。',
  },
  'zh-Hant': {
    subject: title => `路演結果：${title}`,
    text: '您的路演已結束。以下是一小時後的情況；每個人的詳細資訊可在主控台查看。',
    attended: '出席人數',
    of: (attended, invited) => `${attended}（已邀請 ${invited}）`,
    committed: '認購',
    by: (sum, people) => `${sum}（${people} 人）`,
    open: '查看結果',
    why: '您收到此信，是因為您主講了這場路演。',
  },
}

/** The mail to those who presented, an hour after the end. */
export function resultsMail(language: Language, title: string, results: Results, url: string) {
  const w = words[language]
  const said = Object.entries(results.feedback) as [FeedbackChoice, number][]
  return {
    subject: w.subject(title),
    ...mailPage({
      language,
      title,
      paragraphs: [w.text],
      facts: [
        [w.attended, w.of(results.attended, results.invited)],
        ...said.map(([choice, people]) => [choiceWords[language][choice], String(people)] as const),
        [w.committed, w.by(results.sum, results.commitments)],
      ],
      button: { label: w.open, url },
      footer: [w.why],
    }),
  }
}
