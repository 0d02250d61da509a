import type { Role } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import { accountType, nameAndPlace, shownPicture } from '#features/access/profile/server/personalInfo.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import type { PersonCard, UserInfo } from '#features/admin/users/peopleCalls.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { findKnown, findWithin, listKnown } from './peopleQueries.ts'

/** [CALL-077] */
export const getPeopleList: Handler<typeof usersCalls.getPeopleList> = async ({ db, actor, input }) => {
  const { items, total } = await listKnown(db, actor, input)
  return { items: items.map(person => personCard(actor, person)), total }
}

/** [CALL-075] */
export const getPersonInfo: Handler<typeof usersCalls.getPersonInfo> = async ({ db, actor, input, fail }) => {
  const person = await findKnown(db, actor, input.user_id ?? actor.accountId, input.group_id)
  return person ? personCard(actor, person) : fail('UserNotFound')
}

/** [CALL-076] */
export const getPersonInfoById: Handler<typeof usersCalls.getPersonInfoById> = async ({ db, actor, input, fail }) => {
  const person = await findKnown(db, actor, input.userid)
  return person ? personCard(actor, person) : fail('UserNotFound')
}

/** [CALL-074] */
export const getUserInfoById: Handler<typeof usersCalls.getUserInfoById> = async ({ db, actor, input, fail }) => {
  const found = await findWithin(db, actor, input.id)
  return found ? userInfo(found.person, found.organisationName) : fail('UserNotFound')
}

/** What a caller may know of a person whom they meet; the address is for the person's admins. */
export function personCard(viewer: Actor, person: AccountRow): PersonCard {
  const { firstname, lastname, position, company_name, linkedin_publicProfileUrl, status } = nameAndPlace(person)
  return {
    user_id: person.id,
    firstname,
    lastname,
    name: fullName({ firstname, lastname }),
    avatar: shownPicture(person),
    position,
    company_name,
    linkedin_publicProfileUrl,
    status,
    ...(seesAddress(viewer, person) ? { email: person.email } : {}),
  }
}

function seesAddress(viewer: Actor, person: AccountRow): boolean {
  if (viewer.accountId === person.id) return true
  if (viewer.roles.includes('superadmin')) return true
  const administers = viewer.roles.includes('admin') || viewer.roles.includes('useradmin')
  return administers && viewer.organisationId === person.organisationId
}

/** [ENT-029, ENT-030, ENT-032, ENT-046] */
export const userInfo = (person: AccountRow, organisationName: string): UserInfo => ({
  user_id: person.id,
  userid: person.id,
  easiio_id: person.id,
  ...nameAndPlace(person),
  username: person.username ?? '',
  email: person.email,
  is_email_confirmed: person.emailConfirmedAt !== null,
  mobile: person.mobile ?? '',
  is_mobile_verified: person.mobileVerifiedAt !== null,
  head_image: person.headImage ?? '',
  avatar: shownPicture(person),
  role_type_live: accountType(person),
  account_type: accountType(person),
  roles: person.roles as Role[],
  is_vc: person.roles.includes('vc'),
  org_id: person.organisationId,
  org_name: organisationName,
  state: person.state,
  last_login: person.lastLoginAt?.toISOString() ?? null,
  created_on: person.createdAt.toISOString(),
})
