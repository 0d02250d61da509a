import type { factorCalls } from '#features/access/factor/contract.ts'
import { DEVICE_DAYS } from '#features/core/account/factorRules.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { findDevice, forgetDevices, insertDevice } from './stepQueries.ts'

/** It only makes sign-in stricter, so it needs no proof. */
export const forgetDevice: Handler<typeof factorCalls.forgetDevice> = async context => {
  const { db, input, actor } = context
  const count = await forgetDevices(db, actor.accountId, input.device_id)
  const detail = { count }
  if (count) await writeAudit(context, { action: 'factor.forgetDevices', subject: actor.accountId, detail })
  return { count }
}

/** One for each person, so that two who share a browser do not push each other out. */
const cookieOf = (accountId: string): string => `rostrum_device_${accountId.slice(0, 8)}`

/**
 * Whether the browser that sends a request may skip the second step. A change of the password ends that by itself;
 * factor changes delete the rows.
 */
export async function isRemembered(
  db: Transaction,
  { request, now }: Pick<Context, 'request' | 'now'>,
  person: AccountRow,
): Promise<boolean> {
  const token = request.cookies[cookieOf(person.id)]
  const known = token && (await findDevice(db, person.id, hashToken(token)))
  if (!known || known.expiresAt <= now) return false
  return person.passwordChangedAt === null || known.createdAt > person.passwordChangedAt
}

/** Remembers the browser that has just shown a second factor. */
export async function rememberDevice(
  { db, request, now, frame }: Pick<Context, 'db' | 'request' | 'now' | 'frame'>,
  accountId: string,
): Promise<void> {
  const { token, hash } = newToken()
  const maxAge = DEVICE_DAYS * 86_400
  const expiresAt = new Date(now.getTime() + maxAge * 1000)
  const { ip, userAgent } = request
  await insertDevice(db, { accountId, tokenHash: hash, userAgent, ip, createdAt: now, expiresAt })
  const secure = frame.settings.publicUrl.startsWith('https:')
  request.setCookie(cookieOf(accountId), token, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge })
}
