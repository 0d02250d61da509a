import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'
import { approvals } from '#features/core/pitch/rules.ts'
import { livingActions, teamParts } from '#features/room/room/hosts.ts'

const onPitch = { pitch_uuid: z.uuid() }
const LiveStatus = z.object({
  /** 0 not started, 2 live, 3 and 4 over. */
  status: z.number().int(),
  is_paused: z.boolean(),
  /** The account of the leader. */
  living_host: z.uuid(),
})
const Taker = z.object({ user_id: z.uuid(), name: z.string(), part: z.enum(teamParts) })

const leaving = {
  who: callers.everyone,
  whileImpersonating: false,
  output: LiveStatus,
  errors: ['PitchNotFound', 'NoPermission'],
} as const

export const stageCalls = {
  /**
   * [CALL-048] Turns, pauses or ends a live pitch by an action. `left` and `right` turn to `page` as updatePageAction
   * does, without it by one.
   */
  sgLivingAction: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      ...onPitch,
      action: z.enum(livingActions),
      page: z.number().int().optional(),
      index: z.number().int().min(0).max(10_000).default(0),
    }),
    output: LiveStatus,
    errors: ['PitchNotFound', 'PageNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** [CALL-049] Pauses a live pitch or continues it. Sets the pause, whatever it was before. */
  sgFixPause: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, is_paused: z.boolean() }),
    output: LiveStatus,
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /**
   * [GAP-022] Hands the pitch over. Without `user_id` the first of the team in the room takes it. When none is there
   * the pitch ends; with `keep` nothing changes.
   */
  transferPitch: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), user_id: z.uuid().optional(), keep: z.boolean().default(false) }),
    output: LiveStatus,
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission', 'NobodyToTakeOver'],
  }),
  /**
   * [CALL-033] Returns what a leader needs to know to end the pitch, and who could take it over.
   */
  prepareEndPitchData: call({
    who: callers.people,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: LiveStatus.extend({
      here: z.number().int(),
      real_start_time: instant.nullable(),
      /** The team in the room, except the caller; the first one would take over. */
      takers: z.array(Taker),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** [CALL-068] Leaves a room. A leader hands the pitch over by leaving, or ends it. */
  exitUser: call({ ...leaving, input: z.object(onPitch) }),
  /**
   * [CALL-069] Leaves a live pitch. Like exitUser. The times are not used: attendance counts the connections to the
   * room.
   */
  ExitLive: call({
    ...leaving,
    path: 'token/UserSeraph',
    input: z.object({
      ...onPitch,
      user_id: z.uuid().optional(),
      recording_viewer_id: z.string().max(64).optional(),
      join_start_time: z.string().max(40).optional(),
      join_end_time: z.string().max(40).optional(),
    }),
  }),
  /** Gets the session of a pitch, for the people of its room. Addresses are for its team and admins. */
  getSessionInfo: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: LiveStatus.extend({
      pitch_status: z.string(),
      real_start_time: instant.nullable(),
      real_end_time: instant.nullable(),
      presenter_uid: z.uuid(),
      presenter_id: z.uuid(),
      moderators: z.array(z.object({ email: z.string(), easiio_id: z.uuid() })),
      co_hosts: z.array(z.object({ email: z.string() })),
      current_page: z.number().int(),
      current_index: z.number().int(),
      /** The file of the deck whose page is shown. */
      live_deck: z.uuid().nullable(),
      /** The leader's name. */
      live_presenter: z.string(),
      /** Whether the documents beside the company's texts stand in the room for attendees too. */
      attach_pdfs_to_company_info_section: z.boolean(),
      /** [ENT-019] Where the caller watches the video that is attached to it; empty when there is none for them. */
      uploaded_video_url: z.string(),
      /** [ENT-020] Where its review stands, and the released part of its recording; attendees do not learn it. */
      audit_status: z.enum(approvals),
      audit_start_time_hms: z.string(),
      audit_end_time_hms: z.string(),
      audit_duration_hms: z.string(),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Raises or lowers the caller's hand. */
  setHand: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...onPitch, raised: z.boolean() }),
    output: z.object({ raised: z.boolean() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission', 'TooManyHands'],
  }),
  /** Lowers an attendee's hand, for the team and admins. */
  lowerHand: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Lists the raised hands in their order, and the attendees on stage, for the team and admins. */
  getStagePeople: call({
    who: callers.people,
    reads: true,
    input: z.object(onPitch),
    output: z.object({
      hands: z.array(z.object({ user_id: z.uuid(), name: z.string(), line: z.boolean() })),
      /** The number of all hands; `hands` has the first fifty. */
      hands_total: z.number().int(),
      granted: z.array(z.object({ user_id: z.uuid(), name: z.string(), microphone: z.boolean(), camera: z.boolean() })),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Lets an attendee in the room send microphone or camera, or both. Nothing is sent before they agree. */
  grantStage: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid(), microphone: z.boolean(), camera: z.boolean() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission', 'AttendeeNotFound', 'StageFull'],
  }),
  /** Revokes a grant: the team and admins any, an attendee their own. */
  revokeStage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
