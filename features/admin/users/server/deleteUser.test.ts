import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { addNewcomer, deedsOn } from '#testing/newcomers.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { usersJobs } from './jobs.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const newcomer = (values?: Parameters<typeof addNewcomer>[1]) => addNewcomer(stack, values)
const rowOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]
const signInAs = (username: string, password: string) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password })

describe('#deleteUser', () => {
  it('[CALL-231] ends the sessions, hides the account, keeps the address, and can be undone', async () => {
    const { id, organisationId, email } = await newcomer({ firstname: 'Goner' })
    await givePassword(stack.db, id)
    const token = await openTestSession(stack.db, id, organisationId)
    await stack.as('useradmin').deleteUser({ user_id: id })
    await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
    expect((await signInAs(email, goodPassword)).body.error_code).toBe('WrongNameOrPassword')
    expect((await stack.as('admin').getUserListForEp({ name: 'goner' })).total).toBe(0)
    const deleted = await stack.as('admin').getUserListForEp({ name: 'goner', state: 'deleted' })
    expect(deleted.items[0]).toMatchObject({ user_id: id, state: 'deleted', removed_on: expect.any(String) })
    const create = (by: PersonName) =>
      stack.as(by).createUser({ email, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
    await expect(create('admin')).rejects.toMatchObject({ code: 'UserWasDeleted', fields: { email: 'UserWasDeleted' } })
    await expect(create('lumenAdmin')).rejects.toMatchObject({ code: 'EmailExists' })
    await expect(stack.as('admin').deleteUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })

    await stack.as('useradmin').restoreUser({ user_id: id })
    expect((await signInAs(email, goodPassword)).status).toBe(200)
    expect(await deedsOn(stack, id)).toEqual(expect.arrayContaining(['account.delete', 'account.restore']))
    await expect(stack.as('useradmin').restoreUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })
  })

  it('hands over the pitches that have not begun, all or none, and not without a new owner', async () => {
    const owner = await newcomer({ roles: ['presenter'] })
    const next = await newcomer({ roles: ['presenter'] })
    const token = await openTestSession(stack.db, owner.id, owner.organisationId)
    const { coHost } = stack.people
    const form = pitchForm()
    const plain = await stack.withToken(token).createPitchByPresenter(form)
    await stack.withToken(token).createPitchByPresenter({ ...form, co_host: coHost.email })
    const remove = (hand_over_to?: string) =>
      stack.as('admin').deleteUser({ user_id: owner.id, ...(hand_over_to ? { hand_over_to } : {}) })
    await expect(remove()).rejects.toMatchObject({ code: 'PitchesNeedOwner' })
    for (const id of [stack.people.investor.id, stack.people.lumenPresenter.id, coHost.id, owner.id])
      await expect(remove(id)).rejects.toMatchObject({ code: 'NewOwnerNotAllowed' })
    const ownerOf = async () => (await stack.db.select().from(pitch).where(eq(pitch.id, plain.id)))[0]?.userId
    expect(await ownerOf()).toBe(owner.id)
    await remove(next.id)
    expect(await ownerOf()).toBe(next.id)
    expect((await rowOf(owner.id))?.deletedAt).toBeTruthy()
    expect((await stack.mailsTo(next.email, 2)).length).toBeGreaterThanOrEqual(2)
  })

  it('is done once by two who race, and forgets the person after thirty days, not before', async () => {
    const { id, email } = await newcomer({ firstname: 'Forgotten', companyName: 'Past Ltd' })
    const twice = [1, 2].map(() => stack.as('admin').deleteUser({ user_id: id }))
    expect(await outcomesOf(twice)).toEqual(['UserNotFound', 'done'])
    const purge = () => usersJobs.purgeUser({ accountId: id }, stack.frame)
    await purge()
    expect((await rowOf(id))?.email).toBe(email)
    await stack.db
      .update(account)
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(account.id, id))
    await expect(stack.as('admin').restoreUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })
    await purge()
    const left = await rowOf(id)
    expect(left).toMatchObject({ firstname: '', lastname: '', companyName: '', username: null, passwordHash: null })
    expect(JSON.stringify(left)).not.toMatch(/Forgotten|Past Ltd|acts\d+x/)
    await stack.as('admin').createUser({ email, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
  })

  it('keeps a deleted person out of new invitations', async () => {
    const { id, email } = await newcomer()
    await stack.as('admin').deleteUser({ user_id: id })
    const before = await mailsTo(stack.db, email)
    await stack.create('presenter', { attendees_arr: [{ email }] })
    expect(await mailsTo(stack.db, email)).toHaveLength(before.length)
  })
})

describe('the limit of an organisation', () => {
  it('[ENT-075] gives the last place to one of two who race, and a disabled person’s place to another', async () => {
    const [home] = await stack.db.insert(organisation).values({ name: 'Tiny', companyUsersLimit: 2 }).returning()
    const org_id = home?.id ?? ''
    const create = (n: number) =>
      stack
        .as('superadmin')
        .createUser({ org_id, email: `tiny${n}@tiny.test`, firstname: 'T', lastname: `${n}`, role_type_live: 'vc' })
    const { user_id } = await create(1)
    expect(await outcomesOf([create(2), create(3)])).toEqual(['UserLimitReached', 'done'])
    await stack.as('superadmin').setUserDisabled({ user_id, disabled: true })
    await create(4)
    await expect(stack.as('superadmin').setUserDisabled({ user_id, disabled: false })).rejects.toMatchObject({
      code: 'UserLimitReached',
    })
    await stack.as('superadmin').deleteUser({ user_id })
    await stack.as('superadmin').restoreUser({ user_id })
  })
})
