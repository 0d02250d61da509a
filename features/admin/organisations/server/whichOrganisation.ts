import type { Actor } from '#server/frame.ts'

/** The organisation that somebody may decide about: their own, or for a superadmin any. Undefined when they may not. */
export function whichOrganisation(actor: Actor, asked: string | undefined): string | undefined {
  if (asked === undefined || asked === actor.organisationId) return actor.organisationId
  return actor.roles.includes('superadmin') ? asked : undefined
}
