import type { AccountRow } from '#features/core/account/server/queries.ts'
import { maskEmail, maskMobile } from '#server/masks.ts'
import type { FactorRow } from './queries.ts'

/** Where the codes of a factor go, partly hidden; empty for what makes its codes itself. */
export function factorTarget({ kind, mobile }: Pick<FactorRow, 'kind' | 'mobile'>, person: AccountRow): string {
  if (kind === 'email') return maskEmail(person.email)
  return kind === 'sms' && mobile ? maskMobile(mobile) : ''
}
