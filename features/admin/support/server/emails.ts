import { DateTime } from 'luxon'
import type { Language } from '#contract/fields.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

/** A question as support's mailbox gets it. */
export interface Question {
  readonly number: number
  readonly name: string
  readonly email: string
  readonly contact: string
  readonly organisation: string
  readonly at: Date
  /** The sender's IANA zone. */
  readonly zone: string
  readonly content: string
  /** The ticket in the console. */
  readonly url: string
}

interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** [CALL-172] To the support address: who asks, their address, date, time, and what. */
export function questionMail(language: Language, q: Question, { isMore = false } = {}): Written {
  const w = words[language]
  const subject = (isMore ? w.more : w.question)(q.number, q.name)
  const at = DateTime.fromJSDate(q.at, { zone: q.zone })
  const optional = (label: string, value: string): [string, string][] => (value ? [[label, value]] : [])
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: paragraphs(q.content),
      facts: [
        [w.name, q.name],
        [w.email, q.email],
        ...optional(w.contact, q.contact),
        ...optional(w.organisation, q.organisation),
        [w.date, at.toFormat('MM/dd/yyyy')],
        [w.time, `${at.toFormat('HH:mm')} (${q.zone}, UTC${at.toFormat('ZZ')})`],
      ],
      button: { label: w.open, url: q.url },
      footer: [w.replyToAsker(q.email), w.whySupport],
    }),
  }
}

/**
 * To whoever asked. What a visitor typed is not repeated: anybody could have it mailed to anybody.
 */
export function receiptMail(
  language: Language,
  {
    number,
    known,
    replyTo,
  }: { number: number; known?: { name: string; content: string; url: string }; replyTo: string | undefined },
): Written {
  const w = words[language]
  const subject = w.receipt(number)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: [
        ...(known?.name ? [w.hello(known.name)] : []),
        w.received,
        ...(known ? paragraphs(known.content) : []),
      ],
      ...(known && { button: { label: w.mine, url: known.url } }),
      footer: [replies(w, replyTo, known !== undefined), known ? w.whyKnown : w.whyVisitor],
    }),
  }
}

/** The answer, to whoever asked. */
export function answerMail(
  language: Language,
  a: { number: number; content: string; by: string; url: string | undefined; replyTo: string | undefined },
): Written {
  const w = words[language]
  const subject = w.answer(a.number)
  return {
    subject,
    ...mailPage({
      language,
      title: subject,
      paragraphs: paragraphs(a.content),
      facts: [[w.answeredBy, a.by]],
      ...(a.url && { button: { label: w.mine, url: a.url } }),
      footer: [
        ...(a.url ? [w.goOn] : []),
        replies(w, a.replyTo, a.url !== undefined),
        a.url ? w.whyKnown : w.whyVisitor,
      ],
    }),
  }
}

/** What becomes of an answer to this mail: nobody must write into the void. `isKnown`: they have a ticket to go on in. */
const replies = (w: Words, replyTo: string | undefined, isKnown: boolean): string => {
  if (replyTo === undefined) return isKnown ? w.noReplyKnown : w.noReplyVisitor
  return isKnown ? w.repliesKnown(replyTo) : w.repliesVisitor(replyTo)
}

const paragraphs = (content: string): string[] => content.split(/\n\s*\n/).filter(Boolean)

