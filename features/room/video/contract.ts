import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'

export const videoCalls = {
  /** CALL-047: Gets a LiveKit token, valid for minutes. The call keeps the name of another provider. */
  getAgoraToken: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: z.object({
      provider: z.literal('livekit'),
      url: z.string(),
      token: z.string(),
      channel: z.string(),
      uid: z.string(),
      /** Whether the token allows camera, microphone and screen. */
      can_publish: z.boolean(),
      /** The pitch may be recorded: pictures are sent as H.264, which the recorder takes. */
      is_recorded: z.boolean(),
    }),
    errors: ['PitchNotFound', 'RoomNotOpen', 'RemovedFromRoom', 'VideoOff'],
  }),
  /** Gets a LiveKit room for a connection test, for a minute; with or without a sign-in. */
  getVideoTest: call({
    path: 'basic',
    who: 'anyone',
    /** `tcp`: whether this server offers video by TCP as well. */
    output: z.object({ url: z.string(), token: z.string(), tcp: z.boolean() }),
    errors: ['VideoOff'],
  }),
}
