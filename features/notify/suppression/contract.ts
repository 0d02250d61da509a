import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, instant, line, listOf, paging, sorting } from '#contract/fields.ts'
import { suppressionKinds, suppressionSources, topics } from './rules.ts'

const kind = z.enum(suppressionKinds)
/** [PERM-006, PERM-073] Within their organization; super admins everywhere. */
const { adminKinds: who } = callers

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^@(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/)

const Suppression = z.object({
  id: z.uuid(),
  kind,
  /** Empty once the person was removed: the entry still applies. */
  address: z.string(),
  /** Empty where it applies to every organization. */
  org_name: z.string(),
  source: z.enum(suppressionSources),
  detail: z.string(),
  /** What an unsubscribed person does not want; empty for all of it. */
  topics: z.array(z.enum(topics)),
  added_by: z.string(),
  created_on: instant,
  /** When it ends by itself. */
  expires: instant.nullable(),
  /** Whether the caller may remove it. */
  removable: z.boolean(),
})
export type Suppression = z.infer<typeof Suppression>

export const suppressionCalls = {
  /** GAP-014: Gets one of the four suppression lists. */
  getSuppressionList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      kind,
      ...paging,
      content: line(254).optional(),
      ...sorting(['created_on', 'address'], 'created_on', 'desc'),
    }),
    output: listOf(Suppression),
  }),
  /** Adds an address to a list of the caller's organization. Blocks accept a whole domain as well: `@example.com`. */
  addSuppression: call({
    who,
    input: z.object({
      kind,
      address: z.union([email, domain], { error: 'emailOrDomain' }),
      reason: line(300).default(''),
      /** Only a super admin names another organization than their own. */
      org_id: z.uuid().optional(),
    }),
    output: z.object({ id: z.uuid() }),
    errors: ['NoPermission', 'SuppressionExists'],
  }),
  /**
   * Removes an address. A complaint and an unsubscribe require a reason; a complaint, and an entry for every
   * organization, a super admin.
   */
  deleteSuppression: call({
    who,
    input: z.object({ id: z.uuid(), reason: line(300).default('') }),
    errors: ['SuppressionNotFound', 'NoPermission', 'SuppressionEverywhere'],
  }),
  /** Undoes a removal. */
  restoreSuppression: call({
    who,
    input: z.object({ id: z.uuid() }),
    errors: ['SuppressionNotFound', 'SuppressionEverywhere'],
  }),
}
