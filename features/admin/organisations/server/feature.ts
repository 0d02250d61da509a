import type { organisationsCalls } from '#features/admin/organisations/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getOrganisationSettings, updateOrganisationSettings } from './settings.ts'
import { updateOrganisationLogo } from './updateOrganisationLogo.ts'

export const organisationsFeature = {
  handlers: {
    getOrganisationSettings,
    updateOrganisationSettings,
    updateOrganisationLogo,
  } satisfies Handlers<typeof organisationsCalls>,
} satisfies Feature
