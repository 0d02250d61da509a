import { createHash, randomBytes } from 'node:crypto'
import type { deckCalls } from '#features/room/deck/contract.ts'
import type { Handler } from '#server/context.ts'
import { insertLocation } from './locationQueries.ts'
import { managedPitch } from './pitchOf.ts'
import { filesOf } from './queries.ts'

const VALID_MS = 10 * 60_000

export const hashOfLocation = (key: string) => createHash('sha256').update(key).digest('base64url')

/** CALL-063: a new address each time; only its hash is kept. */
export const getPitchFileLocation: Handler<typeof deckCalls.getPitchFileLocation> = async context => {
  const { db, actor, input, now, fail } = context
  const pitch = await managedPitch(context)
  const file = (await filesOf(db, pitch.id)).find(({ id }) => id === input.file_id)
  if (!file) return fail('DeckFileNotFound')
  const key = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + VALID_MS)
  await insertLocation(db, { keyHash: hashOfLocation(key), fileId: file.id, accountId: actor.accountId, expiresAt })
  return { url: `/decks/files/${key}`, filename: file.name, size: file.size, expires_time: expiresAt.toISOString() }
}
