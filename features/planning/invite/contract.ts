import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, email, instant, language, line, listOf, paging } from '#contract/fields.ts'
import { attendeeAnswers, MAX_INVITEES } from '#features/core/part/rules.ts'
import { Invitee } from '#features/core/pitch/fields.ts'
import { recordingChoices } from '#features/core/pitch/rules.ts'
import { mailStates } from '#features/notify/mail/contract.ts'
import { suppressionKinds } from '#features/notify/suppression/rules.ts'
import { MOST_LISTS } from '#features/planning/list/rules.ts'
import { joinCalls } from '#features/room/room/joinCalls.ts'

/** The state of an attendee's last invitation. */
export const deliveries = ['none', ...mailStates] as const

export const Attendee = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  delivery: z.enum(deliveries),
  failure: z.string().nullable(),
  /** The suppression list that keeps mail from them, as far as the organization may know. */
  held_by: z.enum(suppressionKinds).nullable(),
  invited_at: instant.nullable(),
  joined_at: instant.nullable(),
  /** Whether they come; null until they have answered. */
  answer: z.enum(attendeeAnswers).nullable(),
  disabled: z.boolean(),
  removed: z.boolean(),
  /** The partner through whose link they came; else empty. */
  tag: z.string(),
})
export type Attendee = z.infer<typeof Attendee>

/** Five thousand invitees, percent-encoded. */
const PEOPLE_BYTES = 1_600_000
/** The most addresses of a list as someone saw it, with those that wait for an approval; and their size. */
const MOST_SEEN = 10_000
const SEEN_BYTES = 1_000_000
/** People by their addresses, of contact lists, or both. */
const invitees = z
  .object({
    uuid: z.uuid(),
    attendees_arr: z.array(Invitee).max(MAX_INVITEES).default([]),
    list_ids: z.array(z.uuid()).max(MOST_LISTS).default([]),
  })
  .refine(({ attendees_arr, list_ids }) => attendees_arr.length + list_ids.length > 0, {
    path: ['attendees_arr'],
    error: 'required',
  })
