import { createHash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 bits, and the hash under which it is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Tokens are random, so a plain hash is enough; for passwords see features/core/account/server/passwords.ts. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
