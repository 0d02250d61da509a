import type { FastifyInstance } from 'fastify'
import { WebhookReceiver } from 'livekit-server-sdk'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { wakeRecordings } from '../recordings.ts'
import { egressHookPath } from './service.ts'

/**
 * Egress says here that something has changed, signed with the key that both know. It is a reason to ask Egress, and
 * nothing of it is believed.
 */
export function serveEgressHook(app: FastifyInstance, { settings, media }: Frame): void {
  app.post(egressHookPath, async request => {
    if (!settings.egress || !media.apiSecret) throw new CallFailed('NotFound')
    const receiver = new WebhookReceiver(media.apiKey, media.apiSecret)
    await receiver.receive(String(request.body), request.headers.authorization).catch(() => {
      throw new CallFailed('NotAllowed')
    })
    wakeRecordings()
    return {}
  })
}
