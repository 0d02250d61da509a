import type { Role } from '#contract/call.ts'
import { policyVersions } from '#features/access/policy/rules.ts'
import { agreeToAll } from '#features/access/policy/server/queries.ts'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Database } from '#server/db/database.ts'
import { newToken } from '#server/tokens.ts'

/** Two organisations that must never see each other, and a person of every role. */
const organisations = { quill: 'Quill Ventures', lumen: 'Lumen Partners' } as const
type OrganisationName = keyof typeof organisations

const named = {
  superadmin: ['quill', 'Sam', 'Super', ['superadmin']],
  admin: ['quill', 'Ada', 'Admin', ['admin']],
  useradmin: ['quill', 'Uma', 'Useradmin', ['useradmin']],
  pitchadmin: ['quill', 'Pia', 'Pitchadmin', ['pitchadmin']],
  presenter: ['quill', 'Paul', 'Presenter', ['presenter']],
  coHost: ['quill', 'Cora', 'Cohost', ['presenter']],
  investor: ['quill', 'Ivy', 'Investor', ['vc']],
  secondInvestor: ['quill', 'Ines', 'Second', ['vc']],
  member: ['quill', 'Max', 'Member', ['member']],
  banking: ['quill', 'Ben', 'Banking', ['banking']],
  files: ['quill', 'Fay', 'Files', ['files']],
  lumenAdmin: ['lumen', 'Lara', 'Lumen', ['admin']],
  lumenPresenter: ['lumen', 'Leo', 'Lumen', ['presenter']],
  lumenInvestor: ['lumen', 'Lia', 'Lumen', ['vc']],
} as const satisfies Record<string, readonly [OrganisationName, string, string, readonly Role[]]>

export type PersonName = keyof typeof named

export interface Person {
  readonly id: string
  readonly organisationId: string
  readonly email: string
  /** An access token of an open session. */
  readonly token: string
}

/** Puts the named people into a fresh database, each already signed in. They have no passwords. */
export async function seedPeople(db: Database): Promise<Readonly<Record<PersonName, Person>>> {
  const organisationIds = new Map<string, string>()
  for (const [key, name] of Object.entries(organisations)) {
    const [row] = await db.insert(organisation).values({ name }).returning()
    if (row) organisationIds.set(key, row.id)
  }
  const people: Partial<Record<PersonName, Person>> = {}
  for (const [key, [home, firstname, lastname, roles]] of Object.entries(named)) {
    const organisationId = organisationIds.get(home) ?? ''
    const email = `${key.toLowerCase()}@${home}.test`
    const [row] = await db
      .insert(account)
      .values({
        organisationId,
        email,
        username: key.toLowerCase(),
        firstname,
        lastname,
        roles: [...roles],
        state: 'active',
      })
      .returning()
    if (!row) throw new Error(`${key} was not seeded`)
    people[key as PersonName] = {
      id: row.id,
      organisationId,
      email,
      token: await openTestSession(db, row.id, organisationId),
    }
  }
  return people as Record<PersonName, Person>
}

/** A session for an account, without a sign-in. Its person has agreed to the policies. Returns its access token. */
export async function openTestSession(db: Database, accountId: string, organisationId: string): Promise<string> {
  await agreeToAll(db, policyVersions, { accountId, at: new Date(), ip: '127.0.0.1' })
  return openSessionBeforeAgreement(db, accountId, organisationId)
}

/** The same for a person who has agreed to nothing. */
export async function openSessionBeforeAgreement(
  db: Database,
  accountId: string,
  organisationId: string,
): Promise<string> {
  const { token, hash } = newToken()
  await db.insert(session).values({
    kind: 'session',
    accountId,
    organisationId,
    tokenHash: hash,
    tokenExpiresAt: new Date(Date.now() + 3_600_000),
    ip: '127.0.0.1',
  })
  return token
}
