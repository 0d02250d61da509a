import type { Language } from '#contract/fields.ts'
import * as factorMails from '#features/access/factor/server/emails.ts'
import * as profileMails from '#features/access/profile/server/profileEmails.ts'
import * as recoveryMails from '#features/access/recovery/server/recoveryEmails.ts'
import * as registrationMails from '#features/access/registration/server/emails.ts'
import * as socialMails from '#features/access/social/server/emails.ts'
import { accreditationMail } from '#features/admin/accreditation/server/emails.ts'
import type { pagesCalls } from '#features/admin/pages/contract.ts'
import * as supportMails from '#features/admin/support/server/emails.ts'
import type { PreviewKind } from '#features/notify/mail/kinds.ts'
import type { Letter } from '#features/notify/mail/server/letter.ts'
import { previewMail } from '#features/notify/mail/server/queueMail.ts'
import { decisionMail } from '#features/planning/approval/server/emails.ts'
import { attendeeMail, type MailedPitch, staffMail } from '#features/planning/invite/server/emails.ts'
import { commitmentMail, seatOfferMail, withdrawalMail } from '#features/results/commitment/server/emails.ts'
import { recordingsDueMail } from '#features/results/replay/server/emails.ts'
import { resultsMail } from '#features/results/report/server/emails.ts'
import { rightTime } from '#server/clock.ts'
import type { Handler } from '#server/context.ts'

/** Writes the email that a kind is, about people who do not exist, and sends nothing. */
export const getMailPreview: Handler<typeof pagesCalls.getMailPreview> = async ({ db, actor, input, frame }) => {
  const { kind, language } = input
  const letter = letters[kind](invented(language, frame.settings.publicUrl))
  const { subject, text, html } = await previewMail(
    { db, frame },
    { ...letter, kind, organisationId: actor.organisationId },
  )
  return { subject, text, html }
}

interface Invented {
  readonly language: Language
  readonly url: string
  readonly pitch: MailedPitch
  readonly firstname: string
  readonly name: string
  readonly at: Date
  readonly timezone: string
}

const HOUR = 3_600_000
/** Where the reader of an invitation is, so that the preview shows both times. */
const elsewhere = 'Europe/London'
const code = '12345678'

function invented(language: Language, url: string): Invented {
  const startsAt = new Date(Math.ceil(rightTime() / HOUR) * HOUR + 72 * HOUR)
  const timezone = language === 'en' ? 'America/New_York' : language === 'zh-Hans' ? 'Asia/Shanghai' : 'Asia/Taipei'
  const pitch = {
    ...{ presentationName: 'Harbour Robotics: Series A', presenterName: 'Ada Okafor', companyName: 'Harbour Robotics' },
    ...{ about: 'Cranes that see.', highlights: '14 ports\nUS$2.1M in contracts' },
    ...{ startsAt, startZone: timezone, endsAt: new Date(startsAt.getTime() + HOUR), endZone: timezone },
  }
  return { language, url, pitch, firstname: 'Grace', name: 'Grace Lindqvist', at: new Date(rightTime()), timezone }
}

type Write = (of: Invented) => Letter

const toAttendee =
  (mail: Parameters<typeof attendeeMail>[0]): Write =>
  ({ language, pitch, name, url }) =>
    attendeeMail(mail, language, pitch, {
      ...{ name, url, calendarUrl: `${url}/save-to-calendar`, pitchUrl: url, zone: elsewhere },
      answerUrl: answer => `${url}/email/answer/${answer}`,
    })
const toStaff =
  (mail: Parameters<typeof staffMail>[0]): Write =>
  ({ language, pitch, url }) =>
    staffMail(mail, language, pitch, { name: pitch.presenterName, part: 'owner', url })
const emailCode: Write = ({ language, firstname, url }) =>
  profileMails.emailCodeMail(language, { firstname, code, url, isChange: false })

