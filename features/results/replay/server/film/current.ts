import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Audience } from '../../rules.ts'
import type { Reading } from '../shown.ts'
import type { Watched } from '../watchRule.ts'
import { planFilm } from './plan.ts'
import { type FilmRow, filmOf } from './queries.ts'

/**
 * The film for an audience, if it is made of what they may watch at this moment: of an earlier decision, or of a person who
 * does not agree any more, none is served.
 */
export async function currentFilm(
  context: Reading,
  pitch: PitchRow,
  watched: Watched,
  audience: Audience,
): Promise<FilmRow | undefined> {
  const row = await filmOf(context.db, watched.found.id, audience)
  if (row?.state !== 'ready') return undefined
  const { made } = await planFilm(context, pitch, watched)
  return made === row.made ? row : undefined
}
