import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting, timeZone } from '#contract/fields.ts'
import { Invitee, momentParts } from '#features/core/pitch/fields.ts'
import { instantOf } from '#features/core/pitch/schedule.ts'
import { MOST_LISTS } from '#features/planning/list/rules.ts'

export const sendKinds = ['invitation', 'reminder'] as const
/** `skipped`: not sent at its hour, for one of the reasons below. */
export const sendStates = ['waiting', 'sent', 'cancelled', 'skipped'] as const
/** Why a send was canceled automatically, or not sent. */
export const sendReasons = [
  ...(['', 'deleted', 'reset', 'locked', 'started', 'over', 'approval', 'late'] as const),
  // of invitations that take their people from contact lists
  ...(['lists', 'nobody', 'tooMany'] as const),
] as const
export type SendReason = (typeof sendReasons)[number]

/** The most people of one send. */
export const MOST_PEOPLE = 5000
/** Two weeks before the start is the earliest, in minutes; and how many reminders a pitch has at most. */
const MOST_MINUTES = 14 * 24 * 60
const MOST_REMINDERS = 5
const people = z.array(Invitee).max(MOST_PEOPLE)
const lists = z.array(z.uuid()).max(MOST_LISTS)
/** The version that someone saw who replaces people or lists. */
const seen = { version: z.string().max(100).optional() }

interface Goals {
  readonly attendees_arr?: readonly unknown[] | undefined
  readonly list_ids?: readonly unknown[] | undefined
}
/** Named people, contact lists, or both. A change that empties one of them has to name the other. */
function goesToSomebody({ attendees_arr, list_ids }: Goals, context: z.core.$RefinementCtx): void {
  const isEmpty = attendees_arr?.length === 0 || list_ids?.length === 0
  if (isEmpty && !attendees_arr?.length && !list_ids?.length)
    context.addIssue({ code: 'custom', path: ['attendees_arr'], message: 'required' })
}
/** Five thousand invitees, percent-encoded. */
const PEOPLE_BYTES = 1_600_000

/** [ENT-083] When a send goes out; with `is_send_now` the rest is ignored. */
export const sendMoment = {
  scheduled_send_date: momentParts.date.optional(),
  scheduled_send_time: momentParts.time.optional(),
  scheduled_send_noon: momentParts.noon.optional(),
  scheduled_send_zone: timeZone.optional(),
}
type SendMoment = z.output<z.ZodObject<typeof sendMoment>>

/** The instant of a complete moment; undefined when a part is missing or no clock shows it. */
export function sendInstant(form: SendMoment): Date | undefined {
  const { scheduled_send_date: date, scheduled_send_time: time, scheduled_send_noon: noon } = form
  const { scheduled_send_zone: zone } = form
  return date && time && noon && zone ? instantOf({ date, time, noon, zone }) : undefined
}

/** The whole moment is required, and clocks have to show it. */
export function momentIsWhole(form: SendMoment, context: z.core.$RefinementCtx): void {
  const fields = Object.keys(sendMoment) as (keyof SendMoment)[]
  const missing = fields.filter(field => !form[field])
  for (const field of missing) context.addIssue({ code: 'custom', path: [field], message: 'required' })
  if (missing.length === 0 && !sendInstant(form))
    context.addIssue({ code: 'custom', path: ['scheduled_send_time'], message: 'timeSkipped' })
}

/** Either now or at a whole moment. */
const nowOrThen = (form: SendMoment & { is_send_now: boolean }, context: z.core.$RefinementCtx) =>
  form.is_send_now ? undefined : momentIsWhole(form, context)

/** [ENT-081, ENT-083] A send as lists show it. */
export const ScheduledSend = z.object({
  id: z.uuid(),
  /** Of its pitch. */
  uuid: z.uuid(),
  kind: z.enum(sendKinds),
  /** Of a reminder: how long before the start. */
  minutes_before: z.number().int().nullable(),
  presentation_name: z.string(),
  pitch_id: z.number().int(),
  start_date_raw: instant,
  start_zone: z.string(),
  scheduled_send_date: z.string(),
  scheduled_send_time: z.string(),
  scheduled_send_noon: z.enum(['AM', 'PM']),
  scheduled_send_zone: z.string(),
  send_at: instant,
  /** How many people it goes to, those of lists apart while it waits. */
  attendees: z.number().int(),
  /** The contact lists whose people it invites, as they are at its moment. */
  lists: z.number().int(),
  state: z.enum(sendStates),
  reason: z.enum(sendReasons),
  sent_at: instant.nullable(),
  /** How many of the invited people get no email because their addresses are suppressed. */
  suppressed: z.number().int(),
  /** People who wait for the approval of the pitch since. */
  waiting: z.number().int(),
  /** People of its lists who were left out, because they are suppressed or disabled. */
  left_out: z.number().int(),
  /** Lists that were no longer available at its moment. */
  missing_lists: z.number().int(),
  created_by: z.string(),
  org_name: z.string(),
})
export type ScheduledSend = z.infer<typeof ScheduledSend>

/** What came of sending. */
const Sent = z.object({
  id: z.uuid(),
  state: z.enum(sendStates),
  invited: z.number().int(),
  suppressed: z.number().int(),
  waiting: z.number().int(),
  left_out: z.number().int(),
})
const pair = { id: z.uuid(), uuid: z.uuid() }
const moments = ['SendInThePast', 'SendNotBeforeStart'] as const
const ofLists = ['ListNotFound', 'TooManyAttendees'] as const
const changes = ['PitchNotFound', 'PitchLocked', 'PitchStateForbids', 'ScheduleNotFound', 'ScheduleOver'] as const

