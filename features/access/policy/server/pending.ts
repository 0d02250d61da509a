import { type PolicyType, policyTypes } from '#features/core/site/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { currentVersions, isNewSince, type PolicyVersions } from './policyTexts.ts'
import { keyOf, pendingPolicies } from './queries.ts'

type Parts = Pick<Frame, 'db' | 'settings'>

/** A person who has signed in. */
export interface SignedIn {
  readonly accountId: string
  readonly signedInAt: Date
}

/** With the keys of what they have agreed to; undefined for a session that agrees to nothing. */
export interface Agreed extends SignedIn {
  readonly agreed: readonly string[] | undefined
}

/**
 * [SCREEN-042] The texts that a person has yet to agree to. One that changes during a session waits for the next
 * sign-in.
 */
export async function policiesPending(
  frame: Parts,
  { accountId, signedInAt }: SignedIn,
  db: Database | Transaction = frame.db,
): Promise<{ types: PolicyType[]; versions: PolicyVersions; areRenewed: boolean }> {
  const versions = await currentVersions(frame)
  const { pending, areRenewed } = await pendingPolicies(db, versions, accountId)
  const areNew = await Promise.all(pending.map(type => isNewSince(frame, type, signedInAt)))
  return { types: areRenewed ? pending.filter((_type, at) => !areNew[at]) : pending, versions, areRenewed }
}

/** Whether a person has yet to agree to a text before they may go on. Asked at every call. */
export async function mustAgree(frame: Parts, person: Agreed): Promise<boolean> {
  const { agreed } = person
  if (!agreed) return false
  const versions = await versionsLately(frame)
  if (policyTypes.every(type => agreed.includes(keyOf(type, versions[type])))) return false
  return (await policiesPending(frame, person)).types.length > 0
}

const lately = new WeakMap<Frame['db'], { readonly at: number; readonly versions: PolicyVersions }>()

/** The versions of the texts, cached for a second so that calls do not read files. */
async function versionsLately(frame: Parts): Promise<PolicyVersions> {
  const known = lately.get(frame.db)
  if (known && performance.now() - known.at < 1000) return known.versions
  const now = { at: performance.now(), versions: await currentVersions(frame) }
  lately.set(frame.db, now)
  return now.versions
}
