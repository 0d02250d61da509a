import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
let pitchUuid: string
let pitchId: number
beforeAll(async () => {
  stack = await startPitchStack()
  ;({ uuid: pitchUuid, id: pitchId } = await stack.create('presenter'))
  await stack.db
    .update(pitch)
    .set({ moderators: ['cohost@quill.test'] })
    .where(eq(pitch.id, pitchId))
  for (const who of ['investor', 'lumenInvestor'] as const) await invite(who)
  await stack.db
    .update(account)
    .set({
      position: 'Partner',
      companyName: 'Quill',
      linkedinProfileUrl: 'https://www.linkedin.com/in/ivy-investor',
      mobile: '+12025550143',
    })
    .where(eq(account.id, stack.people.investor.id))
})
afterAll(() => stack.stop())

async function invite(who: PersonName, to = pitchId) {
  const { id: accountId, email } = stack.people[who]
  const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, to))
  await stack.db.insert(attendee).values({ pitchId: to, accountId, email, organisationId: row?.organisationId ?? '' })
}
const idOf = (who: PersonName) => stack.people[who].id
const seen = (by: PersonName, who: PersonName, group_id?: string) =>
  stack
    .as(by)
    .getPersonInfo({ user_id: idOf(who), ...(group_id ? { group_id } : {}) })
    .then(() => true)
    .catch(failure => {
      expect(failure).toMatchObject({ code: 'UserNotFound' })
      return false
    })
const names = async (by: PersonName, input = {}) => {
  const { items, total } = await stack.as(by).getPeopleList({ limit: 200, ...input })
  expect(total).toBe(items.length)
  return items.map(({ firstname }) => firstname)
}

describe('#getPersonInfo, #getPersonInfoById', () => {
  it('[CALL-075, CALL-076, ENT-029, ENT-039, ENT-045] shows people who meet in a pitch each other’s card, and no more', async () => {
    const card = await stack.as('lumenInvestor').getPersonInfo({ user_id: idOf('investor'), join_session_flag: true })
    expect(card).toEqual({
      user_id: idOf('investor'),
      firstname: 'Ivy',
      lastname: 'Investor',
      name: 'Ivy Investor',
      avatar: '',
      position: 'Partner',
      company_name: 'Quill',
      linkedin_publicProfileUrl: 'https://www.linkedin.com/in/ivy-investor',
      status: 'online',
    })
    expect(await stack.as('lumenInvestor').getPersonInfoById({ userid: idOf('investor') })).toEqual(card)
    expect(await stack.as('presenter').getPersonInfoById({ userid: idOf('investor') })).toEqual(card)
  })

  it('shows the address to the person and their administrators alone', async () => {
    const addressFor = async (by: PersonName) => (await stack.as(by).getPersonInfo({ user_id: idOf('investor') })).email
    for (const by of ['investor', 'admin', 'useradmin', 'superadmin'] as const)
      expect(await addressFor(by), by).toBe('investor@quill.test')
    for (const by of ['presenter', 'coHost', 'lumenInvestor', 'pitchadmin'] as const)
      expect(await addressFor(by), by).toBeUndefined()
    expect((await stack.as('investor').getPersonInfo({})).email).toBe('investor@quill.test')
  })

  it('finds no person whom the caller does not meet, even in their own organisation', async () => {
    expect(await seen('investor', 'presenter')).toBe(true)
    expect(await seen('investor', 'coHost')).toBe(true)
    expect(await seen('investor', 'lumenInvestor')).toBe(true)
    expect(await seen('investor', 'secondInvestor')).toBe(false)
    expect(await seen('secondInvestor', 'investor')).toBe(false)
    expect(await seen('presenter', 'secondInvestor')).toBe(false)
    expect(await seen('lumenAdmin', 'lumenInvestor')).toBe(true)
    expect(await seen('lumenAdmin', 'investor')).toBe(false)
    expect(await seen('superadmin', 'lumenPresenter')).toBe(true)
  })

  it('looks in one pitch when one is named, and only in pitches of the own', async () => {
    expect(await seen('investor', 'lumenInvestor', pitchUuid)).toBe(true)
    const other = await stack.create('lumenPresenter')
    await invite('investor', other.id)
    expect(await seen('investor', 'lumenInvestor', other.uuid)).toBe(false)
    expect(await seen('investor', 'lumenPresenter', other.uuid)).toBe(true)
    expect(await seen('secondInvestor', 'lumenPresenter', other.uuid)).toBe(false)
    expect(await seen('investor', 'investor', '00000000-0000-4000-8000-000000000000')).toBe(false)
  })

  it('[ENT-010] hides who attends a pitch from those who lack the accreditation that it asks for, and not its team', async () => {
    const { id } = await stack.create('presenter', { presentation_name: 'Accredited only' })
    await invite('member', id)
    await invite('secondInvestor', id)
    await stack.db.update(pitch).set({ enforceAccredit: true }).where(eq(pitch.id, id))
    const accredit = (accreditedUntil: Date | null) =>
      stack.db
        .update(account)
        .set({ accreditedUntil })
        .where(eq(account.id, idOf('secondInvestor')))
    for (const until of [null, new Date(Date.now() - 1000)]) {
      await accredit(until)
      expect(await seen('secondInvestor', 'member')).toBe(false)
      expect(await names('secondInvestor')).not.toContain('Max')
      expect(await seen('secondInvestor', 'presenter')).toBe(true)
    }
    // its team is no investor
    expect(await seen('presenter', 'member')).toBe(true)
    await accredit(new Date(Date.now() + 60_000))
    expect(await seen('secondInvestor', 'member')).toBe(true)
    expect(await names('secondInvestor')).toContain('Max')
    await accredit(null)
    await stack.db.update(pitch).set({ deletedAt: new Date() }).where(eq(pitch.id, id))
  })

  it('forgets who was removed, disabled or whose pitch was deleted', async () => {
    const { id } = await stack.create('presenter', { presentation_name: 'Another' })
    await invite('member', id)
    await invite('secondInvestor', id)
    expect(await seen('member', 'secondInvestor')).toBe(true)
    const mine = eq(attendee.accountId, idOf('secondInvestor'))
    await stack.db.update(attendee).set({ removedAt: new Date() }).where(mine)
    expect([await seen('member', 'secondInvestor'), await seen('secondInvestor', 'member')]).toEqual([false, false])
    await stack.db.update(attendee).set({ removedAt: null, disabledAt: new Date() }).where(mine)
    expect(await seen('member', 'secondInvestor')).toBe(false)
    await stack.db.update(attendee).set({ disabledAt: null }).where(mine)
    expect(await seen('member', 'secondInvestor')).toBe(true)
    await stack.db.update(pitch).set({ deletedAt: new Date() }).where(eq(pitch.id, id))
    expect(await seen('member', 'secondInvestor')).toBe(false)
  })
})

