import { z } from 'zod'
import { roles } from '#contract/call.ts'
import { call, callers } from '#contract/declare.ts'
import { instant, language, line, listOf, paging } from '#contract/fields.ts'
import { accountStates } from '#features/core/account/match.ts'
import { personStatuses } from '#features/core/account/rules.ts'

/** What people who meet in a pitch know of each other. */
const PersonCard = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  /** [ENT-039] */
  name: z.string(),
  avatar: z.string(),
  position: z.string(),
  company_name: z.string(),
  linkedin_publicProfileUrl: z.string(),
  status: z.enum(personStatuses),
  /** Only for the person and their admins. */
  email: z.string().optional(),
})
export type PersonCard = z.infer<typeof PersonCard>

/** [ENT-029, ENT-030, ENT-032, ENT-046] A whole account, for its admins. */
const UserInfo = z.object({
  /** Three names of one id, each of which is used by callers. */
  user_id: z.uuid(),
  userid: z.uuid(),
  easiio_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean(),
  mobile: z.string(),
  is_mobile_verified: z.boolean(),
  /** The chosen status, and the one that is shown. */
  head_image: z.string(),
  avatar: z.string(),
  company_name: z.string(),
  position: z.string(),
  location: z.string(),
  timezone: z.string(),
  preferred_timezone: z.string(),
  language,
  linkedin_publicProfileUrl: z.string(),
  status: z.enum(personStatuses),
  role_type_live: z.enum(roles),
  account_type: z.enum(roles),
  roles: z.array(z.enum(roles)),
  is_vc: z.boolean(),
  org_id: z.uuid(),
  org_name: z.string(),
  state: z.enum(accountStates),
  last_login: instant.nullable(),
  created_on: instant,
})
export type UserInfo = z.infer<typeof UserInfo>

const seraph = '/webapi/rest/app/token/UserSeraph'

/** Calls about other people. */
export const peopleCalls = {
  /** [CALL-074] Gets a user of the caller's organization. */
  getUserInfoById: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object({ id: z.uuid() }),
    output: UserInfo,
    errors: ['UserNotFound'],
  }),
  /**
   * [CALL-075] Gets a person of a pitch, or the caller. A person whom the caller meets in a pitch; without a `user_id`
   * the caller. `group_id` is the pitch's uuid: then only a person of that pitch. `join_session_flag` is of the old
   * wire and ignored: the session says it.
   */
  getPersonInfo: call({
    path: `${seraph}/userinfo`,
    who: callers.everyone,
    reads: true,
    input: z.object({
      user_id: z.uuid().optional(),
      group_id: z.uuid().optional(),
      join_session_flag: z.boolean().optional(),
    }),
    output: PersonCard,
    errors: ['UserNotFound'],
  }),
  /** [CALL-076] Gets a person by id. */
  getPersonInfoById: call({
    path: `${seraph}/InfoById`,
    who: callers.everyone,
    reads: true,
    input: z.object({ userid: z.uuid() }),
    output: PersonCard,
    errors: ['UserNotFound'],
  }),
  /** CALL-077: Lists the people whom the caller may know, by name. */
  getPeopleList: call({
    path: `${seraph}/List`,
    method: 'GET',
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, name: line(100).optional() }),
    output: listOf(PersonCard),
  }),
}
