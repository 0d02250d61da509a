import type { socialCalls } from '#features/access/social/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { goAddress } from '#features/core/site/rules.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { beginFlow, clearFlowCookie, finishFlow, withProvider } from './flow.ts'
import { postOnLinkedIn } from './providers/linkedInPost.ts'
import { deleteFlow } from './queries.ts'

export const startLinkedInShare: Handler<typeof socialCalls.startLinkedInShare> = opensTransactions(async context => {
  const { input, actor, frame, fail } = context
  const pitch = await managedPitch(frame.db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  if (!pitch.isPublic) return fail('PitchNotPublic')
  return beginFlow(context, fail as never, {
    provider: 'linkedin',
    purpose: 'share',
    sessionId: actor.sessionId,
    pitchUuid: pitch.uuid,
    shareText: input.text,
  })
})

/** The post says what the person wrote and leads to the pitch's own address, whatever the callback brings. */
export const handleLinkedInShare: Handler<typeof socialCalls.handleLinkedInShare> = opensTransactions(async context => {
  const { input, actor, frame, request, fail } = context
  if (!actor) return fail('NotSignedIn')
  const expected = { provider: 'linkedin', answered: input, purposes: ['share'] } as const
  const { flow, identity, accessToken } = await finishFlow(context, fail, expected)
  await deleteFlow(frame.db, flow.id)
  clearFlowCookie(context)
  if (flow.sessionId !== actor.sessionId) return fail('SocialStateWrong')
  const pitch = await managedPitch(frame.db, actor, flow.pitchUuid ?? '')
  if (!pitch) return fail('PitchNotFound')
  if (!pitch.isPublic) return fail('PitchNotPublic')
  const link = {
    url: goAddress(frame.settings.publicUrl, pitch.uuid),
    title: pitch.presentationName,
    description: pitch.presenterName,
  }
  const { subject } = identity
  const post = { subject, accessToken, text: flow.shareText, link }
  const postUrl = await withProvider(frame, fail, 'linkedin', () => postOnLinkedIn(frame, post))
  await writeAudit(
    { db: frame.db, actor, request },
    { action: 'pitch.share', subject: pitch.uuid, detail: { on: 'linkedin', post: postUrl } },
  )
  return { uuid: pitch.uuid, post_url: postUrl }
})
