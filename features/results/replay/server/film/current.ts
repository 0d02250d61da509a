import { createHash } from 'node:crypto'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lastAnswer } from '#features/room/recording/server/consentQueries.ts'
import type { Audience } from '../../rules.ts'
import { hiddenIn } from '../decisionQueries.ts'
import type { Reading } from '../shown.ts'
import type { Watched } from '../watchRule.ts'
import { planFilm } from './plan.ts'
import { type FilmRow, filmOf } from './queries.ts'

/** Milliseconds for which a plan is not made again: a player asks for many ranges of a film. */
const KEPT = 5000

/** What plans of films were, by what was decided about the films. */
const plans = new Map<string, { readonly made: string; readonly until: number }>()

/**
 * The film for an audience, if it is made of what they may watch at this moment: of an earlier decision, or of a person who
 * does not agree any more, none is served. What else changes it, such as a removed slide, is noticed within seconds, and
 * with `isFresh` at once.
 */
export async function currentFilm(
  context: Reading,
  pitch: PitchRow,
  watched: Watched,
  audience: Audience,
  isFresh = false,
): Promise<FilmRow | undefined> {
  const row = await filmOf(context.db, watched.found.id, audience)
  if (row?.state !== 'ready') return undefined
  const now = performance.now()
  for (const [key, { until }] of plans) if (until <= now) plans.delete(key)
  const key = await decided(context, pitch.id, watched, row)
  const known = isFresh ? undefined : plans.get(key)?.made
  const made = known ?? (await planFilm(context, pitch, watched)).made
  if (known === undefined) plans.set(key, { made, until: now + KEPT })
  return made === row.made ? row : undefined
}

/** What was decided about a film until now, and which answer of a person about being recorded was the last. */
async function decided(
  { db }: Reading,
  pitchId: number,
  { found, released, muted }: Watched,
  { attempt }: FilmRow,
): Promise<string> {
  const hidden = [...(await hiddenIn(db, found.id))].sort((a, b) => a - b)
  const all = [attempt, released, muted, hidden, await lastAnswer(db, pitchId)]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
