import type { FastifyInstance } from 'fastify'
import { TrackSource, type WebhookEvent, WebhookReceiver } from 'livekit-server-sdk'
import { CallFailed } from '#contract/call.ts'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import { senderOf, shownInVideo } from '#features/room/media/server/identities.ts'
import { pitchOfVideoRoom, removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { checkShareSoon } from '#features/room/share/server/jobs.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { webhookPath } from '#server/media/configuration.ts'
import { admissionOf } from './admission.ts'
import { isOfConsole } from './listener.ts'
import { settleSending, sourcesNow } from './sendingRights.ts'

/** Receives LiveKit's reports on its rooms, signed with the key that both know. */
export function serveVideoWebhook(app: FastifyInstance, frame: Frame): void {
  app.addContentTypeParser('application/webhook+json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(webhookPath, async request => {
    const event = await read(frame, String(request.body), request.headers.authorization)
    if (event.event === 'participant_joined') await removeUnadmitted(frame, event)
    if (event.event === 'participant_left' || event.event === 'track_unpublished') await checkSharedScreen(frame, event)
    return {}
  })
}

async function read({ media }: Frame, body: string, authorization: string | undefined): Promise<WebhookEvent> {
  if (!media.apiSecret) throw new CallFailed('NotFound')
  return new WebhookReceiver(media.apiKey, media.apiSecret).receive(body, authorization).catch(() => {
    throw new CallFailed('NotAllowed')
  })
}

/** Checks a share soon after its screen stopped: its sender may reconnect, otherwise the share ends. */
async function checkSharedScreen(frame: Frame, { room, participant, track }: WebhookEvent): Promise<void> {
  const pitchId = room && pitchOfVideoRoom(frame.media, room.name)
  if (pitchId === undefined || !participant) return
  const isScreen = track ? track.source === TrackSource.SCREEN_SHARE : participant.permission?.canPublish === true
  const share = isScreen ? (await roomStateOf(frame.db, pitchId, sharePart)).share : null
  const sender = senderOf(frame.media, pitchId, participant.identity)
  if (!share || share.account !== (ofSecondScreen(sender)?.account ?? sender)) return
  await frame.db.transaction(tx =>
    checkShareSoon((...job) => addJob(tx, ...job), { pitchId, share: share.share }, rightNow(), !track),
  )
}

/** Removes a participant who may not be there: a browser that reaches LiveKit directly is not checked before it joins. */
async function removeUnadmitted(frame: Frame, { room, participant }: WebhookEvent): Promise<void> {
  if (!room || !participant) return
  const pitchId = pitchOfVideoRoom(frame.media, room.name)
  if (pitchId === undefined || isOfConsole(frame, participant)) return
  const { identity, metadata } = participant
  const access = await admissionOf(frame, { room: room.name, identity, metadata })
  const sender = senderOf(frame.media, pitchId, identity)
  if (!access) return removeFromVideo(frame.media, pitchId, sender)
  // the rights may have changed since the token was signed
  const allowed = await sourcesNow(frame, access, sender)
  const { canPublish = false, canPublishSources: given = [] } = participant.permission ?? {}
  const isSame = canPublish === allowed.length > 0 && allowed.every(source => given.includes(source))
  const shown = await shownInVideo(frame, pitchId, { sender, name: participant.name })
  const isNamed = participant.name === shown.name && participant.attributes['person'] === shown.attributes.person
  if (!isSame || !isNamed || (canPublish && given.length !== allowed.length))
    await settleSending(frame, pitchId, sender)
}
