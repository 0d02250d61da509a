import type { Handlers } from '#contract/call.ts'
import type { organisationsCalls } from '#features/admin/organisations/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getOrganisationSettings, updateOrganisationSettings } from './settings.ts'
import { updateOrganisationLogo } from './updateOrganisationLogo.ts'

/** The handlers of this feature's calls. */
export const organisationsHandlers = {
  getOrganisationSettings,
  updateOrganisationSettings,
  updateOrganisationLogo,
} satisfies Handlers<typeof organisationsCalls, Context, Actor>
