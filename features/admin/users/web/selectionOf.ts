import type { UserMatch, UserSelection } from '#features/admin/users/rules.ts'
import type { Selection } from '#web/ui/record/selection.tsx'

/** Who is chosen, as the calls take it. */
export const selectionOf = ({ isAll, ids }: Selection, match: UserMatch): UserSelection =>
  isAll ? { matching: match, except_ids: [...ids] } : { user_ids: [...ids] }
