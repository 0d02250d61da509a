import { isRehearsal, type PitchAccess } from '#features/core/part/server/access.ts'
import { hasStarted, presents } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { type SeriesRow, seriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import { termsRefuse } from '#features/results/commitment/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** Whether a person commits to a pitch at all: not those who present it, and nobody to a rehearsal. */
export const commits = ({ pitch, part }: PitchAccess): boolean => !presents(part) && !isRehearsal(pitch)

/** Whether the series of a pitch takes commitments; a full one has a waiting list, and seats that come free. */
export const seriesTakes = ({ seriesId }: Pick<PitchRow, 'seriesId'>, series: SeriesRow | undefined): boolean =>
  seriesId === null || series?.status === 'open' || series?.status === 'full'

/** Whether some amount of a person would be taken at `now`, apart from what they have committed already. */
export async function mayCommit(db: Database | Transaction, access: PitchAccess, now: Date): Promise<boolean> {
  const { pitch } = access
  if (!commits(access) || !hasStarted(pitch.state)) return false
  const isLate = termsRefuse({ minimumMinor: null, commitUntil: pitch.commitUntil }, 1n, now) !== undefined
  return !isLate && seriesTakes(pitch, await seriesOf(db, pitch))
}
