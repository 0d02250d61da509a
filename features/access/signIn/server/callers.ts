import { type AnyCall, CallFailed } from '#contract/call.ts'
import {
  clearEndedImpersonation,
  noteImpersonated,
  refuseChangedPerson,
  refuseWhileImpersonating,
} from '#features/access/session/server/impersonated.ts'
import { findSessionEnd } from '#features/access/session/server/queries.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { Callers } from '#server/http/callers.ts'
import { hashToken } from '#server/tokens.ts'
import { type Credentials, callerOf, type Step, sessionTokenOf, stepOf, visitorOf } from './actor.ts'

/** Who makes a call, by its cookies or its token. */
export const callers: Callers = {
  admit: coming => clearEndedImpersonation(admitted(coming), coming.frame, coming.reply),
  note: (context, call) => noteImpersonated(context, call, context.actor),
}

async function admitted({ frame, request, call }: Parameters<Callers['admit']>[0]): Promise<Actor | undefined> {
  if (call.who === 'anyone') {
    const visitor = await visitorOf(frame, request)
    if (visitor) await refuseWhileImpersonating(frame, request, call, visitor)
    return visitor && stepMissing(call, visitor) ? undefined : visitor
  }
  const actor = await callerOf(frame, request)
  if (!actor) throw new CallFailed('NotSignedIn', await whyNot(frame, request))
  refuseChangedPerson(request, actor)
  const missing = stepMissing(call, actor)
  if (missing) throw new CallFailed(missing)
  if (!actor.roles.some(role => call.who.includes(role))) throw new CallFailed('NotAllowed')
  await refuseWhileImpersonating(frame, request, call, actor)
  return actor
}

/** Beside NotSignedIn, for the holder of a token: why its session has ended. */
async function whyNot(frame: Frame, request: Credentials): Promise<Record<string, string> | undefined> {
  const token = sessionTokenOf(request)
  const session = token && (await findSessionEnd(frame.db, hashToken(token)))
  return session ? { session } : undefined
}

/** What a person has to do before they may make a call. */
function stepMissing(c: AnyCall, actor: Actor): Step | undefined {
  const step = stepOf(actor)
  if (step === 'SecondStepPending') return c.whilePending === true ? undefined : step
  if (step === 'PolicyPending') return c.beforeAgreement ? undefined : step
  return c.whilePending ? undefined : step
}
