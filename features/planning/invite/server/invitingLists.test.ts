import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { suppress } from '#features/notify/suppression/server/suppressing.ts'
import { contactList, contactListMember } from '#features/planning/list/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

let number = 0
async function create(...contacts: string[]) {
  const made = { list_name: `List ${++number}`, list_type: 'static', shared: true } as const
  const { id } = await stack.as('admin').createList(made)
  if (contacts.length > 0) {
    await stack.as('admin').addListMembers({ list_id: id, contacts: contacts.map(email => ({ email })) })
  }
  return id
}
const invite = (uuid: string, list_ids: string[], more = {}, by: PersonName = 'presenter') =>
  stack.as(by).invitePitchByManuallyContacts({ uuid, list_ids, ...more })
const invited = async (uuid: string) =>
  (await stack.as('presenter').getPitchAttendeeList({ uuid, limit: 200 })).items.map(({ email }) => email).sort()

describe('inviting from lists', () => {
  it('says how many people that is, and invites exactly these: each once, nobody disabled, suppressed or there already', async () => {
    const { uuid } = await stack.create('presenter')
    await stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: 'there@gmail.com' }] })
    const a = await create('one@x.test', 'Two@x.test', 'the.re@gmail.com', 'off@quill.test', 'blocked@x.test')
    const b = await create('two@x.test', 'three@x.test', 'typed@x.test')
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'blocked@x.test', reason: 'asked' })
    const off = { organisationId: stack.people.admin.organisationId, email: 'off@quill.test', roles: ['vc'] }
    await stack.db.insert(account).values({ ...off, state: 'disabled' })
    const of = { uuid, list_ids: [a, b, a], emails: ['typed@x.test'] }
    const counted = { people: 3, members: 8, twice: 2, known: 1, suppressed: 1, disabled: 1 }
    expect(await stack.as('presenter').countListPeople(of)).toEqual(counted)
    expect(await invited(uuid)).toEqual(['there@gmail.com'])
    const answer = await invite(uuid, [a, b, a], { attendees_arr: [{ email: 'typed@x.test' }] })
    expect(answer).toEqual({ invited: 4, known: 1, suppressed: 0, left_out: 2 })
    const all = ['one@x.test', 'there@gmail.com', 'three@x.test', 'two@x.test', 'typed@x.test']
    expect(await invited(uuid)).toEqual(all)
    expect(await stack.mailsTo('two@x.test')).toHaveLength(1)
    expect(await stack.as('presenter').countListPeople({ uuid, list_ids: [a, b] })).toMatchObject({
      people: 0,
      known: 6,
    })
  })

  it('tells nothing of complaints that others have met, and still mails nobody who has complained', async () => {
    const { uuid } = await stack.create('presenter')
    const secret = { kind: 'spam', address: 'complained@x.test', organisationId: null, source: 'ses' } as const
    await suppress(stack.db, stack.frame.settings, secret)
    const id = await create('complained@x.test')
    expect(await stack.as('presenter').countListPeople({ list_ids: [id] })).toMatchObject({ people: 1, suppressed: 0 })
    expect(await invite(uuid, [id])).toMatchObject({ invited: 1, suppressed: 1 })
    expect((await stack.mailsTo('complained@x.test')).filter(({ state }) => state === 'sent')).toEqual([])
  })

  it('freezes a dynamic list at the moment of sending', async () => {
    const { uuid } = await stack.create('presenter')
    const dynamic = { role: 'member' } as const
    const { id } = await stack.as('admin').createList({ list_name: 'All', list_type: 'dynamic', shared: true, dynamic })
    await invite(uuid, [id])
    await stack.as('admin').updateUserRole({ user_id: stack.people.secondInvestor.id, role: 'member' })
    expect(await invited(uuid)).toEqual(['member@quill.test'])
    expect(await stack.as('presenter').countListPeople({ uuid, list_ids: [id] })).toMatchObject({ people: 1, known: 1 })
  })

  it('reaches no user whom the caller may not see, nor by a list of another organization or person', async () => {
    const { uuid } = await stack.create('presenter')
    const dynamic = { name: 'admin@quill.test' }
    const { id } = await stack.as('admin').createList({ list_name: 'Us', list_type: 'dynamic', shared: true, dynamic })
    expect(await stack.as('admin').countListPeople({ list_ids: [id] })).not.toMatchObject({ people: 0 })
    expect(await stack.as('presenter').countListPeople({ list_ids: [id] })).toMatchObject({ people: 0 })
    const theirs = await stack.as('lumenAdmin').createList({ list_name: 'T', list_type: 'static', shared: true })
    const own = await stack.as('admin').createList({ list_name: 'Mine', list_type: 'static' })
    const missing = [invite(uuid, [theirs.id]), invite(uuid, [own.id]), invite(uuid, [theirs.id], {}, 'superadmin')]
    expect(await outcomesOf(missing)).toEqual(['ListNotFound', 'ListNotFound', 'ListNotFound'])
    expect(await invited(uuid)).toEqual([])
  })

  it('invites all of a list or nobody, while its owner shares and unshares it', async () => {
    const emails = Array.from({ length: 60 }, (_, n) => `race${n}@x.test`)
    const id = await create(...emails)
    for (let turn = 0; turn < 5; turn++) {
      const { uuid } = await stack.create('presenter')
      await stack.as('admin').updateList({ id, shared: true })
      const [outcome] = await Promise.all([
        outcomesOf([invite(uuid, [id])]),
        stack.as('admin').updateList({ id, shared: false }),
        stack.as('admin').updateList({ id, shared: true }),
      ])
      expect(await invited(uuid), String(outcome)).toHaveLength(outcome[0] === 'done' ? 60 : 0)
    }
  })

  it('takes five thousand people at most, and nobody where the list is gone', async () => {
    const { uuid } = await stack.create('presenter')
    const id = await create()
    const { organisationId } = stack.people.admin
    const rows = Array.from({ length: 5001 }, (_, n) => `many${n}@x.test`)
    for (let from = 0; from < rows.length; from += 1000)
      await stack.db
        .insert(contactListMember)
        .values(rows.slice(from, from + 1000).map(email => ({ listId: id, organisationId, email, address: email })))
    expect(await stack.as('presenter').countListPeople({ list_ids: [id] })).toMatchObject({ people: 5001 })
    expect(await outcomesOf([invite(uuid, [id])])).toEqual(['TooManyAttendees'])
    await stack.as('admin').deleteList({ id })
    expect(await outcomesOf([invite(uuid, [id])])).toEqual(['ListNotFound'])
    await stack.db.delete(contactList).where(eq(contactList.id, id))
    expect(await outcomesOf([stack.as('presenter').countListPeople({ list_ids: [id] })])).toEqual(['ListNotFound'])
    expect(await invited(uuid)).toEqual([])
    await expect(invite(uuid, [])).rejects.toMatchObject({ fields: { attendees_arr: 'required' } })
  }, 60_000)
})
