import { z } from 'zod'
import { filled, line } from '#contract/fields.ts'
import { countries, statesOf } from '#features/core/company/address.ts'
import { einOf } from './ein.ts'

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
