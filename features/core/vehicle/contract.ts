import { z } from 'zod'
import { currencies } from '#contract/currencies.ts'
import { instant } from '#contract/fields.ts'
import { seriesStates } from './rules.ts'

/** [ENT-067] A special-purpose vehicle. */
export const Spv = z.object({
  id: z.uuid(),
  org_id: z.uuid(),
  org_name: z.string(),
  spv_legal_name: z.string(),
  /** Masked in lists ("••-•••6789"), whole in `getSpv`. */
  ein: z.string(),
  country: z.string(),
  /** The code of a state of the United States; free text elsewhere. */
  state: z.string(),
  registered_agent: z.string(),
  deleted: z.boolean(),
  created_on: instant,
  updated_on: instant,
})
export type Spv = z.infer<typeof Spv>

/** [ENT-068] A series of an SPV. */
export const SpvSeries = z.object({
  id: z.uuid(),
  org_id: z.uuid(),
  org_name: z.string(),
  spv_id: z.uuid(),
  spv_legal_name: z.string(),
  company_id: z.uuid(),
  company_name: z.string(),
  spv_series_name: z.string(),
  status: z.enum(seriesStates),
  /** YYYY-MM-DD, or empty. */
  date_of_formation: z.string(),
  currency: z.enum(currencies),
  /** "$25,000", "JPY 25,000", or empty. */
  minimum_co_investment: z.string(),
  maximum_of_investors: z.number().int(),
  /** Its investors, and what they committed to all of its pitches together. */
  seats_taken: z.number().int(),
  /** The number of people who wait for a seat, including those who were offered one. */
  waiting: z.number().int(),
  committed_amount: z.string(),
  deleted: z.boolean(),
  created_on: instant,
  updated_on: instant,
})
export type SpvSeries = z.infer<typeof SpvSeries>
