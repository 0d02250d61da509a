import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf } from '#contract/fields.ts'
import { policyTypes } from '#features/core/site/rules.ts'

export const policyCalls = {
  /**
   * [CALL-046, ENT-084] Agrees to a policy, for the caller's own account; `file_path` names the text in the version
   * that was shown.
   */
  agreePolicy: call({
    path: 'basic',
    who: callers.people,
    beforeAgreement: true,
    whileImpersonating: false,
    input: z.object({ username: line(254), policy_type: z.enum(policyTypes), file_path: line(200) }),
    errors: ['PolicyNotAgreed', 'NoPermission'],
  }),
  /** [ENT-084] Lists the policies to which the caller has agreed. */
  getMyAgreements: call({
    who: callers.people,
    beforeAgreement: true,
    reads: true,
    answer: 'results',
    output: listOf(
      z.object({
        policy_type: z.enum(policyTypes),
        /** Begins with the day of the text, YYYY-MM-DD. */
        version: z.string(),
        agreed_on: instant,
        ip: z.string(),
        /** Whether it is the text of today. */
        current: z.boolean(),
      }),
    ),
    errors: [],
  }),
}