export const sendCalls = {
  /**
   * CALL-031. [STATE-023, RULE-062, RULE-063] Plans the invitation of people to a pitch, or invites them now. Of
   * contact lists (`list_ids`) those are invited who are in them at that moment.
   */
  schedulePitch: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: z
      .object({ uuid: z.uuid(), attendees_arr: people.default([]), list_ids: lists.default([]), ...sendMoment })
      .extend({ is_send_now: z.boolean().default(false) })
      .superRefine(goesToSomebody)
      .superRefine(nowOrThen),
    output: Sent,
    errors: [
      'PitchNotFound',
      'PitchLocked',
      'PitchStateForbids',
      'EmailTwice',
      'ScheduleExists',
      ...moments,
      ...ofLists,
    ],
  }),
  /** CALL-039. Lists what was planned for the pitches that the caller manages. */
  getSchedulePitchList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      state: z.enum(sendStates).optional(),
      kind: z.enum(sendKinds).optional(),
      ...sorting(['send', 'name', 'start'], 'send', 'asc'),
    }),
    output: listOf(ScheduledSend),
  }),
  /** CALL-040. Gets the invitations of a pitch that wait to be sent, with their people. */
  getSchedulePitch: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: ScheduledSend.extend({
      attendees_arr: z.array(Invitee),
      list_ids: z.array(z.uuid()),
      /** Those of `list_ids` that someone else has chosen and the caller may not see. */
      others_list_ids: z.array(z.uuid()),
      /** Of the people and lists: a change that names it fails with ScheduleChanged once it is another. */
      version: z.string(),
      is_send_now: z.boolean(),
    }),
    errors: ['PitchNotFound', 'ScheduleNotFound'],
  }),
  /** CALL-041. Changes a send: its people, its lists, its time; or sends it now. Takes back a cancellation too. */
  updateSchedulePitch: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: z
      .object({ ...pair, attendees_arr: people.optional(), list_ids: lists.optional(), ...sendMoment, ...seen })
      .extend({ is_send_now: z.boolean().default(false) })
      .superRefine(goesToSomebody)
      .superRefine(nowOrThen),
    output: Sent,
    errors: [...changes, ...moments, ...ofLists, 'EmailTwice', 'ScheduleExists', 'ScheduleChanged', 'ApprovalPending'],
  }),
  /** CALL-042. Cancels a scheduled send. */
  cancelSchedulePitch: call({ who: callers.pitchMakers, input: z.object(pair), errors: changes }),
  /** Gets when a pitch reminds its invitees, and how many a reminder would go to now. */
  getReminderPlan: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      minutes_before: z.array(z.number().int()),
      /** Invited, not there yet, and without the answer that they do not come. */
      recipients: z.number().int(),
      invited: z.number().int(),
      answers: z.object({ yes: z.number().int(), no: z.number().int() }),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Replaces the reminders of a pitch. Times that have passed are kept for a later start. */
  updateReminderPlan: call({
    who: callers.pitchMakers,
    input: z.object({
      uuid: z.uuid(),
      minutes_before: z.array(z.number().int().min(5).max(MOST_MINUTES)).max(MOST_REMINDERS),
    }),
    output: z.object({ minutes_before: z.array(z.number().int()) }),
    errors: ['PitchNotFound', 'PitchLocked', 'PitchStateForbids'],
  }),
  /** Reminds all or some invitees now, but never people who have joined, declined, or were reminded within the hour. */
  remindPitchAttendees: call({
    who: callers.pitchMakers,
    maxBytes: 300_000, // the ids of all attendees, percent-encoded
    input: z.object({ uuid: z.uuid(), invite_ids: z.array(z.uuid()).max(5000).optional() }),
    output: z.object({ reminded: z.number().int(), suppressed: z.number().int() }),
    errors: ['PitchNotFound', 'PitchLocked', 'PitchStateForbids', 'ApprovalPending'],
  }),
  /** CALL-037. Replaces the people of the invitations that wait to be sent, and with `list_ids` their contact lists. */
  updateSendLaterAttendees: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: z
      .object({ uuid: z.uuid(), attendees_arr: people, list_ids: lists.optional(), ...seen })
      .superRefine(goesToSomebody),
    output: z.object({ attendees: z.number().int() }),
    errors: ['PitchNotFound', 'PitchLocked', 'ScheduleNotFound', 'ScheduleChanged', 'EmailTwice', ...ofLists],
  }),
  /** Adds people and contact lists to the invitations that wait, as they are now; answers how many are new. */
  addToSchedulePitch: call({
    who: callers.pitchMakers,
    maxBytes: PEOPLE_BYTES,
    input: z
      .object({ uuid: z.uuid(), attendees_arr: people.default([]), list_ids: lists.default([]) })
      .superRefine(goesToSomebody),
    output: z.object({ people: z.number().int(), lists: z.number().int() }),
    errors: ['PitchNotFound', 'PitchLocked', 'ScheduleNotFound', 'EmailTwice', ...ofLists],
  }),
  /** CALL-043. Checks whether invitations of a pitch wait to be sent. */
  checkExistingScheduleByAdmin: call({
    who: callers.pitchAdmins,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      exists: z.boolean(),
      schedule_id: z.string(),
      send_at: instant.nullable(),
      attendees: z.number().int(),
    }),
    errors: ['PitchNotFound'],
  }),
  /** CALL-044. Adds people to the invitations that wait to be sent. */
  addAttendeesToScheduleByAdmin: call({
    who: callers.pitchAdmins,
    maxBytes: PEOPLE_BYTES,
    input: z.object({ schedule_id: z.uuid(), uuid: z.uuid(), attendees_arr: people.min(1, { error: 'required' }) }),
    output: z.object({ added: z.number().int(), known: z.number().int() }),
    errors: ['PitchNotFound', 'ScheduleNotFound', 'EmailTwice', 'ScheduleTooLarge'],
  }),
}
