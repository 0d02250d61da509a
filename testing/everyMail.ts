import type { Language } from '#contract/fields.ts'
import * as factor from '#features/access/factor/server/emails.ts'
import * as profile from '#features/access/profile/server/profileEmails.ts'
import * as recovery from '#features/access/recovery/server/recoveryEmails.ts'
import * as registration from '#features/access/registration/server/emails.ts'
import * as social from '#features/access/social/server/emails.ts'
import * as accreditation from '#features/admin/accreditation/server/emails.ts'
import * as support from '#features/admin/support/server/emails.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Letter } from '#features/notify/mail/server/letter.ts'
import * as approval from '#features/planning/approval/server/emails.ts'
import * as invite from '#features/planning/invite/server/emails.ts'
import * as commitment from '#features/results/commitment/server/emails.ts'
import { defaultStatement } from '#features/results/commitment/server/statementQueries.ts'
import * as replay from '#features/results/replay/server/emails.ts'
import * as report from '#features/results/report/server/emails.ts'

const at = new Date('2026-11-24T15:00:00Z')
const zone = 'America/New_York'
const url = 'https://rostrum.example/x'
const who = { firstname: 'Ada', username: 'adalovelace', url }
const seen = { firstname: 'Ada', at, timezone: zone, ip: '192.0.2.7', url, days: 7 }
const asked = { name: 'Ada Byron', content: 'No sound.\n\nWhat now?', url }
const pitch = {
  ...{ presentationName: 'Harbor lights', presenterName: 'Paul Reyes', companyName: 'Acme' },
  ...{ about: '', highlights: '' },
  ...{ startsAt: at, endsAt: new Date(at.getTime() + 3_600_000), startZone: zone, endZone: zone },
} as PitchRow

type Write = (language: Language) => Letter
const each = <K extends string>(kinds: readonly K[], write: (kind: K, language: Language) => Letter) =>
  Object.fromEntries(kinds.map((kind): [string, Write] => [kind, language => write(kind, language)]))

/** What people, clocks and servers put into these mails: no words of a language. */
export const mailData =
  /Ada Byron|Ada|\bAB\b|US\$|adalovelace|Paul Reyes|Harbor lights|Acme|Quill Ventures|Google Calendar|Outlook\.com|Microsoft 365|Google|Rostrum|No sound\.|What now\?|https:\S+|\S+@example\.com/g

