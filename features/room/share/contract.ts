import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, listOf, paging } from '#contract/fields.ts'
import { shareDevices } from '#features/room/media/rules.ts'

const onPitch = { pitch_uuid: z.uuid() }
const ofPeople = { who: callers.people, whileImpersonating: false } as const
const ofDevices = { path: 'basic', who: 'anyone', whileImpersonating: false } as const
const Started = { resource_id: z.uuid(), started_at: instant }
const code = z.string().min(20).max(100)

/** One share of a screen, from its start to its end. */
export const SharedScreen = z.object({
  resource_id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  device: z.enum(shareDevices),
  started_at: instant,
  /** Null while it goes on. */
  ended_at: instant.nullable(),
})
export type SharedScreen = z.infer<typeof SharedScreen>

export const shareCalls = {
  /** CALL-057: the first step. For a second device there is a code, which goes into the link that is opened there. */
  agoraSharescreenAcquire: call({
    ...ofPeople,
    input: z.object({ ...onPitch, device: z.enum(shareDevices).default('here') }),
    output: z.object({
      resource_id: z.uuid(),
      /** Opens one device, once; null for this browser's own screen. */
      code: z.string().nullable(),
      expires_at: instant.nullable(),
    }),
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'VideoOff'],
  }),
  /** CALL-058: from now on it is this screen that may be sent. `take_over`: in the place of somebody else's. */
  agoraSharescreenStart: call({
    ...ofPeople,
    input: z.object({ ...onPitch, resource_id: z.uuid(), take_over: z.boolean().default(false) }),
    output: z.object(Started),
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'ShareNotFound'],
  }),
  /** CALL-059: ends what was acquired or started; without `resource_id` whatever is shared now. */
  agoraSharescreenStop: call({
    ...ofPeople,
    input: z.object({ ...onPitch, resource_id: z.uuid().optional() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** CALL-060: which screens were shared in a pitch, by whom and when, the latest first; for those who run it. */
  getSharescreenFileList: call({
    ...ofPeople,
    whileImpersonating: true,
    reads: true,
    answer: 'results',
    input: z.object({ ...onPitch, ...paging }),
    output: listOf(SharedScreen),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** What a second device does first: its link becomes a key, once, and is worth nothing afterwards. */
  openSharescreenLink: call({
    ...ofDevices,
    input: z.object({ ...onPitch, code }),
    output: z.object({ key: z.string(), presentation_name: z.string(), name: z.string(), rehearsal: z.boolean() }),
    errors: ['ShareLinkWrong'],
  }),
  /** The way into the room for a second device, to send its screen and nothing else. Again for who lost the connection. */
  startSharescreenDevice: call({
    ...ofDevices,
    input: z.object({ key: code, take_over: z.boolean().default(false) }),
    output: z.object({ url: z.string(), token: z.string() }),
    errors: ['ShareNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'VideoOff'],
  }),
  stopSharescreenDevice: call({
    ...ofDevices,
    input: z.object({ key: code }),
  }),
  /** CALL-071: whether somebody is presenting just now, of what the caller may see. `presenter` is an account. */
  getLiveStatus: call({
    path: '/restapi/v1.4/srs/live/:presenter/status',
    method: 'GET',
    who: callers.everyone,
    reads: true,
    input: z.object({ presenter: z.uuid() }),
    output: z.object({
      presenter: z.uuid(),
      status: z.enum(['live', 'paused', 'off']),
      pitch_uuid: z.uuid().nullable(),
      started_at: instant.nullable(),
      /** Whether camera, microphone or screen of theirs is being sent; null when nobody knows. */
      is_sending: z.boolean().nullable(),
    }),
  }),
}
