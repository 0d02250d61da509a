import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { notice } from '#features/notify/notice/server/tables.ts'
import { contactListMember } from '#features/planning/list/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { forgetPeopleBefore } from './queries.ts'
import { sendDue } from './sending.ts'
import { scheduledList, scheduledSend } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const moment = {
  scheduled_send_date: pitchForm().start_date,
  scheduled_send_time: '09:00',
  scheduled_send_noon: 'AM',
  scheduled_send_zone: 'America/New_York',
} as const

let uuid: string
beforeEach(async () => {
  ;({ uuid } = await stack.create('presenter'))
})
let number = 0
const contactsOf = (...emails: string[]) => ({ contacts: emails.map(email => ({ email })) })
async function create(by: PersonName, shared: boolean, ...emails: string[]) {
  const made = { list_name: `Later ${++number}`, list_type: 'static', shared } as const
  const { id } = await stack.as(by).createList(made)
  if (emails.length > 0) await stack.as(by).addListMembers({ list_id: id, ...contactsOf(...emails) })
  return id
}
const share = (id: string, shared: boolean) => stack.as('admin').updateList({ id, shared })
const plan = (
  list_ids: string[],
  { by = 'presenter', attendees_arr = [] }: { by?: PersonName; attendees_arr?: readonly { email: string }[] } = {},
) => stack.as(by).schedulePitch({ uuid, list_ids, ...moment, attendees_arr: [...attendees_arr] })
const invited = async () =>
  (await stack.as('presenter').getPitchAttendeeList({ uuid, limit: 200 })).items.map(({ email }) => email).sort()
async function stateOf(id: string) {
  const [send] = await stack.db.select().from(scheduledSend).where(eq(scheduledSend.id, id))
  if (!send) throw new Error(`send ${id} is gone`)
  return send
}
/** Runs the job of a send at its moment, as a server does whose clock has come there. */
const due = async (id: string) => sendDue(stack.frame, id, (await stateOf(id)).sendAt)
async function toldOf(kind: string, who: PersonName) {
  const ofWho = and(eq(notice.accountId, stack.people[who].id), eq(notice.kind, kind))
  const rows = await stack.db.select({ params: notice.params }).from(notice).where(ofWho)
  return rows.length
}

describe('invitations to contact lists that go out later', () => {
  it('reach the people who are in the lists at that moment: each once, nobody disabled, suppressed or there already', async () => {
    await stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: 'there@gmail.com' }] })
    const a = await create('admin', true, 'one@later.test', 'gone@later.test', 'the.re@gmail.com', 'off@quill.test')
    const b = await create('admin', true, 'One@later.test', 'named@later.test', 'blocked@later.test')
    const { id } = await plan([a, b, a], { attendees_arr: [{ email: 'named@later.test' }] })
    expect(await invited()).toEqual(['there@gmail.com'])

    const { items } = await stack.as('admin').getListMemberDetailList({ list_id: a })
    const ids = items.flatMap(one => (one.email === 'gone@later.test' ? [one.id] : []))
    await stack.as('admin').deleteListMembers({ list_id: a, ids })
    await stack.as('admin').addListMembers({ list_id: b, ...contactsOf('new@later.test') })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'blocked@later.test', reason: 'asked' })
    const off = { organisationId: stack.people.admin.organisationId, email: 'off@quill.test', roles: ['vc'] }
    await stack.db.insert(account).values({ ...off, state: 'disabled' })

    // two servers whose jobs wake at once
    await Promise.all([due(id), due(id), due(id)])
    expect(await invited()).toEqual(['named@later.test', 'new@later.test', 'one@later.test', 'there@gmail.com'])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', people: 3, leftOut: 2, missingLists: 0 })
    const [shown] = (await stack.as('presenter').getSchedulePitchList({ state: 'sent', limit: 200 })).items.filter(
      send => send.id === id,
    )
    expect(shown).toMatchObject({ attendees: 3, lists: 0, left_out: 2, missing_lists: 0 })
    expect(await stack.mailsTo('one@later.test')).toHaveLength(1)

    // what is in a list afterwards was not meant
    await stack.as('admin').addListMembers({ list_id: b, ...contactsOf('late@later.test') })
    await due(id)
    expect(await invited()).not.toContain('late@later.test')
    expect(await toldOf('sendListsGone', 'presenter')).toBe(0)
  })

  it('freeze a dynamic list at the moment of sending', async () => {
    const dynamic = { role: 'member' } as const
    const made = { list_name: 'Members', list_type: 'dynamic', shared: true, dynamic } as const
    const { id: list } = await stack.as('admin').createList(made)
    const { id } = await plan([list])
    const second = { user_id: stack.people.secondInvestor.id }
    await stack.as('admin').updateUserRole({ ...second, role: 'member' })
    await due(id)
    await stack.as('admin').updateUserRole({ user_id: stack.people.investor.id, role: 'member' })
    expect(await invited()).toEqual([stack.people.secondInvestor.email, 'member@quill.test'].sort())
    await stack.as('admin').updateUserRole({ ...second, role: 'vc' })
    await stack.as('admin').updateUserRole({ user_id: stack.people.investor.id, role: 'vc' })
  })

  it('reach nobody whom their planner may not see', async () => {
    const made = { list_name: 'Us', list_type: 'dynamic', shared: true, dynamic: { name: '@quill.test' } } as const
    const { id: list } = await stack.as('admin').createList(made)
    const { id } = await plan([list])
    await due(id)
    const all = await invited()
    expect(all).toContain('member@quill.test')
    expect(all).not.toContain(stack.people.admin.email)
  })

  it('do not need a list that is gone at the moment, and tell the presenter', async () => {
    const kept = await create('admin', true, 'kept@later.test')
    const lost = await create('admin', true, 'lost@later.test')
    const deleted = await create('admin', true, 'deleted@later.test')
    const { id } = await plan([kept, lost, deleted], { attendees_arr: [{ email: 'named@later.test' }] })
    await share(lost, false)
    await stack.as('admin').deleteList({ id: deleted })
    await due(id)
    expect(await invited()).toEqual(['kept@later.test', 'named@later.test'])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', people: 2, missingLists: 2 })
    expect(await toldOf('sendListsGone', 'presenter')).toBe(1)
  })

  it.each([
    ['lists', async (list: string): Promise<void> => void (await share(list, false))],
    [
      'nobody',
      async (list: string): Promise<void> => {
        await stack.as('presenter').invitePitchByManuallyContacts({ uuid, list_ids: [list] })
      },
    ],
    ['tooMany', (list: string) => fill(list, 5001)],
  ] as const)(
    'stay unsent when their lists have: %s',
    async (reason, happen) => {
      const list = await create('admin', true, 'only@later.test')
      const { id } = await plan([list])
      await happen(list)
      const before = await invited()
      const told = await toldOf('sendSkipped', 'presenter')
      await due(id)
      expect(await stateOf(id)).toMatchObject({ state: 'skipped', reason })
      expect(await invited()).toEqual(before)
      expect(await toldOf('sendSkipped', 'presenter')).toBe(told + 1)
    },
    60_000,
  )

  it('go to all of a list or to nobody in it, while its owner shares and unshares it', async () => {
    const emails = Array.from({ length: 40 }, (_, n) => `race${n}@later.test`)
    const list = await create('admin', true, ...emails)
    for (let turn = 0; turn < 5; turn++) {
      ;({ uuid } = await stack.create('presenter'))
      await share(list, true)
      const { id } = await plan([list], { attendees_arr: [{ email: 'named@later.test' }] })
      await Promise.all([due(id), share(list, false), share(list, true)])
      const { state, missingLists } = await stateOf(id)
      expect(state).toBe('sent')
      expect(await invited()).toHaveLength(missingLists === 0 ? 41 : 1)
    }
  })
})

