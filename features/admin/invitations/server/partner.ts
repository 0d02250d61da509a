import { CallFailed } from '#contract/call.ts'
import type { Context } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findDeveloperKey } from './partnerQueries.ts'

/** The partner of a link, by key and tag together. Fails with DeveloperKeyWrong; a revoked key is as wrong as none. */
export async function partnerOf(
  { db, frame, request }: Pick<Context, 'db' | 'frame' | 'request'>,
  { developerkey, tag }: { developerkey: string; tag: string },
) {
  const found = await findDeveloperKey(db, hashToken(developerkey))
  if (found && found.key.tag.toLowerCase() === tag.toLowerCase()) return found
  await countWrongLink(frame, request.ip)
  throw new CallFailed('DeveloperKeyWrong')
}
