import { STEP_MINUTES } from '#features/core/account/factorRules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { newToken } from '#server/tokens.ts'
import { insertSession } from './queries.ts'

/** Milliseconds. [STATE-113, CONST-006] An access token ends after six days; a refresh token after thirty. */
export const ACCESS_LIFE = 6 * 86_400_000
export const REFRESH_LIFE = 30 * 86_400_000
const PENDING_LIFE = STEP_MINUTES * 60_000

export interface NewSession {
  readonly accountId: string
  /** The fence: the account's organization, or for a join link the pitch's. */
  readonly organisationId: string
  readonly ip: string
  readonly userAgent: string
  readonly now: Date
  /** Opened in a browser: the session ends when the person is gone for long. */
  readonly idles?: boolean
  /** The second step is still to come: a short session that cannot be renewed. Only `admit` says so. */
  readonly isPending?: boolean
  /** Only for a join link: the one pitch that it opens, and when that ends. It cannot be renewed. */
  readonly join?: { readonly pitchId: number; readonly attendeeId: string; readonly expiresAt: Date }
}

/** A session's tokens, in clear this once. */
export interface OpenedSession {
  readonly sessionId: string
  readonly accessToken: string
  readonly expiresAt: Date
  /** Seconds. */
  readonly expiresIn: number
  /** Absent for a join session, and while the second step is pending. */
  readonly refreshToken: string | undefined
}

/** Opens a session for a person who has proved their identity. Their cookies: setSessionCookies, setJoinCookie. */
export async function openSession(db: Database | Transaction, opened: NewSession): Promise<OpenedSession> {
  const { accountId, organisationId, ip, userAgent, now, join, idles = false, isPending = false } = opened
  const access = newToken()
  const refresh = join || isPending ? undefined : newToken()
  const expiresAt = join?.expiresAt ?? new Date(now.getTime() + (isPending ? PENDING_LIFE : ACCESS_LIFE))
  const sessionId = await insertSession(db, {
    kind: join ? 'join' : 'session',
    accountId,
    organisationId,
    pitchId: join?.pitchId ?? null,
    attendeeId: join?.attendeeId ?? null,
    isPending,
    idles,
    tokenHash: access.hash,
    tokenExpiresAt: expiresAt,
    refreshHash: refresh?.hash ?? null,
    refreshExpiresAt: refresh ? new Date(now.getTime() + REFRESH_LIFE) : null,
    ip,
    userAgent,
    createdAt: now,
    lastUsedAt: now,
  })
  const expiresIn = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))
  return { sessionId, accessToken: access.token, expiresAt, expiresIn, refreshToken: refresh?.token }
}
