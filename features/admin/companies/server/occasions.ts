import type { CompanyRow } from '#features/core/company/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { MayRefuse, Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A company is about to be deleted; a hearer refuses while money depends on it. */
    companyDeletes: Occasion<Pick<Context, 'db'> & MayRefuse<'CompanyInUse'>, CompanyRow>
  }
}
