import { callQuery } from '#web/ui/record/callQuery.ts'

/** The tags of an organisation; without one, of all that the reader may see. */
export const tagsQuery = (orgId?: string) => ({
  ...callQuery('getUserTagList', orgId ? { org_id: orgId } : {}),
  staleTime: 30_000,
})

/** The organisations that a superadmin chooses from. */
export const organisationsQuery = { ...callQuery('getUserOrganisationList', {}), staleTime: 60_000 }
