import { findSessionStart } from '#features/access/session/server/queries.ts'
import type { socialCalls } from '#features/access/social/contract.ts'
import { isPassword } from '#features/core/account/server/passwords.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type ContextOf, type Handler, opensTransactions } from '#server/context.ts'
import { countAttempt } from '#server/limits.ts'
import { beginFlow, providersOn } from './flow.ts'
import { deleteConnection, listConnections } from './queries.ts'

/** Minutes after a sign-in within which a person without a password may connect another way in. */
const FRESH_MINUTES = 10

export const getSocialAccounts: Handler<typeof socialCalls.getSocialAccounts> = async ({ db, actor, frame }) => {
  const rows = await listConnections(db, actor.accountId)
  const { passwordHash } = await findAccount(db, actor.accountId)
  return {
    accounts: rows.map(row => ({
      provider: row.provider,
      name: row.name,
      email: row.email,
      connected_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
    })),
    providers: providersOn(frame),
    has_password: passwordHash !== null,
  }
}

export const startSocialConnect: Handler<typeof socialCalls.startSocialConnect> = opensTransactions(async context => {
  const { input, actor, frame, now, fail } = context
  const person = await findAccount(frame.db, actor.accountId)
  if (person.passwordHash) {
    if (!(await isOwnPassword(context, person.passwordHash, input.password))) return fail('OldPasswordWrong')
  } else {
    const start = await findSessionStart(frame.db, actor.sessionId)
    if (!start || now.getTime() - start.getTime() > FRESH_MINUTES * 60_000) return fail('FreshSignInNeeded')
  }
  const flow = { provider: input.provider, purpose: 'connect' as const, sessionId: actor.sessionId }
  return beginFlow(context, fail as never, { ...flow, goTo: '/personal-info/settings' })
})

export const disconnectSocialAccount: Handler<typeof socialCalls.disconnectSocialAccount> = async context => {
  const { db, input, actor, fail } = context
  const { passwordHash } = await findAccount(db, actor.accountId)
  if (!passwordHash) return fail('SocialLastWay')
  if (!(await isOwnPassword(context, passwordHash, input.password))) return fail('OldPasswordWrong')
  if (!(await deleteConnection(db, actor.accountId, input.provider))) return fail('NotFound')
  await writeAudit(context, {
    action: 'social.disconnect',
    subject: actor.accountId,
    detail: { provider: input.provider },
  })
  return {}
}

type Asking = Pick<ContextOf<typeof socialCalls.disconnectSocialAccount>, 'frame' | 'request' | 'actor'>

/** A stranger at an unlocked computer may guess the password no faster than at sign-in. */
async function isOwnPassword({ frame, request, actor }: Asking, hash: string, password: string): Promise<boolean> {
  const attempt = await countAttempt(frame, { ip: request.ip, name: actor.accountId })
  if (!(await isPassword(hash, password))) return false
  await attempt.succeeded()
  return true
}