interface Words {
  readonly question: (number: number, name: string) => string
  readonly more: (number: number, name: string) => string
  readonly receipt: (number: number) => string
  readonly answer: (number: number) => string
  readonly hello: (name: string) => string
  readonly name: string
  readonly email: string
  readonly contact: string
  readonly organisation: string
  readonly date: string
  readonly time: string
  readonly open: string
  readonly mine: string
  readonly received: string
  readonly answeredBy: string
  readonly goOn: string
  readonly replyToAsker: (email: string) => string
  readonly repliesKnown: (address: string) => string
  readonly repliesVisitor: (address: string) => string
  readonly noReplyKnown: string
  readonly noReplyVisitor: string
  readonly whySupport: string
  readonly whyKnown: string
  readonly whyVisitor: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    question: (number, name) => `Question #${number} from ${name}`,
    more: (number, name) => `More to question #${number} from ${name}`,
    receipt: number => `We have your question #${number}`,
    answer: number => `Answer to your question #${number}`,
    hello: name => `Hello ${name},`,
    name: 'Name',
    email: 'E-mail',
    contact: 'Also reached at',
    organisation: 'Organization',
    date: 'Date',
    time: 'Time',
    open: 'Open the question',
    mine: 'Open my question',
    received: 'your question has reached us. We answer by mail.',
    answeredBy: 'Answered by',
    goOn: 'If this does not help, open your question and go on writing there.',
    replyToAsker: email =>
      `An answer to this mail goes to ${email} and is not kept with the question. Answer in Rostrum, so that your colleagues see it.`,
    repliesKnown: address =>
      `An answer to this mail goes to ${address} and is not kept with your question: what you write in Rostrum is.`,
    repliesVisitor: address => `To go on, answer this mail: it goes to ${address}.`,
    noReplyKnown: 'Please do not answer this mail: nobody reads it. Open your question and write there.',
    noReplyVisitor: 'Please do not answer this mail: nobody reads it. To go on, ask again on the sign-in page.',
    whySupport: 'You receive this mail because questions about Rostrum go to this address.',
    whyKnown: 'You receive this mail because you asked for help in Rostrum.',
    whyVisitor:
      'You receive this mail because somebody gave this address when they asked for help in Rostrum. If it was not you, you can ignore it.',
  },
  'zh-Hans': {
    question: (number, name) => `${name} 的问题 #${number}`,
    more: (number, name) => `${name} 对问题 #${number} 的补充`,
    receipt: number => `我们已收到您的问题 #${number}`,
    answer: number => `对您的问题 #${number} 的答复`,
    hello: name => `${name}，您好：`,
    name: '姓名',
    email: '邮箱',
    contact: '其他联系方式',
    organisation: '机构',
    date: '日期',
    time: '时间',
    open: '打开问题',
    mine: '打开我的问题',
    received: '我们已收到您的问题，将通过邮件答复。',
    answeredBy: '答复人',
    goOn: '如果仍未解决，请打开您的问题并继续填写。',
    replyToAsker: email => `直接回复此邮件会发送至 ${email}，且不会保存在问题中。请在 Rostrum 中答复，以便同事看到。`,
    repliesKnown: address => `回复此邮件会发送至 ${address}，不会保存在您的问题中；在 Rostrum 中填写的内容才会保存。`,
    repliesVisitor: address => `如需继续，请直接回复此邮件，回复会发送至 ${address}。`,
    noReplyKnown: '请勿回复此邮件：无人阅读。请打开您的问题并在那里填写。',
    noReplyVisitor: '请勿回复此邮件：无人阅读。如需继续，请在登录页再次提问。',
    whySupport: '您收到此邮件，是因为有关 Rostrum 的问题会发送到此地址。',
    whyKnown: '您收到此邮件，是因为您在 Rostrum 中请求了帮助。',
    whyVisitor: '您收到此邮件，是因为有人在 Rostrum 请求帮助时填写了此地址。如果不是您本人，请忽略。',
  },
  'zh-Hant': {
    question: (number, name) => `${name} 的問題 #${number}`,
    more: (number, name) => `${name} 對問題 #${number} 的補充`,
    receipt: number => `我們已收到您的問題 #${number}`,
    answer: number => `對您的問題 #${number} 的答覆`,
    hello: name => `${name}，您好：`,
    name: '姓名',
    email: '電子郵件',
    contact: '其他聯絡方式',
    organisation: '機構',
    date: '日期',
    time: '時間',
    open: '開啟問題',
    mine: '開啟我的問題',
    received: '我們已收到您的問題，將以電子郵件答覆。',
    answeredBy: '答覆者',
    goOn: '如果仍未解決，請開啟您的問題並繼續填寫。',
    replyToAsker: email => `直接回覆此信會寄至 ${email}，且不會保存在問題中。請在 Rostrum 中答覆，以便同事看到。`,
    repliesKnown: address => `回覆此信會寄至 ${address}，不會保存在您的問題中；在 Rostrum 中填寫的內容才會保存。`,
    repliesVisitor: address => `如需繼續，請直接回覆此信，回覆會寄至 ${address}。`,
    noReplyKnown: '請勿回覆此信：無人閱讀。請開啟您的問題並在那裡填寫。',
    noReplyVisitor: '請勿回覆此信：無人閱讀。如需繼續，請在登入頁再次提問。',
    whySupport: '您收到此信，是因為有關 Rostrum 的問題會寄到此地址。',
    whyKnown: '您收到此信，是因為您在 Rostrum 中請求協助。',
    whyVisitor: '您收到此信，是因為有人在 Rostrum 請求協助時填寫了此地址。如果不是您本人，請忽略。',
  },
}
