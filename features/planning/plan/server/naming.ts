import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { formatMoney } from '#contract/money.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { holdSeriesOf, listSeriesToName } from '#features/core/vehicle/server/seriesQueries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** The presenter, who may use only their own companies; undefined for a caller who manages all pitches. */
const speakerOf = (actor: Actor): string | undefined =>
  actor.roles.some(role => (callers.pitchAdmins as readonly string[]).includes(role)) ? undefined : actor.accountId

/**
 * The series that the caller's pitch may name: forming or open; of a presenter, those of the companies they speak for.
 */
export const getSeriesForPitch: Handler<typeof planCalls.getSeriesForPitch> = async ({ db, actor, input }) => {
  const of = { organisationId: actor.organisationId, speaker: speakerOf(actor) }
  const { items, total } = await listSeriesToName(db, of, input)
  return {
    items: items.map(({ series, company_name }) => ({
      ...{
        id: series.id,
        spv_series_name: series.name,
        company_name,
        status: series.status,
        currency: series.currency,
      },
      minimum_co_investment: series.minimumMinor === null ? '' : formatMoney(series.minimumMinor, series.currency),
      maximum_of_investors: series.mostInvestors,
    })),
    total,
  }
}

type Naming = Pick<PitchRow, 'seriesId' | 'organisationId' | 'currency'>

/**
 * Holds the series that a pitch is to name until the commit. A name that stays is not checked again: the series may be full
 * by now.
 * @throws {CallFailed} unless the actor may name it, it is forming or open, and has the currency of the pitch
 */
export async function checkSeries(db: Transaction, actor: Actor, pitch: Naming, before?: Naming): Promise<void> {
  if (pitch.seriesId === null) return
  const series = await holdSeriesOf(db, pitch)
  const isNew = pitch.seriesId !== before?.seriesId
  if (isNew) {
    const speaker = speakerOf(actor)
    const of = { organisationId: pitch.organisationId, speaker }
    const { items } = series ? await listSeriesToName(db, of, { page: 1, limit: 1, id: series.id }) : { items: [] }
    if (items.length === 0) throw new CallFailed('SeriesNotFound', { series_id: 'SeriesNotFound' })
  }
  if (series && series.currency !== pitch.currency)
    throw new CallFailed('SeriesCurrencyDiffers', { currency: 'SeriesCurrencyDiffers' })
}
