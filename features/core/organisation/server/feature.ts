import { organisationCalls } from '#features/core/organisation/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getUserOrganisationList } from './getUserOrganisationList.ts'

export const organisationFeature = {
  handlers: handlersOf(organisationCalls, { getUserOrganisationList }),
} satisfies Feature
