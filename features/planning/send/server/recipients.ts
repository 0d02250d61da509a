import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { peopleOfLists } from '#features/planning/list/server/people.ts'
import { type Reader, usableLists } from '#features/planning/list/server/queries.ts'
import type { Context } from '#server/context.ts'
import { MOST_PEOPLE } from '../contract.ts'
import { choosersAmong, listsOf, replaceLists } from './listQueries.ts'
import { type Person, peopleOf, type SendRow } from './queries.ts'

type Reading = Pick<Context, 'db' | 'frame'>

/** Whom a send goes to at this moment. */
export interface Recipients {
  readonly people: readonly Person[]
  /** People of its lists who are left out, because they are suppressed or disabled. */
  readonly leftOut: number
  /** Lists that are gone, or that the person who chose them may no longer use. */
  readonly missing: number
}

/**
 * The recipients of a send: people added by name, then the current members of its lists, each once. A list is read with
 * the present rights of the person who chose it, so that it never reaches people whom they may not see.
 */
export async function recipientsOf(
  { db, frame }: Reading,
  pitch: Pick<PitchRow, 'id' | 'organisationId'>,
  send: Pick<SendRow, 'id'>,
): Promise<Recipients> {
  const people = await peopleOf(db, send.id)
  const chosen = await listsOf(db, send.id)
  if (chosen.length === 0) return { people, leftOut: 0, missing: 0 }
  const ids = [...new Set(chosen.flatMap(({ chosenBy }) => chosenBy ?? []))]
  const readers = (await choosersAmong(db, ids)).filter(mayInvite)
  let missing = chosen.filter(({ chosenBy }) => !readers.some(({ accountId }) => accountId === chosenBy)).length
  let leftOut = 0
  for (const reader of readers) {
    const listIds = chosen.flatMap(({ listId, chosenBy }) => (chosenBy === reader.accountId ? [listId] : []))
    const beside = people.map(({ email }) => email)
    const asked = { organisationId: pitch.organisationId, pitchId: pitch.id, listIds, beside, held: true }
    const found = await peopleOfLists({ db, frame }, reader, asked)
    people.push(...found.people)
    leftOut += found.suppressed + found.disabled
    missing += found.missing.length
  }
  return { people, leftOut, missing }
}

const mayInvite = ({ roles }: { readonly roles: readonly string[] }) => roles.some(role => allowed.includes(role))
const allowed: readonly string[] = callers.pitchMakers

/** The people that someone sends to now: a list that is missing stops them, and so do too many people. */
export async function recipientsNow(context: Reading, pitch: PitchRow, send: SendRow): Promise<Recipients> {
  const found = await recipientsOf(context, pitch, send)
  if (found.missing > 0) throw new CallFailed('ListNotFound')
  if (found.people.length > MOST_PEOPLE) throw new CallFailed('TooManyAttendees')
  return found
}

/** Chooses the lists of a send, which have to be the caller's to use as far as they are new. */
export async function chooseLists(
  context: Reading,
  reader: Reader,
  pitch: PitchRow,
  send: SendRow,
  listIds: readonly string[],
): Promise<void> {
  const { db } = context
  const before = new Set((await listsOf(db, send.id)).map(({ listId }) => listId))
  const added = [...new Set(listIds)].filter(id => !before.has(id))
  const usable = await usableLists(db, reader, pitch.organisationId, added, false)
  if (usable.length < added.length) throw new CallFailed('ListNotFound')
  await replaceLists(db, send, listIds, reader.accountId)
}

/** Refuses more people than a send takes, as its lists are now; they are read again when it goes out. */
export async function refuseTooMany(context: Reading, pitch: PitchRow, send: SendRow): Promise<void> {
  const { people } = await recipientsOf(context, pitch, send)
  if (people.length > MOST_PEOPLE) throw new CallFailed('TooManyAttendees')
}
