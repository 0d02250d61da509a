import { z } from 'zod'
import { roles } from '#contract/call.ts'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, email, filled, instant, line, listOf, paging, sorting, text, upload } from '#contract/fields.ts'
import { accountStates, matchFields } from '#features/core/account/match.ts'
import { History } from '#features/core/audit/history.ts'
import { contactProblems, MAX_CONTACTS_SENT_BYTES } from '#features/core/part/rules.ts'
import { suppressionKinds } from '#features/notify/suppression/rules.ts'
import { AT_ONCE, importOutcomes, listTypes, MOST_LISTS } from './rules.ts'

/** [ENT-069] The filter of a dynamic list; people have to match all of it. */
const Dynamic = z.object({ ...matchFields, state: z.enum(accountStates).optional() })
export type Dynamic = z.infer<typeof Dynamic>

/** [ENT-069] A contact list. */
export const ContactList = z.object({
  id: z.uuid(),
  list_name: z.string(),
  description: z.string(),
  list_type: z.enum(listTypes),
  /** [STATE-061, STATE-062] A shared list is the organization's to read and use, another one its owner's alone. */
  shared: z.boolean(),
  /** Null for a static list. */
  dynamic: Dynamic.nullable(),
  /** How many people the caller sees in it. Of a dynamic one 10,001 when there are more than 10,000. */
  members: z.number().int(),
  /** Empty once the owner's account is gone. */
  owner_name: z.string(),
  is_owner: z.boolean(),
  /** The owner may; so may admins, if it is shared. */
  may_change: z.boolean(),
  org_id: z.uuid(),
  org_name: z.string(),
  deleted: z.boolean(),
  created_on: instant,
  updated_on: instant,
})
export type ContactList = z.infer<typeof ContactList>

