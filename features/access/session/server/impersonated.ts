import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'
import { ACTING_COOKIE } from '#features/access/session/server/cookies.ts'
import { type AuditContext, writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Actor, Frame } from '#server/frame.ts'

/** The header in which a page names the account for which it believes to act. */
export const PERSON_HEADER = 'x-rostrum-person'

/**
 * Refuses a call of a page that was opened by another person: in another tab a super admin has begun or ended an
 * impersonation, or another person has signed in.
 */
export function refuseChangedPerson(request: FastifyRequest, actor: Actor): void {
  const believed = request.headers[PERSON_HEADER]
  // A join session of the same browser belongs to the person for whom the link was made.
  if (believed !== undefined && actor.pitchId === undefined && believed !== actor.accountId)
    throw new CallFailed('PersonChanged')
}

/** Refuses what is not allowed during an impersonation, and records the attempt in a transaction of its own. */
export async function refuseWhileImpersonating(
  frame: Frame,
  request: { readonly ip: string },
  { name, whileImpersonating }: Pick<AnyCall, 'whileImpersonating'> & { name: string },
  actor: Actor,
): Promise<void> {
  if (actor.impersonatorId === undefined || whileImpersonating) return
  const deed = { action: 'impersonation.refuse', subject: actor.accountId, detail: { call: name } }
  await writeAudit({ db: frame.db, actor, request }, deed)
  throw new CallFailed('NotWhileImpersonating')
}

/** Records what a super admin changes during an impersonation, besides what the call records itself. */
export async function noteImpersonated(
  context: AuditContext,
  { name, reads }: Pick<AnyCall, 'reads'> & { name: string },
  actor: Actor | undefined,
): Promise<void> {
  if (actor?.impersonatorId === undefined || reads || name === 'endImpersonate') return
  await writeAudit(context, { action: 'impersonation.act', subject: actor.accountId, detail: { call: name } })
}

/** Takes back the cookie of an impersonation that is over, in the answer that says so. */
export async function clearEndedImpersonation<T>(answer: Promise<T>, frame: Frame, reply: FastifyReply): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'ImpersonationEnded')
      reply.setCookie(ACTING_COOKIE, '', {
        httpOnly: true,
        sameSite: 'lax',
        secure: frame.settings.publicUrl.startsWith('https:'),
        path: '/',
        maxAge: 0,
      })
    throw error
  }
}