async function fill(listId: string, count: number): Promise<void> {
  const { organisationId } = stack.people.admin
  const emails = Array.from({ length: count }, (_, n) => `many${n}@later.test`)
  for (let from = 0; from < count; from += 1000)
    await stack.db
      .insert(contactListMember)
      .values(emails.slice(from, from + 1000).map(email => ({ listId, organisationId, email, address: email })))
}

describe('the lists of a send', () => {
  it('are those that its planner may use, and hold no more people than one send takes', async () => {
    const theirs = (await stack.as('lumenAdmin').createList({ list_name: 'T', list_type: 'static', shared: true })).id
    const own = await create('admin', false, 'own@later.test')
    const gone = await create('admin', true)
    await stack.as('admin').deleteList({ id: gone })
    const many = await create('admin', true)
    await fill(many, 5001)
    const outcomes = await outcomesOf([plan([theirs]), plan([own]), plan([gone]), plan([many])])
    expect(outcomes).toEqual(['ListNotFound', 'ListNotFound', 'ListNotFound', 'TooManyAttendees'])
    await expect(plan([])).rejects.toMatchObject({ fields: { attendees_arr: 'required' } })
    await expect(
      stack.as('presenter').schedulePitch({ uuid, list_ids: [own], is_send_now: true }),
    ).rejects.toMatchObject({
      code: 'ListNotFound',
    })
    expect(await stack.as('admin').checkExistingScheduleByAdmin({ uuid })).toMatchObject({ exists: false })
    expect(await invited()).toEqual([])
  }, 60_000)

  it('are read with the rights of whoever chose them, and shown to nobody who may not see them', async () => {
    const own = await create('admin', false, 'own@later.test')
    const shared = await create('admin', true, 'shared@later.test')
    const { id } = await plan([own], { by: 'admin' })
    const presenter = stack.as('presenter')
    expect(await presenter.getSchedulePitch({ uuid })).toMatchObject({
      ...{ attendees: 0, lists: 1, list_ids: [own], others_list_ids: [own] },
    })
    expect(await stack.as('admin').getSchedulePitch({ uuid })).toMatchObject({ others_list_ids: [] })
    expect(await outcomesOf([presenter.countListPeople({ list_ids: [own] })])).toEqual(['ListNotFound'])
    // kept beside another one; taken out it cannot be chosen again
    await presenter.updateSchedulePitch({ id, uuid, ...moment, attendees_arr: [], list_ids: [own, shared] })
    await due(id)
    expect(await invited()).toEqual(['own@later.test', 'shared@later.test'])

    ;({ uuid } = await stack.create('presenter'))
    const { id: second } = await plan([own], { by: 'admin' })
    await presenter.updateSchedulePitch({ id: second, uuid, ...moment, attendees_arr: [], list_ids: [shared] })
    const again = presenter.updateSchedulePitch({ id: second, uuid, ...moment, attendees_arr: [], list_ids: [own] })
    expect(await outcomesOf([again])).toEqual(['ListNotFound'])
  })

  it('are added to the others, which stay with the people who chose them', async () => {
    const [shared, own] = [await create('admin', true, 'a@later.test'), await create('admin', false, 'b@later.test')]
    await plan([own], { by: 'admin' })
    const add = (list_ids: string[]) => stack.as('presenter').addToSchedulePitch({ uuid, list_ids })
    expect(await add([shared])).toEqual({ people: 0, lists: 1 })
    expect(await add([shared])).toEqual({ people: 0, lists: 0 })
    const { list_ids, others_list_ids } = await stack.as('presenter').getSchedulePitch({ uuid })
    expect(list_ids.toSorted()).toEqual([shared, own].toSorted())
    expect(others_list_ids).toEqual([own])
    const foreign = await create('lumenAdmin', true, 'c@later.test')
    expect(await outcomesOf([add([foreign])])).toEqual(['ListNotFound'])
  })

  it('are replaced, sent now, and planned again', async () => {
    const presenter = stack.as('presenter')
    const [a, b] = [await create('admin', true, 'a@later.test'), await create('admin', true, 'b@later.test')]
    const { id } = await plan([a])
    expect(await presenter.updateSendLaterAttendees({ uuid, attendees_arr: [], list_ids: [b] })).toEqual({
      attendees: 0,
    })
    await expect(presenter.updateSendLaterAttendees({ uuid, attendees_arr: [] })).rejects.toMatchObject({
      fields: { attendees_arr: 'required' },
    })
    await presenter.cancelSchedulePitch({ id, uuid })
    await presenter.updateSchedulePitch({ id, uuid, ...moment })
    expect(await presenter.getSchedulePitch({ uuid })).toMatchObject({ list_ids: [b] })
    await share(b, false)
    // a person is there to decide
    expect(await outcomesOf([presenter.updateSchedulePitch({ id, uuid, is_send_now: true })])).toEqual(['ListNotFound'])
    await share(b, true)
    const sent = await presenter.updateSchedulePitch({ id, uuid, is_send_now: true })
    expect(sent).toMatchObject({ state: 'sent', invited: 1, left_out: 0 })
    expect(await invited()).toEqual(['b@later.test'])
    expect(await stack.db.$count(scheduledList, eq(scheduledList.sendId, id))).toBe(0)
  })

  it('are lost with the role, the term or the account of whoever chose them', async () => {
    const list = await create('useradmin', false, 'mine@later.test')
    const planner = { user_id: stack.people.useradmin.id }
    const named = { by: 'useradmin', attendees_arr: [{ email: 'named@later.test' }] } as const
    const setEnd = (endsAt: Date | null) =>
      stack.db.update(account).set({ endsAt }).where(eq(account.id, planner.user_id))
    // a session ends with any of them
    const sends: { id: string }[] = []
    for (let n = 0; n < 3; n++) {
      ;({ uuid } = await stack.create('useradmin'))
      sends.push(await plan([list], named))
    }
    for (const [at, lose] of (['role', 'term', 'account'] as const).entries()) {
      const id = sends[at]?.id ?? ''
      if (lose === 'role') await stack.as('admin').updateUserRole({ ...planner, role: 'vc' })
      else if (lose === 'term') await setEnd(new Date(Date.now() - 1000))
      else await stack.as('admin').setUserDisabled({ ...planner, disabled: true })
      await due(id)
      expect(await stateOf(id)).toMatchObject({ state: 'sent', people: 1, missingLists: 1 })
      await stack.as('admin').updateUserRole({ ...planner, role: 'useradmin' })
      await setEnd(null)
      await stack.as('admin').setUserDisabled({ ...planner, disabled: false })
    }
  })

  it('are forgotten with the people of a send that was cancelled long ago', async () => {
    const list = await create('admin', true, 'old@later.test')
    const { id } = await plan([list])
    await stack.as('presenter').cancelSchedulePitch({ id, uuid })
    await stack.db
      .update(scheduledSend)
      .set({ updatedAt: sql`now() - interval '31 days'` })
      .where(eq(scheduledSend.id, id))
    await forgetPeopleBefore(stack.db, new Date(Date.now() - 30 * 86_400_000))
    expect(await stack.db.$count(scheduledList, eq(scheduledList.sendId, id))).toBe(0)
    const again = stack.as('presenter').updateSchedulePitch({ id, uuid, ...moment })
    expect(await outcomesOf([again])).toEqual(['ScheduleOver'])
  })
})
