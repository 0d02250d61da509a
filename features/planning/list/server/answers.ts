import type { Role } from '#contract/call.ts'
import type { SuppressionKind } from '#features/notify/suppression/rules.ts'
import type { ContactList, Member } from '#features/planning/list/contract.ts'
import { type ListRow, mayChange, type Reader } from './queries.ts'

interface Found {
  readonly list: ListRow
  readonly org_name: string
  readonly owner_name: string
}

/** A list as the wire has it. */
export const listOf = (reader: Reader, { list, ...names }: Found, members: number): ContactList => ({
  id: list.id,
  list_name: list.name,
  description: list.description,
  list_type: list.type,
  shared: list.shared,
  dynamic: list.dynamic,
  members,
  ...names,
  is_owner: list.ownerId === reader.accountId,
  may_change: mayChange(reader, list),
  org_id: list.organisationId,
  deleted: list.deletedAt !== null,
  created_on: list.createdAt.toISOString(),
  updated_on: list.updatedAt.toISOString(),
})

interface FoundMember extends Pick<Member, 'id' | 'user_id' | 'email' | 'firstname' | 'lastname' | 'state'> {
  readonly company_name: string | null
  readonly roles: readonly string[] | null
}

/** A person of a list as the wire has them. */
export const memberOf = ({ roles, company_name, ...person }: FoundMember, held_by: SuppressionKind | null): Member => ({
  ...person,
  company_name: company_name ?? '',
  role: (roles?.[0] as Role | undefined) ?? null,
  held_by,
})
