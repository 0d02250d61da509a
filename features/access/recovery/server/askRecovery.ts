import type { Context } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import type { Recovery } from './recovery.ts'

/**
 * Has a job look whose address it is and mail them. The call itself looks for nobody, so that its answer and its time
 * tell nothing. Impatient clicks become one mail. Fails with TooManyRequests.
 */
export async function askRecovery(
  { frame, request, enqueue }: Pick<Context, 'frame' | 'request' | 'enqueue'>,
  asked: Recovery,
): Promise<{ sends: boolean }> {
  await countMailAsked(frame, { ip: request.ip, to: asked.email })
  await enqueue('mailRecovery', asked, { key: `recovery:${asked.what}:${hashToken(asked.email)}` })
  return { sends: frame.settings.smtpUrl !== undefined }
}
