import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { developerKey } from './tables.ts'

let stack: PitchStack
let open: { id: number; uuid: string }
let secret: { id: number; uuid: string }
beforeAll(async () => {
  stack = await startPitchStack()
  open = await stack.create('presenter', { is_public: true, presentation_name: 'Open day' })
  secret = await stack.create('presenter', { presentation_name: 'Behind doors' })
})
afterAll(() => stack.stop())

let count = 0
const keyOf = async (tag = `partner-${++count}`) => ({
  ...(await stack.as('admin').createDeveloperKey({ tag })),
  tag,
})
const guest = (email: string, uuid = open.uuid) => ({ uuid, email, firstname: 'Gus', lastname: 'Guest' })

describe("a partner's link", () => {
  it('[ROUTE-012] opens the public pitches of the organisation and no others', async () => {
    const { developerkey, link, tag } = await keyOf()
    expect(link).toBe(`${stack.frame.settings.publicUrl}/join-session1/${developerkey}/${tag}`)
    const { org_name, items } = await stack.as('nobody').getPartnerPitchList({ developerkey, tag })
    expect(org_name).toBe('Quill Ventures')
    expect(items.map(({ presentation_name }) => presentation_name)).toEqual(['Open day'])
    const [row] = await stack.db.select().from(developerKey).where(eq(developerKey.tag, tag))
    expect(row?.keyHash).not.toContain(developerkey)
    expect(row?.lastUsedAt).toBeTruthy()
  })

  it("[PROD-011] puts a guest on the list with the partner's tag, and mails them the link that lets them in", async () => {
    const { developerkey, tag } = await keyOf('acme.partners')
    const nobody = stack.as('nobody')
    await nobody.joinAsGuest({ developerkey, tag, ...guest('gus@guest.test') })
    const [mail] = await stack.mailsTo('gus@guest.test')
    const [row] = await stack.db.select().from(attendee).where(eq(attendee.email, 'gus@guest.test'))
    expect(row).toMatchObject({ pitchId: open.id, tag: 'acme.partners', firstname: 'Gus' })
    const { access_token } = await nobody.exchangeJoinLink({ uuid: open.uuid, access_token: stack.tokenIn(mail) })
    const joined = stack.withToken(access_token)
    expect(await joined.getJoinInfo({ uuid: open.uuid })).toMatchObject({ part: 'attendee', name: 'Gus Guest' })
    expect(await stack.db.select().from(account).where(eq(account.email, 'gus@guest.test'))).toMatchObject([
      { state: 'invited', roles: ['vc'], passwordHash: null },
    ])
    expect((await stack.as('presenter').getPitchAttendeeList({ uuid: open.uuid })).items[0]).toMatchObject({
      email: 'gus@guest.test',
      tag: 'acme.partners',
    })
  })

  it('makes one attendee of two racing guests, and does not reveal the list of attendees', async () => {
    const { developerkey, tag } = await keyOf()
    const join = () => stack.as('nobody').joinAsGuest({ developerkey, tag, ...guest('twin@guest.test') })
    expect(await Promise.all([join(), join()])).toEqual([{}, {}])
    expect(await stack.db.select().from(attendee).where(eq(attendee.email, 'twin@guest.test'))).toHaveLength(1)
    await stack.mailsTo('twin@guest.test')
    await stack.db.update(attendee).set({ removedAt: new Date() }).where(eq(attendee.email, 'twin@guest.test'))
    const before = (await stack.mailsTo('twin@guest.test')).length
    expect(await join()).toEqual({})
    await new Promise(done => setTimeout(done, 300))
    expect(await stack.mailsTo('twin@guest.test')).toHaveLength(before)
  })

  it('opens nothing that is not public, and nothing of another organisation', async () => {
    const { developerkey, tag } = await keyOf()
    const join = (uuid: string) => stack.as('nobody').joinAsGuest({ developerkey, tag, ...guest('x@guest.test', uuid) })
    await expect(join(secret.uuid)).rejects.toMatchObject({ code: 'PitchNotFound' })
    const theirs = await stack.create('lumenPresenter', { is_public: true })
    await expect(join(theirs.uuid)).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('is wrong with another tag, shortened, or revoked', async () => {
    const { id, developerkey, tag } = await keyOf()
    const other = await keyOf()
    const list = (given: { developerkey: string; tag: string }) => stack.as('nobody').getPartnerPitchList(given)
    for (const given of [
      { developerkey, tag: other.tag },
      { developerkey: developerkey.slice(1), tag },
      { developerkey: '', tag },
    ])
      await expect(list(given)).rejects.toMatchObject({ code: 'DeveloperKeyWrong' })
    await expect(stack.as('lumenAdmin').revokeDeveloperKey({ id })).rejects.toMatchObject({ code: 'DeveloperKeyWrong' })
    await stack.as('admin').revokeDeveloperKey({ id })
    await expect(list({ developerkey, tag })).rejects.toMatchObject({ code: 'DeveloperKeyWrong' })
    await expect(stack.as('admin').revokeDeveloperKey({ id })).rejects.toMatchObject({ code: 'DeveloperKeyWrong' })
  })

  it('has a tag that one link at a time carries, and that is plain', async () => {
    const make = (tag: string) => stack.as('admin').createDeveloperKey({ tag })
    expect(await outcomesOf([make('twice'), make('Twice')])).toEqual(['TagTaken', 'done'])
    for (const tag of ['', 'a b', '<script>', '../x', 'a/b'])
      await expect(make(tag)).rejects.toMatchObject({ code: 'InputInvalid' })
    const { items, total } = await stack.as('admin').getDeveloperKeyList({ name: 'twice' })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ created_by: 'Ada Admin', revoked: false })
    expect((await stack.as('lumenAdmin').getDeveloperKeyList({})).total).toBe(0)
  })
})

