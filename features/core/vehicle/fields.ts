import { z } from 'zod'
import { currencies } from '#contract/currencies.ts'
import { filled, line } from '#contract/fields.ts'
import { DOLLARS, parseMoney } from '#contract/money.ts'
import { countries, statesOf } from '#features/core/company/address.ts'
import { chosenStates, einOf, SEATS_MOST } from './rules.ts'

/** [ENT-067, RULE-069] What is written of an SPV; no field may be empty. */
export const spvFields = {
  spv_legal_name: filled(160),
  /** [RULE-067] "12-3456789" */
  ein: line(20).transform((typed, context) => {
    const ein = einOf(typed)
    if (ein === undefined) context.addIssue({ code: 'custom', message: 'ein' })
    return ein ?? z.NEVER
  }),
  country: z.enum(countries),
  state: filled(100),
  registered_agent: filled(200),
}
/** [RULE-068] The EIN as it was typed the second time. */
export const einAgain = line(20)

interface Together {
  readonly ein?: string | undefined
  readonly ein_again?: string | undefined
  readonly country: string
  readonly state: string
}

/** [RULE-068] The rules that fields break together. Without `ein` it stays as it is. */
export const brokenSpv = ({ ein, ein_again = '', country, state }: Together) => ({
  ...(ein !== undefined && einOf(ein) !== einOf(ein_again) && { ein_again: 'einTwice' }),
  ...(country === 'US' && state && !statesOf(country)?.has(state) && { state: 'state' }),
})

/** [ENT-068] What is written of a series. */
export const seriesFields = {
  spv_series_name: filled(80),
  status: z.enum(chosenStates).default('forming'),
  date_of_formation: z.union([z.literal(''), z.iso.date()]).default(''),
  company_id: z.uuid(),
  currency: z.enum(currencies).default(DOLLARS),
  /** "$25,000", or empty for none. */
  minimum_co_investment: line(40).default(''),
  maximum_of_investors: z.number().int().min(1).max(SEATS_MOST),
}

/** The rules that a series' fields break together. */
export const brokenSeries = (fields: { readonly currency: string; readonly minimum_co_investment: string }) => ({
  ...(fields.minimum_co_investment &&
    parseMoney(fields.minimum_co_investment, fields.currency) === undefined && {
      minimum_co_investment: 'amountNotAllowed',
    }),
})
