import type { ListedMatch, UserSelection } from '#features/admin/users/rules.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import type { Selection } from '#web/ui/record/selection.tsx'

/** The tags of an organization; without one, of all that the reader may see. */
export const tagsQuery = (orgId?: string) => ({
  ...callQuery('getUserTagList', orgId ? { org_id: orgId } : {}),
  staleTime: 30_000,
})

/** Who is chosen, as the calls take it. */
export const selectionOf = ({ isAll, ids }: Selection, match: ListedMatch): UserSelection =>
  isAll ? { matching: match, except_ids: [...ids] } : { user_ids: [...ids] }
