import { MAX_INVITEES } from '#features/core/part/rules.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { attendeeAddresses } from '#features/core/part/server/attendeeQueries.ts'
import { canonicalAddress } from '#features/notify/suppression/server/address.ts'
import type { listCalls } from '#features/planning/list/contract.ts'
import type { Context, Handler } from '#server/context.ts'
import { heldAmong } from './held.ts'
import { disabledAmong, peopleOf } from './memberQueries.ts'
import { type Reader, usableLists } from './queries.ts'

/** A person whom an invitation to a list reaches. */
export interface ListedPerson {
  /** Lower case. */
  readonly email: string
  readonly firstname: string
  readonly lastname: string
}

/** The people of lists, each once, and how many were left out of all their members. */
export interface ListedPeople {
  readonly people: readonly ListedPerson[]
  readonly members: number
  /** There already, by another list or another spelling, or beside the lists. */
  readonly twice: number
  /** On the pitch's list already. */
  readonly known: number
  readonly suppressed: number
  readonly disabled: number
  /** The lists that no longer exist, or that this person may not use. */
  readonly missing: readonly string[]
}

interface Wanted {
  readonly organisationId: string
  readonly listIds: readonly string[]
  /** The pitch whose attendees are left out. */
  readonly pitchId?: number | undefined
  /** Addresses that are invited beside the lists. */
  readonly beside?: readonly string[]
  /** Keeps the lists as they are until the commit, for an invitation, which takes 5,000 people at most. */
  readonly held?: boolean
}

/** The most people of an invitation whose suppression is looked up: stamping more would take a transaction too long. */
const LOOKED_UP = 2 * MAX_INVITEES

/**
 * Whom an invitation to these lists reaches at this moment: what a dynamic list finds later is not among them. Only
 * people whom the reader sees, and only lists that the reader may use for the organization; the others are `missing`.
 */
export async function peopleOfLists(
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  reader: Reader,
  { organisationId, listIds, pitchId, beside = [], held = false }: Wanted,
): Promise<ListedPeople> {
  const ids = [...new Set(listIds)]
  const lists = await usableLists(db, reader, organisationId, ids, held)
  const missing = ids.filter(id => !lists.some(list => list.id === id))
  const attending = pitchId === undefined ? [] : await attendeeAddresses(db, pitchId)
  const taken = new Set(beside.map(canonicalAddress))
  const invited = new Set(attending.map(canonicalAddress))
  const left = { members: 0, twice: 0, known: 0, suppressed: 0, disabled: 0 }
  const people: ListedPerson[] = []
  for (const list of lists)
    for await (const some of peopleOf(db, reader, list)) {
      left.members += some.length
      const emails = some.map(({ email }) => email)
      const disabled = await disabledAmong(db, organisationId, emails)
      const looks = !held || people.length < LOOKED_UP
      const suppressed = looks ? await heldAmong(frame, db, organisationId, emails) : undefined
      for (const { email, firstname, lastname } of some) {
        const address = canonicalAddress(email)
        if (disabled.has(email)) left.disabled++
        else if (invited.has(address)) left.known++
        else if (taken.has(address)) left.twice++
        else if (suppressed?.has(email)) left.suppressed++
        else people.push({ email, firstname, lastname })
        taken.add(address)
      }
    }
  return { people, ...left, missing }
}

export const countListPeople: Handler<typeof listCalls.countListPeople> = async context => {
  const { db, actor, input, fail } = context
  const { list_ids: listIds, uuid, emails: beside } = input
  const pitch = uuid === undefined ? undefined : ((await managedPitch(db, actor, uuid)) ?? fail('PitchNotFound'))
  const organisationId = pitch?.organisationId ?? actor.organisationId
  const asked = { organisationId, listIds, pitchId: pitch?.id, beside }
  const { people, missing, ...left } = await peopleOfLists(context, actor, asked)
  if (missing.length > 0) fail('ListNotFound')
  return { people: people.length, ...left }
}
