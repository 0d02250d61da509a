import { and, count, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import { seesOnlyManaged } from '#features/core/account/match.ts'
import { matching, seenBy } from '#features/core/account/server/matchQueries.ts'
import { isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { COUNTED } from '#features/planning/list/rules.ts'
import { rightNow } from '#server/clock.ts'
import { type Database, inBatches, type Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { containsWords, ordered, type Paging, pageOf, type Viewer } from '#server/lists.ts'
import type { ListRow } from './queries.ts'
import { contactListMember } from './tables.ts'

type Db = Database | Transaction

/** People that are read at once. */
const SLICE = 5000

/** A person to add to a static list. */
export interface NewMember {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** The canonical form of the address. */
  readonly address: string
}

interface MemberQuery extends Paging {
  readonly name?: string | undefined
  readonly sort: 'name' | 'email'
}

/** A member's account; one that has moved to another organization is none. */
const theirs = and(
  eq(account.id, contactListMember.accountId),
  eq(account.organisationId, contactListMember.organisationId),
)
/** Mere contacts, and the accounts that the viewer sees (NAV-014), of lists within the fence. */
const visible = ({ roles }: Viewer): SQL =>
  seesOnlyManaged(roles) ? eq(contactListMember.shownTo, 'everybody') : ne(contactListMember.shownTo, 'nobody')

/** What is known of a person: by their account, else as they were added. */
const known = {
  email: contactListMember.knownEmail,
  firstname: contactListMember.knownFirstname,
  lastname: contactListMember.knownLastname,
}
const ofAccount = {
  user_id: account.id,
  company_name: account.companyName,
  state: account.state,
  roles: account.roles,
}

/** Whom a dynamic list finds now, of those whom the viewer sees. */
export const found = (viewer: Viewer, { organisationId, dynamic }: ListRow): SQL =>
  matching(viewer, { ...dynamic, org_id: organisationId }, rightNow())

const filtered = (db: Db, viewer: Viewer, list: ListRow, name?: string) =>
  db
    .select({
      id: account.id,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      ...ofAccount,
    })
    .from(account)
    .where(and(found(viewer, list), containsWords(name, account.search)))

const byName = ({ firstname, lastname }: Pick<typeof known | typeof account, 'firstname' | 'lastname'>) =>
  [ordered(sql`lower(${firstname})`), ordered(sql`lower(${lastname})`)] as const

/**
 * A page of the people of a list, as far as the viewer sees them, and their number: at most `most`, where more have to be
 * read to be counted.
 */
export async function listMembers(
  db: Db,
  viewer: Viewer,
  list: ListRow,
  { name, sort, ...paging }: MemberQuery,
  most?: number,
) {
  if (list.type === 'dynamic') {
    const by = sort === 'email' ? [account.email] : byName(account)
    return pageOf(db, filtered(db, viewer, list, name), paging, [...by, account.id], most)
  }
  // their ids first, in an index: a deep page reads nothing else of the people before it
  const { id, listId, search } = contactListMember
  const by = sort === 'email' ? [known.email] : byName(known)
  const chosen = and(eq(listId, list.id), visible(viewer), containsWords(name, search))
  const people = db.select({ id }).from(contactListMember).where(chosen)
  const found = await pageOf(db, people, paging, [...by, id], name ? most : undefined)
  const ids = found.items.map(item => item.id)
  const rows = await db
    .select({ id, ...known, ...ofAccount })
    .from(contactListMember)
    .leftJoin(account, theirs)
    .where(and(sql`${id} = any(${sql.param(ids)}::uuid[])`, visible(viewer)))
  const byId = new Map(rows.map(row => [row.id, row]))
  return { items: ids.flatMap(one => byId.get(one) ?? []), total: found.total }
}

/** All people of a list whom the viewer sees, in slices: more rows at once would keep other requests waiting. */
export async function* peopleOf(db: Db, viewer: Viewer, list: ListRow) {
  const { address } = contactListMember
  const isDynamic = list.type === 'dynamic'
  // in the order of an index
  const key = isDynamic ? account.email : address
  for (let after: string | undefined, isWhole = true; isWhole; ) {
    const further = after === undefined ? undefined : gt(key, after)
    const rows = isDynamic
      ? await db
          .select({
            key: account.email,
            email: account.email,
            firstname: account.firstname,
            lastname: account.lastname,
          })
          .from(account)
          .where(and(found(viewer, list), further))
          .orderBy(key)
          .limit(SLICE)
      : await db
          .select({ key: address, ...known })
          .from(contactListMember)
          .where(and(eq(contactListMember.listId, list.id), visible(viewer), further))
          .orderBy(key)
          .limit(SLICE)
    yield rows
    after = rows.at(-1)?.key
    isWhole = rows.length === SLICE
  }
}

/** How many people of each list the viewer sees; of a dynamic one at most one more than `COUNTED`. */
export async function countMembers(
  db: Db,
  viewer: Viewer,
  lists: readonly ListRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = lists.filter(({ type }) => type === 'static').map(({ id }) => id)
  const rows = await db
    .select({ id: contactListMember.listId, members: count() })
    .from(contactListMember)
    .where(and(sql`${contactListMember.listId} = any(${sql.param(ids)}::uuid[])`, visible(viewer)))
    .groupBy(contactListMember.listId)
  const counts = new Map(rows.map(({ id, members }) => [id, members]))
  for (const list of lists)
    if (list.type === 'dynamic') {
      const some = db
        .select({ id: account.id })
        .from(account)
        .where(found(viewer, list))
        .limit(COUNTED + 1)
      counts.set(list.id, await db.$count(some.as('counted')))
    }
  return counts
}

/** How many people a static list holds, whoever sees them. */
export const sizeOf = (db: Db, listId: string): Promise<number> =>
  db.$count(contactListMember, eq(contactListMember.listId, listId))

/** Adds people to a static list, and answers how many are new; the address of an account that the viewer sees stands for it. */
export async function insertMembers(
  db: Transaction,
  viewer: Viewer,
  list: ListRow,
  people: readonly NewMember[],
): Promise<number> {
  let added = 0
  await inBatches(people, async json => {
    const { rowCount } = await db.execute(sql`
      insert into contact_list_member (list_id, organisation_id, account_id, email, firstname, lastname, address)
      select ${list.id}, ${list.organisationId}, account.id, one.email, one.firstname, one.lastname, one.address
      from jsonb_to_recordset(${json}::jsonb) as one(email text, firstname text, lastname text, address text)
      left join account on account.email = one.email and account.organisation_id = ${list.organisationId}
        and ${and(isThere, seenBy(viewer))}
      order by account.id -- as all who lock accounts
      on conflict do nothing`)
    added += rowCount ?? 0
  })
  return added
}

/** Which of these addresses are in a static list. */
export async function addressesAmong(
  db: Db,
  listId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { address } = contactListMember
  const rows = await db
    .select({ address })
    .from(contactListMember)
    .where(and(eq(contactListMember.listId, listId), sql`${address} = any(${sql.param([...addresses])}::text[])`))
  return new Set(rows.map(row => row.address))
}

/** Removes people whom the viewer sees from a static list. */
export async function removeMembers(db: Transaction, viewer: Viewer, list: ListRow, ids?: readonly string[]) {
  const ofList = eq(contactListMember.listId, list.id)
  const named = ids && sql`${contactListMember.id} = any(${sql.param([...ids])}::uuid[])`
  const gone = and(ofList, named, visible(viewer))
  return (await db.delete(contactListMember).where(gone).returning({ id: contactListMember.id })).length
}

/** The accounts of an organization with these ids, as far as the viewer sees them. */
export async function usersAmong(db: Db, viewer: Viewer, organisationId: string, ids: readonly string[]) {
  const { email, firstname, lastname } = account
  const named = sql`${account.id} = any(${sql.param([...ids])}::uuid[])`
  return db
    .select({ email, firstname, lastname })
    .from(account)
    .where(and(named, eq(account.organisationId, organisationId), isThere, seenBy(viewer)))
}

/** A page of the users whom the viewer sees in a list's organization, by name. */
export function listUsers(
  db: Db,
  viewer: Viewer,
  org_id: string,
  { name, ...paging }: Paging & { name?: string | undefined },
) {
  const { id, email, firstname, lastname } = account
  const users = db
    .select({ user_id: id, email, name: fullNameOf({ firstname, lastname }) })
    .from(account)
    .where(matching(viewer, { org_id, name }, rightNow()))
  return pageOf(db, users, paging, [...byName(account), id], COUNTED)
}

/** Which of these addresses belong to accounts of an organization that are disabled, deleted, or whose term is over. */
export async function disabledAmong(
  db: Db,
  organisationId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const out = or(
    eq(account.state, 'disabled'),
    sql`${account.deletedAt} is not null`,
    sql`${account.endsAt} <= ${rightNow().toISOString()}::timestamptz`,
  )
  const named = sql`${account.email} = any(${sql.param([...emails])}::text[])`
  const rows = await db
    .select({ email: account.email })
    .from(account)
    .where(and(eq(account.organisationId, organisationId), named, out))
  return new Set(rows.map(({ email }) => email))
}