const Member = z.object({
  id: z.uuid(),
  /** Null for a person without an account of the organization. */
  user_id: z.uuid().nullable(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  company_name: z.string(),
  /** Null for a person without an account of the organization. */
  state: z.enum(accountStates).nullable(),
  role: z.enum(roles).nullable(),
  /** The suppression list that keeps mail from them, as far as the organization knows. */
  held_by: z.enum(suppressionKinds).nullable(),
})
export type Member = z.infer<typeof Member>

const Id = z.object({ id: z.uuid() })
const OfList = z.object({ list_id: z.uuid() })
const { adminKinds: who } = callers
const userIds = z.array(z.uuid()).max(AT_ONCE)
const memberQuery = {
  name: line(100).optional(),
  ...sorting(['name', 'email'], 'email', 'asc'),
}
const described = { list_name: filled(100), description: text(500) }
/** Five thousand ids, percent-encoded. */
const ID_BYTES = 300_000

export const listCalls = {
  /** [CALL-144] Lists the contact lists that the caller may use: their own, and the organization's shared ones. */
  getListList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      /** In the name and in the description. */
      name: line(100).optional(),
      list_type: z.enum(listTypes).optional(),
      shared: z.boolean().optional(),
      /** Only lists that the caller can restore. */
      deleted: z.boolean().default(false),
      /** Only a superadmin sees those of other organizations. */
      org_id: z.uuid().optional(),
      ...sorting(['name', 'created_on', 'updated_on'], 'name', 'asc'),
    }),
    output: listOf(ContactList),
  }),
  /** Gets a list. */
  getList: call({ who, reads: true, input: Id, output: ContactList, errors: ['ListNotFound'] }),
  /** Lists who changed what in a list, latest first. */
  getListHistory: call({
    who,
    reads: true,
    answer: 'results',
    input: Id.extend(paging),
    output: History,
    errors: ['ListNotFound'],
  }),
  /** [CALL-141] Creates a list, the caller's own. Only a super admin names another organization than their own. */
  createList: call({
    who,
    maxBytes: ID_BYTES,
    input: z.object({
      ...described,
      description: described.description.default(''),
      list_type: z.enum(listTypes),
      shared: z.boolean().default(false),
      /** Of a dynamic list. */
      dynamic: Dynamic.optional(),
      /** Of a static list. */
      user_ids: userIds.default([]),
      org_id: z.uuid().optional(),
    }),
    output: Id,
    errors: ['NoPermission', 'ListExists', 'TooManyLists', 'ListTypeForbids', 'UserNotFound', 'TagNotFound'],
  }),
  /**
   * [CALL-142] Changes a list; what is left out stays as it is. `user_ids` are all people of a static list from then on.
   * Its type never changes, and only its owner shares it.
   */
  updateList: call({
    who,
    maxBytes: ID_BYTES,
    input: z.object({
      id: z.uuid(),
      list_name: described.list_name.optional(),
      description: described.description.optional(),
      shared: z.boolean().optional(),
      dynamic: Dynamic.optional(),
      user_ids: userIds.optional(),
    }),
    output: Id,
    errors: ['NoPermission', 'ListNotFound', 'ListExists', 'ListTypeForbids', 'UserNotFound', 'TagNotFound'],
  }),
  /** [CALL-143] Deletes a list; its people stay. Can be undone for 30 days. */
  deleteList: call({ who, input: Id, errors: ['NoPermission', 'ListNotFound'] }),
  /** Undoes a deletion, unless the owner has given the name to another list since. */
  restoreList: call({ who, input: Id, errors: ['NoPermission', 'ListNotFound', 'ListExists'] }),
  /**
   * [CALL-045, ENT-071] Lists the people in a list: of a dynamic one those whom its filter finds now. `total` ends at
   * 10,001 in a dynamic list and in a search: more are not counted.
   */
  getListMemberDetailList: call({
    who,
    reads: true,
    answer: 'results',
    input: OfList.extend({ ...paging, ...memberQuery }),
    output: listOf(Member),
    errors: ['ListNotFound'],
  }),
  /** Lists the users who can be added to a list: those whom the caller sees, by name. `total` is at most 10,001. */
  getListUserList: call({
    who,
    reads: true,
    answer: 'results',
    input: OfList.extend({ ...paging, name: line(100).optional() }),
    output: listOf(z.object({ user_id: z.uuid(), name: z.string(), email: z.string() })),
    errors: ['ListNotFound'],
  }),
  /** Lists the tags by which a dynamic list can find users. */
  getListTagList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({ org_id: z.uuid().optional() }),
    output: listOf(z.object({ tag_id: z.uuid(), name: z.string() })),
  }),
  /** Adds users and mere contacts to a static list; those who are in it already are left as they are. */
  addListMembers: call({
    who,
    maxBytes: 1_700_000, // five thousand contacts and five thousand users, percent-encoded
    input: OfList.extend({
      user_ids: userIds.default([]),
      contacts: z
        .array(z.object({ email, firstname: line(80).default(''), lastname: line(80).default('') }))
        .max(AT_ONCE)
        .default([]),
    }).refine(({ user_ids, contacts }) => user_ids.length + contacts.length > 0, {
      path: ['user_ids'],
      error: 'required',
    }),
    output: z.object({ added: z.number().int(), known: z.number().int() }),
    errors: ['NoPermission', 'ListNotFound', 'ListTypeForbids', 'ListFull', 'UserNotFound'],
  }),
  /** Removes people from a static list. Answers how many. */
  deleteListMembers: call({
    who,
    maxBytes: ID_BYTES,
    input: OfList.extend({ ids: z.array(z.uuid()).min(1, { error: 'required' }).max(AT_ONCE) }),
    output: z.object({ removed: z.number().int() }),
    errors: ['NoPermission', 'ListNotFound', 'ListTypeForbids'],
  }),
  /**
   * [RULE-083, CONST-028] Adds the people of a CSV file in UTF-8 to a static list. `dry` says what would happen and changes
   * nothing. Entries that are wrong, or there twice, are left out.
   */
  importListMembers: call({
    who,
    body: 'multipart',
    maxFileBytes: MAX_CONTACTS_SENT_BYTES,
    input: OfList.extend({ file: upload('.csv'), dry: z.boolean() }),
    output: z.object({
      counts: z.record(z.enum(importOutcomes), z.number().int()),
      /** At most 500: first those that are left out. */
      lines: z.array(
        z.object({
          /** The line of the file, from 1. */
          line: z.number().int(),
          /** What the line says: the address, or what stands in its place. */
          email: z.string(),
          name: z.string(),
          outcome: z.enum(importOutcomes),
          problem: z.enum(contactProblems).nullable(),
        }),
      ),
    }),
    errors: ['NoPermission', 'ListNotFound', 'ListTypeForbids', 'ListFull', 'TableNotReadable'],
  }),
  /**
   * Exports the first people of a list as CSV, which can be imported again; the export is an entry of the audit log.
   */
  exportListMembers: call({ who, input: OfList.extend(memberQuery), output: csvOutput, errors: ['ListNotFound'] }),
  /**
   * Counts the people whom an invitation to these lists reaches: each once, without those who are disabled,
   * suppressed, among `emails`, or on the list of the pitch `uuid` already. Nobody is invited by it.
   */
  countListPeople: call({
    who: callers.pitchMakers,
    reads: true,
    maxBytes: 1_000_000,
    input: z.object({
      list_ids: z.array(z.uuid()).min(1, { error: 'required' }).max(MOST_LISTS),
      uuid: z.uuid().optional(),
      /** Addresses that are invited beside the lists. */
      emails: z.array(email).max(AT_ONCE).default([]),
    }),
    output: z.object({
      people: z.number().int(),
      /** All people of the lists; what follows is left out of them. */
      members: z.number().int(),
      twice: z.number().int(),
      known: z.number().int(),
      suppressed: z.number().int(),
      disabled: z.number().int(),
    }),
    errors: ['ListNotFound', 'PitchNotFound'],
  }),
}
