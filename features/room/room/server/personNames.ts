import type { Language } from '#contract/fields.ts'
import { isGuestName } from '#features/core/account/people.ts'
import { namesOf } from '#features/core/account/server/queries.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { manages, type PitchPart } from '#features/core/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { textsIn } from '#server/texts.ts'

interface PersonNamed {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A person's name for the managers of a pitch: the address of an attendee who was invited without a name. */
export const nameForManagers = ({ id, name, email }: PersonNamed): string => nameOrNumber(id, name || email)

/** A person's name for a viewer with this part in the pitch: addresses are for its managers, who invited by them. */
export const nameSeenBy = (part: PitchPart, person: PersonNamed): string =>
  manages(part) ? nameForManagers(person) : nameOrNumber(person.id, person.name)

/** `nameSeenBy` for the ids of people; the name of null is empty. */
export async function namesSeenBy(
  db: Database | Transaction,
  part: PitchPart,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  const known = await namesOf(db, wanted)
  return id => (id ? nameSeenBy(part, { name: '', email: '', ...known.get(id), id }) : '')
}

/** [PERM-059] A name in an exported file. A guest's number gets the word for a guest, which screens add themselves. */
export const nameInFile = (language: Language, name: string): string =>
  isGuestName(name) ? textsIn(language, 'room')('guest', { number: name }) : name
