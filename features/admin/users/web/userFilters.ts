import { useTranslation } from 'react-i18next'
import { type ListedState, listedStates, type SignedIn, signedIn, type UserMatch } from '#features/admin/users/rules.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { type ListState, useListState } from '#web/ui/listState.ts'

export const userSorts = ['name', 'email', 'created_on', 'last_login'] as const
export type UserSort = (typeof userSorts)[number]
const filters = ['name', 'role', 'state', 'tag', 'org', 'signed_in'] as const
export type UserFilterName = (typeof filters)[number]
export type UserListState = ListState<UserSort, UserFilterName>

/** How the list of people stands, with what it asks of the server; what the address says wrongly is not said. */
export function useUserFilters(): { state: UserListState; match: UserMatch } {
  const state = useListState<UserSort, UserFilterName>({
    sorts: userSorts,
    sort: 'created_on',
    order: 'desc',
    filters,
  })
  const said = state.filters
  const match: UserMatch = {
    name: said.name,
    role: [...mainRoles, 'banking' as const, 'files' as const].find(role => role === said.role),
    state: listedStates.find(one => one === said.state),
    tag_id: idIn(said.tag),
    org_id: idIn(said.org),
    signed_in: signedIn.find(one => one === said.signed_in),
  }
  return { state, match }
}

const idIn = (text: string | undefined): string | undefined =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined

/** The choices of the filters, in the reader's language. */
export function useFilterOptions(roles: readonly (typeof mainRoles)[number][]) {
  const { t } = useTranslation('account')
  const states: readonly ListedState[] = listedStates
  const times: readonly SignedIn[] = signedIn
  return {
    roles: roles.map(value => ({ value, label: t(`role.${value}`) })),
    states: states.map(value => ({ value, label: t(`state.${value}`) })),
    times: times.map(value => ({ value, label: t(`signedIn.${value}`) })),
  }
}