it('[PROD-008, PROD-009] co-hosts and moderators are users with a part in the pitches that name them', async () => {
  const { uuid } = await stack.create('presenter', {
    co_host: stack.people.coHost.email,
    moderator: stack.people.secondInvestor.email,
  })
  const part = async (name: 'coHost' | 'secondInvestor' | 'investor') =>
    (await stack.as(name).getJoinInfo({ uuid })).part
  expect(await part('coHost')).toBe('coHost')
  expect(await part('secondInvestor')).toBe('moderator')
  await expect(part('investor')).rejects.toMatchObject({ code: 'PitchNotFound' })
})

describe('an investor who never signs in', () => {
  it('[CALL-097, ENT-079] belongs to a user of the organisation', async () => {
    const fields = {
      account_type: 'entity',
      firstname: 'Ivy Family',
      lastname: 'Trust',
      owner_email: 'Investor@quill.test',
    } as const
    const sent = Object.keys(invitationsCalls.createNoLoginInvestorAccount.input.shape)
    expect(sent.toSorted()).toEqual([...Object.keys(fields), 'org_id'].toSorted())
    const { id } = await stack.as('useradmin').createNoLoginInvestorAccount(fields)
    const { items } = await stack.as('admin').getNoLoginInvestorAccountList({ name: 'family' })
    expect(items).toMatchObject([
      {
        id,
        account_type: 'entity',
        firstname: 'Ivy Family',
        owner_email: 'investor@quill.test',
        owner_name: 'Ivy Investor',
      },
    ])
    expect((await stack.as('lumenAdmin').getNoLoginInvestorAccountList({})).total).toBe(0)
    const nameless = stack
      .as('useradmin')
      .createNoLoginInvestorAccount({ ...fields, account_type: 'individual', lastname: '' })
    await expect(nameless).rejects.toMatchObject({ code: 'InputInvalid', fields: { lastname: 'required' } })
    const foreign = stack.as('lumenAdmin').createNoLoginInvestorAccount(fields)
    await expect(foreign).rejects.toMatchObject({ code: 'UserNotFound' })
    const org_id = stack.people.admin.organisationId
    const crossing = stack.as('lumenAdmin').createNoLoginInvestorAccount({ ...fields, org_id })
    await expect(crossing).rejects.toMatchObject({ code: 'NoPermission' })
    await stack.as('superadmin').createNoLoginInvestorAccount({ ...fields, org_id })
    await expect(stack.as('pitchadmin').createNoLoginInvestorAccount(fields)).rejects.toMatchObject({
      code: 'NotAllowed',
    })
  })
})
