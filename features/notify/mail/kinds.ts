import type { Topic } from '#features/notify/suppression/rules.ts'

/**
 * Every kind of mail, and from which topic its reader unsubscribes with it. `always`: it was asked for, or protects an
 * account or money, so it is sent even to people who have unsubscribed, and has no unsubscribe link.
 */
export const mailKinds = {
  pitchInvitation: 'invitations',
  pitchUpdate: 'invitations',
  pitchReminder: 'invitations',
  pitchCancellation: 'invitations',
  /** A join link that its reader has just asked for. */
  pitchLink: 'always',
  consoleInvitation: 'invitations',
  pitchAppointment: 'notices',
  pitchTeamUpdate: 'notices',
  pitchTeamCancellation: 'notices',
  pitchReview: 'notices',
  pitchResults: 'results',
  /** To attendees, when they may watch the recording of a pitch. */
  pitchRecording: 'invitations',
  /** Recordings that the retention of the organization will remove. */
  recordingsDue: 'always',
  commitmentReceipt: 'always',
  commitmentWithdrawn: 'always',
  /** A seat that its reader has waited for. */
  seatOffered: 'always',
  /** What was decided about its reader’s accreditation, or that it ends soon. */
  accreditation: 'always',
  verificationCode: 'always',
  registrationCode: 'always',
  activation: 'always',
  setPassword: 'always',
  resetPassword: 'always',
  passwordChanged: 'always',
  username: 'always',
  confirmEmail: 'always',
  changeEmail: 'always',
  emailChanged: 'always',
  addressTaken: 'always',
  accountProtection: 'always',
  socialCode: 'always',
  socialConnected: 'always',
  supportQuestion: 'always',
  ticketReceipt: 'always',
  ticketAnswer: 'always',
  memberInfo: 'always',
  sms: 'always',
} as const satisfies Record<string, Topic | 'always'>
export type MailKind = keyof typeof mailKinds

/** The kinds of mail that can be looked at: all but text messages. */
export const previewKinds = Object.keys(mailKinds).filter(kind => kind !== 'sms') as [PreviewKind, ...PreviewKind[]]
export type PreviewKind = Exclude<MailKind, 'sms'>

/** What the reader of an email may unsubscribe from with it; undefined for what goes all the same. */
export function topicOf(kind: string): Topic | undefined {
  const topic = (mailKinds as Readonly<Record<string, Topic | 'always' | undefined>>)[kind]
  return topic === 'always' ? undefined : topic
}
