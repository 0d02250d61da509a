import { DateTime } from 'luxon'
import type { Language } from '#contract/fields.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

/** A commitment as whoever made it finds it in their mail. */
export interface Receipt {
  readonly name: string
  readonly title: string
  /** "$25,000" */
  readonly amount: string
  readonly initials: string
  readonly at: Date
  /** The reader's IANA zone. */
  readonly zone: string
  /** The pitch, for them. */
  readonly url: string
}

const locales: Record<Language, string> = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' }

/** [PROD-027] To whoever committed: what stands, and to which pitch. */
export function commitmentMail(language: Language, said: Receipt): { subject: string; text: string; html: string } {
  const w = words[language]
  const subject = w.subject(said.amount, said.title)
  const at = DateTime.fromJSDate(said.at, { zone: said.zone }).setLocale(locales[language])
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [w.hello(said.name), w.stands],
      facts: [
        [w.pitch, said.title],
        [w.amount, said.amount],
        [w.initials, said.initials],
        [
          w.at,
          `${at.toLocaleString({ dateStyle: 'full', timeStyle: 'short' })} (${said.zone}, UTC${at.toFormat('ZZ')})`,
        ],
      ],
      button: { label: w.open, url: said.url },
      footer: [w.why, w.wrong],
    }),
  }
}

interface Words {
  readonly subject: (amount: string, title: string) => string
  readonly hello: (name: string) => string
  readonly stands: string
  readonly pitch: string
  readonly amount: string
  readonly initials: string
  readonly at: string
  readonly open: string
  readonly why: string
  readonly wrong: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (amount, title) => `Your commitment of ${amount} to ${title}`,
    hello: name => (name ? `Hello ${name},` : 'Hello,'),
    stands: 'your commitment was recorded, and the presenter was told. Keep this mail as your receipt.',
    pitch: 'Pitch',
    amount: 'Amount',
    initials: 'Initials',
    at: 'Committed',
    open: 'Open the pitch',
    why: 'You receive this mail because you committed an amount in Rostrum.',
    wrong: 'If this was not you, or the amount is wrong, tell the presenter or support at once.',
  },
  'zh-Hans': {
    subject: (amount, title) => `您已向“${title}”承诺 ${amount}`,
    hello: name => (name ? `${name}，您好：` : '您好：'),
    stands: '您的承诺已记录，并已告知主讲人。请保留此邮件作为凭证。',
    pitch: '路演',
    amount: '金额',
    initials: '姓名首字母',
    at: '承诺时间',
    open: '打开路演',
    why: '您收到此邮件，是因为您在 Rostrum 上承诺了一笔金额。',
    wrong: '如非您本人操作或金额有误，请立即联系主讲人或支持团队。',
  },
  'zh-Hant': {
    subject: (amount, title) => `您已向「${title}」承諾 ${amount}`,
    hello: name => (name ? `${name}，您好：` : '您好：'),
    stands: '您的承諾已記錄，並已告知主講人。請保留此郵件作為憑證。',
    pitch: '路演',
    amount: '金額',
    initials: '姓名首字母',
    at: '承諾時間',
    open: '開啟路演',
    why: '您收到此郵件，是因為您在 Rostrum 上承諾了一筆金額。',
    wrong: '如非您本人操作或金額有誤，請立即聯絡主講人或支援團隊。',
  },
}
