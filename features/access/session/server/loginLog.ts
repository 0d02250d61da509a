import type { sessionCalls } from '#features/access/session/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import {
  countFailuresSince,
  findSignInBefore,
  type LoginLogRow,
  listLoginLog,
  listOwnAttempts,
} from './loginLogQueries.ts'

export const getLoginInfo: Handler<typeof sessionCalls.getLoginInfo> = async ({ db, actor }) => {
  const before = await findSignInBefore(db, actor.accountId)
  const recent = await listOwnAttempts(db, actor.accountId, 10)
  return {
    last_login: before ? attempt(before) : null,
    failed_since: await countFailuresSince(db, actor.accountId, before?.at ?? new Date(0)),
    recent: recent.map(attempt),
  }
}

const attempt = ({ description, ip, at }: LoginLogRow) => ({ description, ip, at: at.toISOString() })

export const getLoginLogList: Handler<typeof sessionCalls.getLoginLogList> = async ({ db, actor, input }) => {
  const { items, total } = await listLoginLog(db, actor, input)
  return {
    items: items.map(({ id, username, description, ip, at }) => ({
      id,
      username,
      description,
      ip,
      at: at.toISOString(),
    })),
    total,
  }
}

export const createLoginLog: Handler<typeof sessionCalls.createLoginLog> = async ({ db, actor, input, fail }) => {
  const { username, email } = await findAccount(db, actor.accountId)
  const named = input.username.toLowerCase()
  return named === username?.toLowerCase() || named === email ? {} : fail('NoPermission')
}