const Invited = z.object({
  invited: z.number().int(),
  known: z.number().int(),
  /** Of those invited: they get no email, because their addresses are suppressed. */
  suppressed: z.number().int(),
  /** People who are invited once the pitch is approved. */
  waiting: z.number().int().optional(),
  /** People of the lists who were left out, because they are suppressed or disabled. */
  left_out: z.number().int().optional(),
})
const inviting = [
  ...(['PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'EmailTwice'] as const),
  ...(['ListNotFound', 'TooManyAttendees'] as const),
] as const

/** An email as its reader will see it. */
export const PreviewedMail = z.object({ subject: z.string(), sender: z.string(), html: z.string(), text: z.string() })
export type PreviewedMail = z.infer<typeof PreviewedMail>

export const inviteCalls = {
  ...joinCalls,
  /**
   * CALL-035: invites people by address, and those of contact lists as they are at this moment; those already invited
   * are left as they are and counted.
   */
  invitePitchByManuallyContacts: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: invitees,
    output: Invited,
    errors: [...inviting],
  }),
  /** CALL-034: emails attendees again, each with a new link (`invite_ids` are attendee ids). */
  invitePitch: call({
    who: callers.pitchMakers,
    maxBytes: 300_000, // the ids of all attendees, percent-encoded
    input: z.object({ uuid: z.uuid(), invite_ids: z.array(z.uuid()).min(1, { error: 'required' }).max(5000) }),
    output: z.object({ invited: z.number().int(), suppressed: z.number().int() }),
    errors: ['PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'AttendeeNotFound', 'ApprovalPending'],
  }),
  /**
   * Shows the invitation as its reader will see it: to the caller's own name and zone, with links that lead nowhere.
   * `slide` says whether it shows the first slide, `has_slide` whether there is one.
   */
  getInvitationPreview: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ uuid: z.uuid(), language }),
    output: PreviewedMail.extend({ slide: z.boolean(), has_slide: z.boolean() }),
    errors: ['PitchNotFound'],
  }),
  /** Sets whether the invitations of a pitch show its first slide; those already sent stay as they are. */
  updateInvitationSlide: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid(), show: z.boolean() }),
    errors: ['PitchNotFound', 'PitchLocked'],
  }),
  /** Lists the people who are invited once the pitch is approved. */
  getWaitingInviteeList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging, name: line(100).optional() }),
    output: listOf(
      z.object({
        ...{ id: z.uuid(), email: z.string(), firstname: z.string(), lastname: z.string() },
        /** Why their address will get no invitation, as far as the organization may know. */
        held_by: z.enum(suppressionKinds).nullable(),
      }),
    ),
    errors: ['PitchNotFound'],
  }),
  /** Removes a person from the people who are invited once the pitch is approved. */
  deleteWaitingInvitee: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid(), id: z.uuid() }),
    errors: ['PitchNotFound', 'PitchLocked', 'AttendeeNotFound'],
  }),
  /** Lists the people invited to a pitch. */
  getPitchAttendeeList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging, name: line(100).optional() }),
    output: listOf(Attendee).extend({
      /** How many invited people have answered that they come, and that they do not. */
      answers: z.object({ yes: z.number().int(), no: z.number().int() }),
    }),
    errors: ['PitchNotFound'],
  }),
  /**
   * CALL-036. Replaces the list of attendees before the start. People who are no longer in it get a cancellation, their
   * links and sessions end; new ones are invited; the others keep their links, under the names that the list has.
   * People who wait for an approval belong to the list. With `seen_arr`, the addresses of the list that the caller
   * changed, it fails with AttendeesChanged when someone else has added or removed people since.
   */
  updatePitchAttendees: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES + SEEN_BYTES,
    input: z.object({
      uuid: z.uuid(),
      attendees_arr: z.array(Invitee).max(5000),
      seen_arr: z.array(z.string().max(254)).max(MOST_SEEN).optional(),
    }),
    output: z.object({
      ...{ invited: z.number().int(), removed: z.number().int(), changed: z.number().int() },
      suppressed: z.number().int(),
      waiting: z.number().int().optional(),
    }),
    errors: ['PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'EmailTwice', 'AttendeesChanged'],
  }),
  /** CALL-038. Adds people to the list of attendees and invites them now. */
  updatePitchInviteAttendees: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: invitees,
    output: Invited,
    errors: [...inviting],
  }),
  /** Describes what an invitee is asked, by the token of an email to them. Changes nothing. */
  getInvitation: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ uuid: z.uuid(), access_token: z.string().max(200) }),
    output: z.object({
      presentation_name: z.string(),
      presenter_name: z.string(),
      start_date_raw: instant,
      start_zone: z.string(),
      /** They can answer until it starts. */
      open: z.boolean(),
      answer: z.enum(attendeeAnswers).nullable(),
      recording: z.enum(recordingChoices),
    }),
    errors: ['JoinLinkWrong', 'JoinLinkExpired', 'JoinLinkDisabled', 'RemovedFromRoom'],
  }),
  /**
   * Records whether an invitee will attend, by the token of an email to them; the last answer counts. `start_date_raw` is
   * the start that they were shown: it fails with PitchMoved when the pitch starts at another time by now.
   */
  answerInvitation: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({
      uuid: z.uuid(),
      access_token: z.string().max(200),
      answer: z.enum(attendeeAnswers),
      start_date_raw: z.iso.datetime().optional(),
    }),
    output: z.object({ answer: z.enum(attendeeAnswers) }),
    errors: [
      'JoinLinkWrong',
      'JoinLinkExpired',
      'JoinLinkDisabled',
      'RemovedFromRoom',
      'PitchStateForbids',
      'PitchMoved',
    ],
  }),
  /**
   * [STATE-055, STATE-056] Disables an attendee's join links (their join sessions end at once), or enables them
   * again.
   */
  setJoinLinkDisabled: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid(), attendee_id: z.uuid(), disabled: z.boolean() }),
    errors: ['PitchNotFound', 'AttendeeNotFound'],
  }),
  /**
   * Creates another join link for an attendee, to be shared by hand, and returns it once: only its hash is kept.
   * Their other links keep working.
   */
  createJoinLink: call({
    who: callers.pitchMakers,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), attendee_id: z.uuid() }),
    output: z.object({ link: z.url(), expires: instant }),
    errors: ['PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'AttendeeNotFound'],
  }),
  /**
   * Creates another join link for each invitee who may attend, and returns them once, as a file with names and
   * addresses: a server that sends no email needs them all at a time.
   */
  exportJoinLinks: call({
    who: callers.pitchMakers,
    whileImpersonating: false,
    keepsAnswer: false,
    input: z.object({ uuid: z.uuid() }),
    output: csvOutput,
    errors: ['PitchLocked', 'PitchNotFound', 'PitchStateForbids'],
  }),
  /** Exchanges the token of a join link for a join session, whose cookies it sets (behavior: join links). */
  exchangeJoinLink: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({
      uuid: z.uuid(),
      access_token: z.string().max(200),
      /** The browser's IANA zone: of a person without a profile their mails' from now on. Another text is left out. */
      timezone: z.string().max(60).optional(),
    }),
    output: z.object({ access_token: z.string(), expires_in: z.number().int() }),
    errors: ['JoinLinkWrong', 'JoinLinkExpired', 'JoinLinkDisabled', 'RemovedFromRoom'],
  }),
  /** Gets a pitch as a calendar entry, with the UID and sequence of its emails, for people who may know of it. */
  getPitchCalendar: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      title: z.string(),
      presenter: z.string(),
      starts: instant,
      ends: instant,
      url: z.url(),
      /** The file itself. */
      ics: z.string(),
    }),
    errors: ['PitchNotFound'],
  }),
  /**
   * Emails new join links of their pitches to an address that is invited. Every address gets the same answer, and no
   * email goes to one that is not.
   */
  sendJoinLinks: call({ path: 'basic', who: 'anyone', keepsAnswer: false, input: z.object({ email }) }),
  /** [CALL-180] Describes a pitch to a visitor before they join. */
  GetDefaultInfoByUUID: call({
    path: 'basic/Pitch',
    who: 'anyone',
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ group_chat_id: z.uuid(), group_name: z.string(), pitch_detail_id: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-181] Checks whether a pitch exists. */
  CheckPitchUUID: call({
    path: 'basic/Pitch',
    who: 'anyone',
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ group_chat_id: z.uuid() }),
    errors: ['PitchNotFound'],
  }),
}
