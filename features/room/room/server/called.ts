import type { Language } from '#contract/fields.ts'
import { isGuestName } from '#features/core/account/people.ts'
import { namesOf } from '#features/core/account/server/queries.ts'
import { calledInRoom } from '#features/core/account/veil.ts'
import { manages, type PitchPart } from '#features/core/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { textsIn } from '#server/texts.ts'

interface Somebody {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** What those call somebody who manage a pitch, so that nobody is called nothing: one without a name by their address. */
export const calledByManagers = ({ id, name, email }: Somebody): string => calledInRoom(id, name || email)

/** What whoever has this part in a pitch calls somebody: addresses are for those who have invited people by them. */
export const calledTo = (part: PitchPart, somebody: Somebody): string =>
  manages(part) ? calledByManagers(somebody) : calledInRoom(somebody.id, somebody.name)

/** The same for people by their ids. Where there is no id there is no name. */
export async function callsTo(
  db: Database | Transaction,
  part: PitchPart,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const asked = [...new Set(ids.filter(id => id !== null))]
  const known = await namesOf(db, asked)
  return id => (id ? calledTo(part, { name: '', email: '', ...known.get(id), id }) : '')
}

/** [PERM-059] A name as a file shows it, which has no screen to say so: a guest's number with the word for it. */
export const nameInFile = (language: Language, name: string): string =>
  isGuestName(name) ? textsIn(language, 'room')('guest', { number: name }) : name
