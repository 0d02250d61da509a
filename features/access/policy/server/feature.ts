import type { policyCalls } from '#features/access/policy/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { agreePolicy, getMyAgreements } from './agreements.ts'

export const policyFeature = {
  handlers: { agreePolicy, getMyAgreements } satisfies Handlers<typeof policyCalls>,
} satisfies Feature
