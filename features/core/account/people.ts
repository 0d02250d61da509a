import { guestName, ownerOf, veil } from './veil.ts'

/** Whether a name is a guest's number. */
export const isGuestName = (name: string): boolean => /^#[\dA-F]{4}$/.test(name)

/** The ids of all people whose names stand anywhere in a value, or of those among them whose names `are` so. */
export function peopleNamedIn(
  value: unknown,
  are: (id: string, name: string) => boolean = () => true,
  found = new Set<string>(),
): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const owner = ownerOf(value)
  if (owner && are(owner, (value as { name: string }).name)) found.add(owner)
  for (const one of Object.values(value)) peopleNamedIn(one, are, found)
  return found
}

/** The fields that identify a person besides the name. */
const personalFields = [
  'lastname',
  'avatar',
  'sign',
  'company_name',
  'linkedin_publicProfileUrl',
  'email',
  'address',
] as const

/** [PERM-058, PERM-059] The people of a list; guests keep nothing but their number. */
export function veilPeople<P extends { readonly id: string; readonly name: string; readonly firstname: string }>(
  people: readonly P[],
  isHost: (id: string) => boolean,
): P[] {
  return people.map(person => {
    if (isHost(person.id)) return person
    const nothing = Object.fromEntries(personalFields.filter(key => key in person).map(key => [key, '']))
    return { ...veil(person, isHost), ...nothing, firstname: guestName(person.id) }
  })
}
