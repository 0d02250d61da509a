import type { FastifyInstance } from 'fastify'
import { type WebhookEvent, WebhookReceiver } from 'livekit-server-sdk'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { pitchById } from '#features/pitch/server/access.ts'
import { findActor } from '#features/session/server/queries.ts'
import { videoIsOpen } from '#features/video/rules.ts'
import type { Frame } from '#server/frame.ts'
import { webhookPath } from '#server/media/livekit.ts'
import { pitchOfVideoRoom, removeFromVideo } from './videoRoom.ts'

/** Where LiveKit says what happens in its rooms. Only who knows our secret is believed. */
export function serveVideoWebhook(app: FastifyInstance, frame: Frame): void {
  app.addContentTypeParser('application/webhook+json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(webhookPath, async request => {
    const event = await read(frame, String(request.body), request.headers.authorization)
    if (event.event === 'participant_joined') await checkAdmission(frame, event)
    return {}
  })
}

async function read({ media }: Frame, body: string, authorization: string | undefined): Promise<WebhookEvent> {
  if (!media.apiSecret) throw new CallFailed('NotFound')
  return new WebhookReceiver(media.apiKey, media.apiSecret).receive(body, authorization).catch(() => {
    throw new CallFailed('NotAllowed')
  })
}

/** Whoever comes in has a token, and may have lost the right to it since: removed, signed out, or the pitch is over. */
async function checkAdmission(frame: Frame, { room, participant }: WebhookEvent): Promise<void> {
  const pitchId = room && pitchOfVideoRoom(frame.media, room.name)
  if (pitchId === undefined || !participant) return
  const session = z.uuid().safeParse(participant.metadata).data
  const actor = session === undefined ? undefined : await findActor(frame.db, session)
  const mine = actor?.accountId === participant.identity ? actor : undefined
  const access = mine && (await pitchById(frame.db, mine, pitchId))
  if (access && videoIsOpen(access.pitch.state, access.part)) return
  await removeFromVideo(frame.media, pitchId, participant.identity)
}
