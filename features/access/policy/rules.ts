import { writeDay } from '#contract/times.ts'
import type { PolicyType } from '#features/core/site/rules.ts'

/** The version of each text that comes with the console: the day it was written. A new one asks everyone again. */
export const policyVersions: Readonly<Record<PolicyType, string>> = {
  terms_of_service: '2026-11-24',
  privacy_policy: '2026-11-28',
}

/** [ENT-084] The address of a text in the version that a person reads: `file_path` of an agreement. */
export const policyPath = (type: PolicyType, version: string = policyVersions[type]): string =>
  `/${type.replaceAll('_', '-')}?version=${version}`

/** The version of a policy, which begins with a day, as people write that day. */
export const versionDay = (version: string, language: string): string => writeDay(version.slice(0, 10), language)
