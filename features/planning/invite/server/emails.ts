import { DateTime } from 'luxon'
import type { Language } from '#contract/fields.ts'
import type { PitchRow } from '#features/core/part/server/access.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'

/** What a mail of a pitch is about: to those who are invited, and to those who present and moderate. */
export const attendeeMails = ['invitation', 'update', 'cancellation', 'renewal'] as const
export type AttendeeMail = (typeof attendeeMails)[number]
/** `handover`: to whoever presented it until now. */
export type StaffMail = 'appointment' | 'update' | 'cancellation' | 'handover'
export type StaffPart = 'owner' | 'coHost' | 'moderator'

interface Words {
  readonly when: string
  readonly until: string
  readonly presenter: string
  readonly company: string
  readonly join: string
  readonly manage: string
  readonly hello: (name: string) => string
  readonly subject: Record<AttendeeMail, (title: string) => string>
  readonly text: Record<AttendeeMail, readonly string[]>
  readonly staffSubject: Record<StaffMail, (title: string) => string>
  readonly staffText: Record<StaffMail, string>
  readonly part: Record<StaffPart, string>
  readonly personal: string
  readonly why: (inviter: string) => string
  readonly staffWhy: string
}

const words: Record<Language, Words> = {
  en: {
    when: 'Begins',
    until: 'Ends',
    presenter: 'Presenter',
    company: 'Company',
    join: 'Join the pitch',
    manage: 'Open the pitch',
    hello: name => (name ? `Hello ${name},` : 'Hello,'),
    subject: {
      invitation: title => `Invitation: ${title}`,
      update: title => `New time: ${title}`,
      cancellation: title => `Cancelled: ${title}`,
      renewal: title => `Your new join link: ${title}`,
    },
    text: {
      invitation: ['You are invited to a live pitch. The link below lets you in; you need no password.'],
      update: ['A pitch that you are invited to has moved. It now takes place at this time:'],
      cancellation: ['A pitch that you were invited to will not take place.'],
      renewal: ['The join link that you used had expired. Here is a new one.'],
    },
    staffSubject: {
      appointment: title => `Your pitch: ${title}`,
      update: title => `New time: ${title}`,
      cancellation: title => `Cancelled: ${title}`,
      handover: title => `Handed over: ${title}`,
    },
    staffText: {
      appointment:
        'This pitch is scheduled. Sign in to the console to prepare it, and to open its room when it begins.',
      update: 'This pitch has moved. It now takes place at this time:',
      cancellation: 'This pitch was deleted and will not take place.',
      handover: 'This pitch is presented by somebody else from now on. You need not prepare it any more.',
    },
    part: { owner: 'You present.', coHost: 'You are a co-host.', moderator: 'You are a moderator.' },
    personal: 'This link is yours alone. Whoever has it joins under your name, so please do not pass it on.',
    why: inviter => `You receive this mail because ${inviter} invited you.`,
    staffWhy: 'You receive this mail because you take part in running this pitch.',
  },
  'zh-Hans': {
    when: '开始',
    until: '结束',
    presenter: '主讲人',
    company: '公司',
    join: '加入路演',
    manage: '打开路演',
    hello: name => (name ? `${name}，您好：` : '您好：'),
    subject: {
      invitation: title => `邀请：${title}`,
      update: title => `时间变更：${title}`,
      cancellation: title => `已取消：${title}`,
      renewal: title => `您的新加入链接：${title}`,
    },
    text: {
      invitation: ['诚邀您参加一场直播路演。点击下方链接即可进入，无需密码。'],
      update: ['您受邀参加的路演已改期，新的时间如下：'],
      cancellation: ['您受邀参加的路演已取消，不再举行。'],
      renewal: ['您使用的加入链接已过期，这是新的链接。'],
    },
    staffSubject: {
      appointment: title => `您的路演：${title}`,
      update: title => `时间变更：${title}`,
      cancellation: title => `已取消：${title}`,
      handover: title => `已移交：${title}`,
    },
    staffText: {
      appointment: '这场路演已经排定。请登录控制台进行准备，并在开始时打开会议室。',
      update: '这场路演已改期，新的时间如下：',
      cancellation: '这场路演已被删除，不再举行。',
      handover: '这场路演已移交给其他主讲人，您无需再做准备。',
    },
    part: { owner: '您是主讲人。', coHost: '您是联合主持人。', moderator: '您是协调人。' },
    personal: '此链接仅供您本人使用。任何持有者都会以您的名义加入，请勿转发。',
    why: inviter => `您收到此邮件，是因为${inviter}邀请了您。`,
    staffWhy: '您收到此邮件，是因为您参与主持这场路演。',
  },
  'zh-Hant': {
    when: '開始',
    until: '結束',
    presenter: '主講人',
    company: '公司',
    join: '加入路演',
    manage: '開啟路演',
    hello: name => (name ? `${name}，您好：` : '您好：'),
    subject: {
      invitation: title => `邀請：${title}`,
      update: title => `時間變更：${title}`,
      cancellation: title => `已取消：${title}`,
      renewal: title => `您的新加入連結：${title}`,
    },
    text: {
      invitation: ['誠摯邀請您參加一場直播路演。點擊下方連結即可進入，無需密碼。'],
      update: ['您受邀參加的路演已改期，新的時間如下：'],
      cancellation: ['您受邀參加的路演已取消，不再舉行。'],
      renewal: ['您使用的加入連結已過期，這是新的連結。'],
    },
    staffSubject: {
      appointment: title => `您的路演：${title}`,
      update: title => `時間變更：${title}`,
      cancellation: title => `已取消：${title}`,
      handover: title => `已移交：${title}`,
    },
    staffText: {
      appointment: '這場路演已經排定。請登入主控台進行準備，並在開始時開啟會議室。',
      update: '這場路演已改期，新的時間如下：',
      cancellation: '這場路演已被刪除，不再舉行。',
      handover: '這場路演已移交給其他主講人，您無需再做準備。',
    },
    part: { owner: '您是主講人。', coHost: '您是共同主持人。', moderator: '您是協調人。' },
    personal: '此連結僅供您本人使用。任何持有者都會以您的名義加入，請勿轉寄。',
    why: inviter => `您收到此信，是因為${inviter}邀請了您。`,
    staffWhy: '您收到此信，是因為您參與主持這場路演。',
  },
}

interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail to somebody who is invited. `url` is their join link. */
export function attendeeMail(
  mail: AttendeeMail,
  language: Language,
  pitch: PitchRow,
  { name, url }: { name: string; url: string },
): Written {
  const w = words[language]
  const gone = mail === 'cancellation'
  return {
    subject: w.subject[mail](pitch.presentationName),
    ...mailPage({
      language,
      title: pitch.presentationName,
      paragraphs: [w.hello(name), ...w.text[mail]],
      facts: facts(w, language, pitch),
      button: gone ? undefined : { label: w.join, url },
      footer: [...(gone ? [] : [w.personal]), w.why(pitch.presenterName)],
    }),
  }
}

/** The mail to somebody who presents or moderates. `url` is the pitch in the console. */
export function staffMail(
  mail: StaffMail,
  language: Language,
  pitch: PitchRow,
  { name, part, url }: { name: string; part: StaffPart; url: string },
): Written {
  const w = words[language]
  return {
    subject: w.staffSubject[mail](pitch.presentationName),
    ...mailPage({
      language,
      title: pitch.presentationName,
      paragraphs: [w.hello(name), w.staffText[mail], ...(mail === 'appointment' ? [w.part[part]] : [])],
      facts: facts(w, language, pitch),
      button: mail === 'cancellation' || mail === 'handover' ? undefined : { label: w.manage, url },
      footer: [w.staffWhy],
    }),
  }
}

function facts(w: Words, language: Language, pitch: PitchRow): [string, string][] {
  const company: [string, string][] = pitch.companyName ? [[w.company, pitch.companyName]] : []
  return [
    [w.when, onTheClock(pitch.startsAt, pitch.startZone, language)],
    [w.until, onTheClock(pitch.endsAt, pitch.endZone, language)],
    [w.presenter, pitch.presenterName],
    ...company,
  ]
}

const locales: Record<Language, string> = { en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' }

/** "Tuesday, December 1, 2026 at 10:00 AM (America/New_York, UTC-05:00)": a mail cannot ask for the reader's zone. */
function onTheClock(at: Date, zone: string, language: Language): string {
  const moment = DateTime.fromJSDate(at, { zone }).setLocale(locales[language])
  const time = moment.toLocaleString({ dateStyle: 'full', timeStyle: 'short' })
  return `${time} (${zone}, UTC${moment.toFormat('ZZ')})`
}
