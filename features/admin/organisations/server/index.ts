import type { Handlers } from '#contract/call.ts'
import type { organisationCalls } from '#features/core/organisation/contract.ts'
import { getOrganisationSettings } from '#features/core/organisation/server/getOrganisationSettings.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { updateOrganisationLogo } from './updateOrganisationLogo.ts'
import { updateOrganisationSettings } from './updateOrganisationSettings.ts'

/** The handlers of this feature's calls. */
export const organisationHandlers = {
  getOrganisationSettings,
  updateOrganisationSettings,
  updateOrganisationLogo,
} satisfies Handlers<typeof organisationCalls, Context, Actor>
