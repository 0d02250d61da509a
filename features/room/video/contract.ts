import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'

export const videoCalls = {
  /** CALL-047: the name is the wire's, the provider is LiveKit. Tokens live for minutes. */
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
    }),
    errors: ['PitchNotFound', 'RoomNotOpen', 'RemovedFromRoom', 'VideoOff'],
  }),
  /** A room of one's own for the test of one's connection, for a minute; with or without a sign-in. */
  getVideoTest: call({
    path: 'basic',
    who: 'anyone',
    /** `tcp`: whether video is to be had by TCP as well. */
    output: z.object({ url: z.string(), token: z.string(), tcp: z.boolean() }),
    errors: ['VideoOff'],
  }),
}
