import type { Role } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { policyVersions } from '#features/access/policy/rules.ts'
import { agreeToAll } from '#features/access/policy/server/queries.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { findAccountByEmail, insertAccount } from '#features/core/account/server/queries.ts'
import { createOrganisation } from '#features/core/organisation/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'

const roster = {
  admin: ['Ada', 'Okafor', ['admin'], 'en'],
  useradmin: ['Uma', 'Lindqvist', ['useradmin'], 'en'],
  pitchadmin: ['Pia', 'Moretti', ['pitchadmin'], 'en'],
  presenter: ['Paula', 'Reyes', ['presenter'], 'en'],
  coHost: ['Carl', 'Nyberg', ['presenter'], 'en'],
  moderator: ['Mona', 'Haddad', ['presenter'], 'en'],
  investor: ['Ivan', 'Petrov', ['vc'], 'en'],
  chineseInvestor: ['Yilin', 'Chen', ['vc'], 'zh-Hans'],
  member: ['Max', 'Adler', ['member'], 'en'],
  banking: ['Bea', 'Fontaine', ['banking'], 'en'],
  files: ['Finn', 'Walsh', ['files'], 'en'],
} as const satisfies Record<string, readonly [string, string, readonly Role[], Language]>

export type DemoName = keyof typeof roster

export interface DemoPerson {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly email: string
  readonly username: string
  readonly roles: readonly Role[]
}

const emailOf = (firstname: string) => `${firstname.toLowerCase()}@tidewater.example`

/** The demo's organization with a person of every role, all with the same password. */
export async function seedPeople(db: Database, password: string): Promise<Record<DemoName, DemoPerson>> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async inner => {
    const organisationId = await createOrganisation(inner, 'Tidewater Demo')
    const people: Partial<Record<DemoName, DemoPerson>> = {}
    for (const [key, [firstname, lastname, roles, language]] of Object.entries(roster)) {
      const email = emailOf(firstname)
      const row = await insertAccount(inner, {
        organisationId,
        email,
        username: firstname.toLowerCase(),
        firstname,
        lastname,
        roles: [...roles],
        state: 'active',
        language,
        timezone: language === 'en' ? 'America/New_York' : 'Asia/Shanghai',
        companyName: roles[0] === 'vc' ? 'Harbour Light Capital' : 'Tidewater Robotics',
        passwordHash,
        passwordChangedAt: rightNow(),
        emailConfirmedAt: rightNow(),
      })
      if (!row) throw new Error(`The demo cannot be set up here: ${email} is taken.`)
      await agreeToAll(inner, policyVersions, { accountId: row.id, at: rightNow(), ip: '127.0.0.1' })
      people[key as DemoName] = {
        id: row.id,
        organisationId,
        name: `${firstname} ${lastname}`,
        email,
        username: firstname.toLowerCase(),
        roles,
      }
    }
    return people as Record<DemoName, DemoPerson>
  })
}

/** Whether the people of an earlier demo are still in this database: it may have been emptied since. */
export const hasPeople = async (db: Database, people: Record<DemoName, DemoPerson>) =>
  (await findAccountByEmail(db, people.presenter.email))?.id === people.presenter.id
