import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line, listOf, paging, sorting } from '#contract/fields.ts'
import { Spv, SpvSeries } from '#features/core/vehicle/contract.ts'
import { einAgain, seriesFields, spvFields } from '#features/core/vehicle/fields.ts'
import { seriesStates } from '#features/core/vehicle/rules.ts'

export const spvSorts = ['name', 'country', 'created_on', 'updated_on'] as const
export const seriesSorts = ['name', 'status', 'created_on', 'updated_on'] as const
const Id = z.object({ id: z.uuid() })
/** [PERM-016, PERM-071] Within their organization; super admins everywhere. */
const { pitchAdmins: who } = callers
/** Without their defaults: a change leaves what it does not name. */
const changedFields = {
  spv_series_name: seriesFields.spv_series_name.optional(),
  status: seriesFields.status.unwrap().optional(),
  date_of_formation: seriesFields.date_of_formation.unwrap().optional(),
  company_id: seriesFields.company_id.optional(),
  currency: seriesFields.currency.unwrap().optional(),
  minimum_co_investment: seriesFields.minimum_co_investment.unwrap().optional(),
  maximum_of_investors: seriesFields.maximum_of_investors.optional(),
}
const written = { ...spvFields, ein_again: einAgain }

export const vehiclesCalls = {
  /** CALL-152. Lists the SPVs of the caller's organization; for a super admin, of all. */
  getSpvList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      /** In the legal name and the registered agent's. */
      name: line(160).optional(),
      /** Only SPVs that were deleted in the last 30 days. */
      deleted: z.boolean().default(false),
      ...sorting(spvSorts, 'name', 'asc'),
    }),
    output: listOf(Spv),
  }),
  /** Gets an SPV with its whole EIN, to be changed. */
  getSpv: call({ who, reads: true, input: Id, output: Spv, errors: ['SpvNotFound'] }),
  /** [CALL-149] Creates an SPV. Only a super admin names another organization than their own. */
  createSpv: call({
    who,
    input: z.object({ ...written, org_id: z.uuid().optional() }),
    output: Id,
    errors: ['NoPermission', 'SpvExists'],
  }),
  /** CALL-150. Fields that are left out stay as they are; an EIN comes twice. */
  updateSpv: call({
    who,
    input: z.object(written).partial().extend({ id: z.uuid() }),
    output: Id,
    errors: ['SpvNotFound', 'SpvExists'],
  }),
  /** [CALL-151] Deletes an SPV. Can be undone for 30 days; not while it has series. */
  deleteSpv: call({ who, input: Id, errors: ['SpvNotFound', 'SpvHasSeries'] }),
  /** Undoes a deletion, unless another SPV has the EIN by now. */
  restoreSpv: call({ who, input: Id, errors: ['SpvNotFound', 'SpvExists'] }),
  /** [CALL-230] Lists the series of an SPV, or of all that the caller sees. */
  getSpvSeriesList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      spv_id: z.uuid().optional(),
      /** In the series' name and the company's. */
      name: line(80).optional(),
      status: z.enum(seriesStates).optional(),
      /** Only series that were deleted in the last 30 days. */
      deleted: z.boolean().default(false),
      ...sorting(seriesSorts, 'name', 'asc'),
    }),
    output: listOf(SpvSeries),
  }),
  /** Gets a series, to be changed. */
  getSpvSeries: call({ who, reads: true, input: Id, output: SpvSeries, errors: ['SeriesNotFound'] }),
  /** [CALL-227] Creates a series of an SPV. SPV, series and company are of one organization. */
  createSpvSeries: call({
    who,
    input: z.object({ spv_id: z.uuid(), ...seriesFields }),
    output: Id,
    errors: ['SpvNotFound', 'CompanyNotFound', 'SeriesExists'],
  }),
  /** [CALL-228] Changes a series. Fields that are left out stay as they are. */
  updateSpvSeries: call({
    who,
    input: z.object(changedFields).extend({ id: z.uuid() }),
    output: Id,
    errors: ['SeriesNotFound', 'CompanyNotFound', 'SeriesExists', 'SeriesHoldsMore', 'SeriesInUse'],
  }),
  /** [CALL-229] Deletes a series. Can be undone for 30 days; not while a pitch names it or money was committed. */
  deleteSpvSeries: call({ who, input: Id, errors: ['SeriesNotFound', 'SeriesInUse'] }),
  /** Undoes a deletion, unless the name has been taken, or its SPV or company is gone. */
  restoreSpvSeries: call({
    who,
    input: Id,
    errors: ['SeriesNotFound', 'SeriesExists', 'SpvNotFound', 'CompanyNotFound'],
  }),
}
