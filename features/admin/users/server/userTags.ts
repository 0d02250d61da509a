import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Tag } from '#features/admin/users/userCalls.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { countTags, insertTag, type TagRow } from './tagQueries.ts'

/** So many tags an organisation may have; nobody finds their way through more. */
const MOST_TAGS = 500

/** CALL-157 [ERR-045] */
export const createUserTag: Handler<typeof usersCalls.createUserTag> = async context => {
  const { db, input, actor, now, fail } = context
  const organisationId = actor.roles.includes('superadmin')
    ? (input.org_id ?? actor.organisationId)
    : actor.organisationId
  if (!(await findOrganisation(db, organisationId))) return fail('NotFound')
  if ((await countTags(db, organisationId)) >= MOST_TAGS) return fail('TooManyTags')
  const { name, colour } = input
  const tag = (await insertTag(db, { organisationId, name, colour, createdAt: now })) ?? fail('TagExists')
  await writeAudit(context, { action: 'userTag.create', subject: tag.id, organisationId, detail: { name } })
  return tagOf(tag)
}

/** A tag as the wire has it. */
export const tagOf = ({ id, name, colour }: TagRow): Tag => ({ tag_id: id, name, colour })
