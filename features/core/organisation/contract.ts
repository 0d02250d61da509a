import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { line, listOf } from '#contract/fields.ts'

export const organisationCalls = {
  /** Lists the organizations by name, of which a super admin chooses one for a filter or a new record. */
  getUserOrganisationList: call({
    who: ['superadmin'],
    reads: true,
    answer: 'results',
    input: z.object({ name: line(100).optional() }),
    output: listOf(z.object({ org_id: z.uuid(), name: z.string() })),
  }),
}
