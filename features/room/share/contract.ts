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
  /** Null while it is running. */
  ended_at: instant.nullable(),
})
export type SharedScreen = z.infer<typeof SharedScreen>

export const shareCalls = {
  /** [CALL-057] Prepares to share a screen. For a second device it answers the code of the link to open there. */
  agoraSharescreenAcquire: call({
    ...ofPeople,
    input: z.object({ ...onPitch, device: z.enum(shareDevices).default('here') }),
    output: z.object({
      resource_id: z.uuid(),
      /** Opens one second device, once; null for this browser's own screen. */
      code: z.string().nullable(),
      expires_at: instant.nullable(),
    }),
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'VideoOff'],
  }),
  /** [CALL-058] Starts sharing a screen. Allows this screen to be sent. `take_over` replaces another person's share. */
  agoraSharescreenStart: call({
    ...ofPeople,
    input: z.object({ ...onPitch, resource_id: z.uuid(), take_over: z.boolean().default(false) }),
    output: z.object(Started),
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'ShareNotFound'],
  }),
  /**
   * [CALL-059] Stops sharing a screen. Ends an acquired or started share; without `resource_id`, the one that is
   * running.
   */
  agoraSharescreenStop: call({
    ...ofPeople,
    input: z.object({ ...onPitch, resource_id: z.uuid().optional() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * [CALL-060] Lists the screens shared in a pitch. Which screens were shared in a pitch, by whom and when, the latest
   * first; for all parts but attendees.
   */
  getSharescreenFileList: call({
    ...ofPeople,
    whileImpersonating: true,
    reads: true,
    answer: 'results',
    input: z.object({ ...onPitch, ...paging }),
    output: listOf(SharedScreen),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Exchanges the link of a second device for a key. A link works once. */
  openSharescreenLink: call({
    ...ofDevices,
    input: z.object({ ...onPitch, code }),
    output: z.object({ key: z.string(), presentation_name: z.string(), name: z.string(), rehearsal: z.boolean() }),
    errors: ['ShareLinkWrong'],
  }),
  /** Gets a token for a second device to send its screen; asked for again after a lost connection. */
  startSharescreenDevice: call({
    ...ofDevices,
    input: z.object({ key: code, take_over: z.boolean().default(false) }),
    /** `is_recorded`: the pitch may be recorded, so the screen is sent as H.264. */
    output: z.object({ url: z.string(), token: z.string(), is_recorded: z.boolean() }),
    errors: ['ShareNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken', 'VideoOff'],
  }),
  /** Stops the screen of a second device. */
  stopSharescreenDevice: call({
    ...ofDevices,
    input: z.object({ key: code }),
  }),
  /**
   * [CALL-071] Says whether an account leads a live pitch. Whether an account (`presenter`) leads a live pitch that
   * the caller may see.
   */
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
      /** Whether their camera, microphone or screen is being sent; null when LiveKit cannot be asked. */
      is_sending: z.boolean().nullable(),
    }),
  }),
}
