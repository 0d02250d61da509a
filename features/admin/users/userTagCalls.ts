import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { filled, line, listOf } from '#contract/fields.ts'
import { tagColours } from '#features/core/account/match.ts'
import { Tag } from './userCalls.ts'

/** Only a super admin names another organization than their own. */
const organisation = { org_id: z.uuid().optional() }

/** The tags by which an organization groups its users. */
export const userTagCalls = {
  /** [CALL-157] Creates a tag. */
  createUserTag: call({
    who: callers.peopleAdmins,
    input: z.object({ ...organisation, name: filled(40), colour: z.enum(tagColours).default('grey') }),
    output: Tag,
    errors: ['NotFound', 'TagExists', 'TooManyTags'],
  }),
  /** [CALL-158] Renames a tag. */
  updateUserTag: call({
    who: callers.peopleAdmins,
    input: z.object({ tag_id: z.uuid(), name: filled(40), colour: z.enum(tagColours) }),
    output: Tag,
    errors: ['TagNotFound', 'TagExists'],
  }),
  /** [CALL-159] Deletes a tag. Removes it from all users. */
  deleteUserTag: call({
    who: callers.peopleAdmins,
    input: z.object({ tag_id: z.uuid() }),
    errors: ['TagNotFound'],
  }),
  /**
   * CALL-160: Lists the organization's tags by name, each with its number of users; for a super admin without
   * `org_id`, all.
   */
  getUserTagList: call({
    who: callers.peopleAdmins,
    reads: true,
    answer: 'results',
    input: z.object({ ...organisation, name: line(40).optional() }),
    output: listOf(Tag.extend({ org_id: z.uuid(), people: z.number().int() })),
  }),
}