describe('#getPeopleList', () => {
  it('[CALL-077] lists the people whom the caller may know, by GET, by name', async () => {
    expect(calls.getPeopleList.method).toBe('GET')
    expect(pathOf('getPeopleList', calls.getPeopleList)).toBe('/webapi/rest/app/token/UserSeraph/List')
    expect(await names('lumenInvestor')).toEqual(['Cora', 'Ivy', 'Lia', 'Paul'])
    expect(await names('lumenInvestor', { name: 'INVEST iv' })).toEqual(['Ivy'])
    expect((await names('lumenAdmin')).toSorted()).toEqual(['Lara', 'Leo', 'Lia'])
    expect((await names('superadmin')).length).toBe(Object.keys(stack.people).length)
  })

  it('is not searched by what it does not show', async () => {
    for (const name of ['quill.test', 'investor@', '+1202', 'ivy-investor', '%', '_'])
      expect(await names('lumenInvestor', { name }), name).toEqual([])
  })
})

describe('#getUserInfoById', () => {
  it('[CALL-074, ENT-029, ENT-030, ENT-032, ENT-046] answers the whole account within the fence', async () => {
    const id = idOf('investor')
    const info = await stack.as('admin').getUserInfoById({ id })
    expect(info).toEqual({
      user_id: id,
      userid: id,
      easiio_id: id,
      firstname: 'Ivy',
      lastname: 'Investor',
      username: 'investor',
      email: 'investor@quill.test',
      is_email_confirmed: false,
      mobile: '+12025550143',
      is_mobile_verified: false,
      head_image: '',
      avatar: '',
      company_name: 'Quill',
      position: 'Partner',
      location: '',
      timezone: 'America/New_York',
      preferred_timezone: '',
      language: 'en',
      linkedin_publicProfileUrl: 'https://www.linkedin.com/in/ivy-investor',
      status: 'online',
      role_type_live: 'vc',
      account_type: 'vc',
      roles: ['vc'],
      is_vc: true,
      org_id: stack.people.investor.organisationId,
      org_name: 'Quill Ventures',
      state: 'active',
      last_login: null,
      created_on: expect.stringMatching(/Z$/),
    })
    expect(await stack.as('superadmin').getUserInfoById({ id: idOf('lumenPresenter') })).toMatchObject({
      org_name: 'Lumen Partners',
    })
    for (const [by, who] of [
      ['lumenAdmin', 'investor'],
      ['useradmin', 'lumenInvestor'],
    ] as const)
      await expect(stack.as(by).getUserInfoById({ id: idOf(who) })).rejects.toMatchObject({ code: 'UserNotFound' })
  })
})