/** Each kind of mail, as its word writes it. */
const letters: Record<PreviewKind, Write> = {
  pitchInvitation: toAttendee('invitation'),
  pitchUpdate: toAttendee('update'),
  pitchReminder: toAttendee('reminder'),
  pitchRecording: toAttendee('recording'),
  pitchCancellation: toAttendee('cancellation'),
  pitchLink: toAttendee('renewal'),
  pitchAppointment: toStaff('appointment'),
  pitchTeamUpdate: toStaff('update'),
  pitchTeamCancellation: toStaff('cancellation'),
  pitchReview: ({ language, pitch, url }) =>
    decisionMail('approved', language, {
      ...{ name: pitch.presenterName, title: pitch.presentationName, reason: '', url },
    }),
  pitchResults: ({ language, pitch, url }) => {
    const feedback = { invest: 9, unsure: 6, dislike: 2 }
    const money = { commitments: 4, sum: 'US$325,000', statement: 'A non-binding indication of interest.' }
    return resultsMail(language, pitch.presentationName, { invited: 24, attended: 18, feedback, ...money }, url)
  },
  consoleInvitation: ({ language, firstname, pitch, url }) =>
    registrationMails.inviteMail(language, {
      ...{
        kind: 'presenter',
        role: 'presenter',
        firstname,
        inviter: pitch.presenterName,
        organisation: pitch.companyName,
        url,
      },
      ...{ days: 14, renewed: false },
    }),
  recordingsDue: ({ language, name, pitch, at, timezone: zone, url }) =>
    recordingsDueMail(language, {
      ...{ name, organisation: pitch.companyName, days: 365, isAdmin: true, zone, url },
      recordings: [{ title: pitch.presentationName, dueAt: at }],
    }),
  commitmentReceipt: ({ language, name, pitch, at, timezone: zone, url }) =>
    commitmentMail(language, {
      ...{ name, title: pitch.presentationName, amount: 'US$25,000', initials: 'GL', at, zone, url },
      statement: 'A non-binding indication of interest.',
    }),
  commitmentWithdrawn: ({ language, name, pitch }) =>
    withdrawalMail(language, { name, title: pitch.presentationName, amount: 'US$25,000', reason: 'Entered twice' }),
  seatOffered: ({ language, name, pitch, at, timezone: zone, url }) =>
    seatOfferMail(language, { name, title: pitch.presentationName, until: at, zone, url }),
  accreditation: ({ language, name, at, timezone: zone, url }) =>
    accreditationMail('approved', language, { name, until: at, zone, url }),
  verificationCode: ({ language, firstname }) =>
    factorMails.codeMail(language, { code, minutes: 10, firstname, reason: 'signIn' }),
  registrationCode: ({ language, url }) =>
    registrationMails.codeMail(language, { code, minutes: 10, hasAccount: false, signInUrl: url }),
  activation: ({ language, firstname, url }) =>
    registrationMails.activationMail(language, { firstname, url, signInUrl: url, days: 14 }),
  setPassword: ({ language, firstname, url }) =>
    recoveryMails.setPasswordMail(language, { firstname, username: 'grace', url, days: 7 }),
  resetPassword: ({ language, firstname, url }) =>
    recoveryMails.resetPasswordMail(language, { firstname, username: 'grace', url, minutes: 60 }),
  passwordChanged: ({ language, firstname, at, timezone, url }) =>
    recoveryMails.passwordChangedMail(language, { firstname, at, timezone, ip: '192.0.2.4', url }),
  username: ({ language, firstname, url }) =>
    recoveryMails.usernameMail(language, { firstname, username: 'grace', url }),
  confirmEmail: emailCode,
  changeEmail: ({ language, firstname, url }) =>
    profileMails.emailCodeMail(language, { firstname, code, url, isChange: true }),
  emailChanged: ({ language, firstname, at, timezone, url }) =>
    profileMails.emailChangedMail(language, {
      ...{ firstname, newEmail: 'grace@lindqvist.example', at, timezone, ip: '192.0.2.4', url, days: 14 },
    }),
  addressTaken: ({ language, url }) => profileMails.addressTakenMail(language, { url }),
  accountProtection: ({ language, firstname, at, timezone, url }) =>
    factorMails.changeMail(language, { firstname, change: 'set.app', at, timezone, url }),
  socialCode: ({ language, name }) => socialMails.codeMail(language, { code, provider: 'google', name }),
  socialConnected: ({ language, firstname, name, url }) =>
    socialMails.connectedMail(language, { firstname, provider: 'google', name, url }),
  supportQuestion: ({ language, name, pitch, at, timezone: zone, url }) =>
    supportMails.questionMail(language, {
      ...{ number: 17, name, email: 'grace@lindqvist.example', contact: '', organisation: pitch.companyName, at, zone },
      ...{ content: 'Where do I find the slides?', url },
    }),
  ticketReceipt: ({ language, name, url }) => {
    const known = { name, content: 'Where do I find the slides?', url }
    return supportMails.receiptMail(language, { number: 17, known, replyTo: undefined })
  },
  ticketAnswer: ({ language, pitch, url }) =>
    supportMails.answerMail(language, {
      ...{
        number: 17,
        content: 'They are in the room, below Files.',
        by: pitch.presenterName,
        url,
        replyTo: undefined,
      },
    }),
  memberInfo: ({ language, name }) =>
    registrationMails.memberInfoMail(language, { name, email: 'grace@lindqvist.example' }),
}
