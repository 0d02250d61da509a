import { organisationsCalls } from '#features/admin/organisations/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as settings from './settings.ts'
import { updateOrganisationLogo } from './updateOrganisationLogo.ts'

export const organisationsFeature = {
  handlers: handlersOf(organisationsCalls, { ...settings, updateOrganisationLogo }),
} satisfies Feature
