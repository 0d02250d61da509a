import { createHash, randomBytes } from 'node:crypto'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { insertLocation } from './locationQueries.ts'
import { filesOf } from './queries.ts'

const VALID_MS = 10 * 60_000

export const hashOfLocation = (key: string) => createHash('sha256').update(key).digest('base64url')

/** CALL-063: makes a new address for each request; only its hash is stored. */
export const getPitchFileLocation = withPitch<typeof deckCalls.getPitchFileLocation>('sees', async context => {
  const { db, actor, input, now, fail, pitch, part } = context
  if (!manages(part)) return fail('PitchNotFound')
  const file = (await filesOf(db, pitch.id)).find(({ id }) => id === input.file_id)
  if (!file) return fail('DeckFileNotFound')
  const key = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + VALID_MS)
  await insertLocation(db, { keyHash: hashOfLocation(key), fileId: file.id, accountId: actor.accountId, expiresAt })
  return { url: `/decks/files/${key}`, filename: file.name, size: file.size, expires_time: expiresAt.toISOString() }
})