/** Every mail that the console writes, with the same made-up people in each: for tests, and to look at. */
export const everyMail: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  invite: {
    ...each(invite.attendeeMails, (mail, language) =>
      invite.attendeeMail(mail, language, pitch, {
        ...{ name: 'Ada Byron', url, calendarUrl: url, pitchUrl: url },
        answerUrl: () => url,
      }),
    ),
    ...each(['appointment', 'update', 'cancellation', 'handover', 'removal'], (mail, language) => {
      return invite.staffMail(mail, language, pitch, { name: 'Paul Reyes', part: 'coHost', url })
    }),
  },
  approval: {
    ...each(['approved', 'unapproved', 'pending'], (decision, language) =>
      approval.decisionMail(decision, language, {
        ...{ name: 'Paul Reyes', title: 'Harbor lights', reason: asked.content, url },
      }),
    ),
    asked: language =>
      approval.requestMail(language, { name: 'Ada Byron', title: 'Harbor lights', presenter: 'Paul Reyes', url }),
  },
  commitment: {
    receipt: language =>
      commitment.commitmentMail(language, {
        ...{ name: 'Ada Byron', title: 'Harbor lights', amount: 'US$25,000', initials: 'AB' },
        ...{ statement: defaultStatement(language), at, zone, url },
      }),
    withdrawn: language => {
      const taken = { title: 'Harbor lights', amount: 'US$25,000', reason: asked.content }
      return commitment.withdrawalMail(language, { name: 'Ada Byron', ...taken })
    },
    seat: language =>
      commitment.seatOfferMail(language, { name: 'Ada Byron', title: 'Harbor lights', until: at, zone, url }),
  },
  accreditation: {
    approved: language =>
      accreditation.accreditationMail('approved', language, { name: 'Ada Byron', until: at, zone, url }),
    refused: language =>
      accreditation.accreditationMail('refused', language, {
        name: 'Ada Byron',
        until: null,
        reason: asked.content,
        zone,
        url,
      }),
    expires: language =>
      accreditation.accreditationMail('expires', language, { name: 'Ada Byron', until: at, zone, url }),
  },
  replay: {
    ...each(['due', 'dueAdmin'], (kind, language) =>
      replay.recordingsDueMail(language, {
        ...{ name: 'Ada Byron', organisation: 'Quill Ventures', days: 365, isAdmin: kind === 'dueAdmin', zone, url },
        recordings: Array.from({ length: kind === 'due' ? 1 : 60 }, () => ({ title: 'Harbor lights', dueAt: at })),
      }),
    ),
  },
  report: {
    results: language =>
      report.resultsMail(
        language,
        'Harbor lights',
        {
          ...{ invited: 1200, attended: 1, feedback: { invest: 1, unsure: 1200, dislike: 0 }, commitments: 1 },
          ...{ sum: 'US$25,000', statement: defaultStatement(language) },
        },
        url,
      ),
  },
  recovery: {
    setPassword: language => recovery.setPasswordMail(language, { ...who, days: 1 }),
    reset: language => recovery.resetPasswordMail(language, { ...who, minutes: 60 }),
    username: language => recovery.usernameMail(language, who),
    changed: language => recovery.passwordChangedMail(language, seen),
  },
  profile: {
    code: language => profile.emailCodeMail(language, { firstname: 'Ada', code: '12345678', url, isChange: true }),
    taken: language => profile.addressTakenMail(language, { url }),
    changed: language => profile.emailChangedMail(language, { ...seen, newEmail: 'ada@example.com' }),
  },
  registration: {
    ...each(['typeuser', 'vc', 'presenter', 'superadmin'], (role, language) =>
      registration.inviteMail(language, {
        ...{
          kind: role === 'vc' ? 'typeuser' : role,
          role,
          firstname: 'Ada',
          inviter: 'Paul Reyes',
          organisation: role === 'superadmin' ? 'Rostrum' : 'Quill Ventures',
          url,
          days: 7,
          renewed: true,
        },
      }),
    ),
    code: language =>
      registration.codeMail(language, { code: '12345678', minutes: 10, hasAccount: true, signInUrl: url }),
    activation: language => registration.activationMail(language, { firstname: 'Ada', url, signInUrl: url, days: 7 }),
    member: language => registration.memberInfoMail(language, { name: 'Ada Byron', email: 'ada@example.com' }),
  },
  factor: {
    ...each(['signIn', 'setFactor', 'checkPerson'], (reason, language) =>
      factor.codeMail(language, { code: '12345678', minutes: 10, firstname: 'Ada', reason, by: 'Paul Reyes' }),
    ),
    ...each(factor.changes, (change, language) =>
      factor.changeMail(language, { firstname: 'Ada', change, at, timezone: zone, url }),
    ),
  },
  social: {
    code: language => social.codeMail(language, { code: '12345678', provider: 'google', name: 'Ada Byron' }),
    connected: language =>
      social.connectedMail(language, { firstname: 'Ada', provider: 'google', name: 'Ada Byron', url }),
  },
  support: {
    question: language =>
      support.questionMail(language, {
        ...asked,
        ...{ number: 1204, email: 'ada@example.com', contact: '', organisation: 'Quill Ventures', at, zone },
      }),
    receipt: language => support.receiptMail(language, { number: 1204, known: asked, replyTo: 'help@example.com' }),
    receiptOfVisitor: language => support.receiptMail(language, { number: 1204, replyTo: undefined }),
    answer: language =>
      support.answerMail(language, {
        ...{ number: 1204, content: asked.content, by: 'Paul Reyes', url, replyTo: undefined },
      }),
  },
}
