import { randomUUID } from 'node:crypto'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { Database } from '#server/db/database.ts'
import { hashToken } from '#server/tokens.ts'
import { everybodyAgrees } from '#testing/agree.ts'
import { type Chance, newWord } from './chance.ts'

/** A person of a run. `nameWord` and `emailWord` stand in their name and address and nowhere else. */
export interface SimPerson {
  /** In the trace, such as `vc3`. */
  readonly label: string
  readonly id: string
  readonly home: 'own' | 'foreign'
  /** Signed in with an account, or let in by a join link alone. */
  readonly kind: 'account' | 'link'
  readonly roles: string[]
  readonly nameWord: string
  readonly emailWord: string
  readonly email: string
  /** The id of their invitation, once there is one. */
  readonly attendeeId: string
  readonly ip: string
  /** The token of the open session; without one the person is not signed in. */
  token: string | undefined
}

/** Whether the person is invited to the pitch at its beginning. */
type Cast = readonly [label: string, home: SimPerson['home'], role: string, count: number, invited: boolean]

/** Fifty people: every role, the own organisation and a foreign one, invited and not, and a visitor. */
const cast: readonly Cast[] = [
  ['superadmin', 'own', 'superadmin', 1, false],
  ['admin', 'own', 'admin', 1, false],
  ['useradmin', 'own', 'useradmin', 1, false],
  ['pitchadmin', 'own', 'pitchadmin', 1, false],
  ['owner', 'own', 'presenter', 1, false],
  ['coHost', 'own', 'presenter', 1, false],
  ['moderator', 'own', 'member', 1, false],
  ['presenter', 'own', 'presenter', 2, false],
  ['banking', 'own', 'banking', 1, false],
  ['files', 'own', 'files', 1, false],
  ['stranger', 'own', 'vc', 4, false],
  ['vc', 'own', 'vc', 9, true],
  ['member', 'own', 'member', 4, true],
  ['link', 'own', 'vc', 14, true],
  ['foreignAdmin', 'foreign', 'admin', 1, false],
  ['foreignOwner', 'foreign', 'presenter', 1, false],
  ['foreignVc', 'foreign', 'vc', 3, false],
  ['crossing', 'foreign', 'vc', 1, true],
  ['crossingAdmin', 'foreign', 'useradmin', 1, true],
]

export interface Crowd {
  readonly organisations: Readonly<Record<SimPerson['home'], string>>
  readonly people: readonly SimPerson[]
  readonly invited: readonly SimPerson[]
  byLabel(label: string): SimPerson
}

/** Puts two organisations and their people into the database. Runs are told apart by the first part of an address. */
export async function seedCrowd(db: Database, chance: Chance): Promise<Crowd> {
  const organisations = { own: randomUUID(), foreign: randomUUID() }
  await db.insert(organisation).values([
    { id: organisations.own, name: `Own ${newWord()}` },
    { id: organisations.foreign, name: `Foreign ${newWord()}` },
  ])
  const net = `${10 + chance.below(90)}.${chance.below(256)}.${chance.below(256)}`
  const people: SimPerson[] = []
  const invited: SimPerson[] = []
  for (const [label, home, role, count, isInvited] of cast)
    for (let i = 1; i <= count; i++) {
      const emailWord = newWord()
      const person: SimPerson = {
        ...{ label: count === 1 ? label : `${label}${i}`, id: randomUUID(), home },
        ...{ kind: label === 'link' ? 'link' : 'account', roles: [role] },
        ...{ nameWord: newWord(), emailWord, email: `${emailWord}@sim.test`, attendeeId: randomUUID() },
        ...{ ip: `${net}.${people.length + 1}`, token: undefined },
      }
      people.push(person)
      if (isInvited) invited.push(person)
    }
  const visitor: SimPerson = {
    ...{ label: 'visitor', id: randomUUID(), home: 'foreign', kind: 'account', roles: [] },
    ...{
      nameWord: newWord(),
      emailWord: newWord(),
      email: 'visitor@sim.test',
      attendeeId: randomUUID(),
      ip: `${net}.99`,
      token: undefined,
    },
  }
  await db.insert(account).values(
    people.map(({ id, home, kind, roles, email, nameWord }) => ({
      ...{ id, organisationId: organisations[home], email, firstname: 'Pat', lastname: nameWord, roles },
      state: kind === 'link' ? ('invited' as const) : ('active' as const),
    })),
  )
  await everybodyAgrees(db)
  const byLabel = (label: string) => {
    const found = people.find(person => person.label === label)
    if (!found) throw new Error(`${label} is not among the people`)
    return found
  }
  return { organisations, people: [...people, visitor], invited, byLabel }
}

/** Opens a session for each of these people: their own, or one of the pitch's join link. */
export async function signIn(
  db: Database,
  crowd: Pick<Crowd, 'organisations'>,
  pitch: { readonly id: number },
  people: readonly SimPerson[],
): Promise<void> {
  if (people.length === 0) return
  await db.insert(session).values(
    people.map(person => {
      person.token = `${newWord()}-${newWord()}`
      const isLink = person.kind === 'link'
      return {
        kind: isLink ? ('join' as const) : ('session' as const),
        accountId: person.id,
        organisationId: crowd.organisations[person.home],
        pitchId: isLink ? pitch.id : null,
        attendeeId: isLink ? person.attendeeId : null,
        tokenHash: hashToken(person.token),
        tokenExpiresAt: new Date(Date.now() + 3_600_000),
        ip: person.ip,
      }
    }),
  )
}

/** Invites people to the pitch, without the mails. */
export async function invite(
  db: Database,
  crowd: Crowd,
  pitch: { readonly id: number },
  people: readonly SimPerson[],
): Promise<void> {
  await db.insert(attendee).values(
    people.map(({ id, email, nameWord, attendeeId }) => ({
      id: attendeeId,
      ...{ pitchId: pitch.id, organisationId: crowd.organisations.own, accountId: id, email },
      ...{ firstname: 'Pat', lastname: nameWord, invitedAt: new Date() },
    })),
  )
}
