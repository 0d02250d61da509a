import type { FastifyInstance } from 'fastify'
import { type WebhookEvent, WebhookReceiver } from 'livekit-server-sdk'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { webhookPath } from '#server/media/livekit.ts'
import { isAdmitted } from './admission.ts'
import { pitchOfVideoRoom, removeFromVideo } from './videoRoom.ts'

/** Where LiveKit says what happens in its rooms. Only who knows our secret is believed. */
export function serveVideoWebhook(app: FastifyInstance, frame: Frame): void {
  app.addContentTypeParser('application/webhook+json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(webhookPath, async request => {
    const event = await read(frame, String(request.body), request.headers.authorization)
    if (event.event === 'participant_joined') await removeUnadmitted(frame, event)
    return {}
  })
}

async function read({ media }: Frame, body: string, authorization: string | undefined): Promise<WebhookEvent> {
  if (!media.apiSecret) throw new CallFailed('NotFound')
  return new WebhookReceiver(media.apiKey, media.apiSecret).receive(body, authorization).catch(() => {
    throw new CallFailed('NotAllowed')
  })
}

/** Where browsers reach LiveKit without us, nobody was asked before they came in. */
async function removeUnadmitted(frame: Frame, { room, participant }: WebhookEvent): Promise<void> {
  if (!room || !participant) return
  const pitchId = pitchOfVideoRoom(frame.media, room.name)
  if (pitchId === undefined) return
  const { identity, metadata } = participant
  if (!(await isAdmitted(frame, { room: room.name, identity, metadata })))
    await removeFromVideo(frame.media, pitchId, identity)
}
