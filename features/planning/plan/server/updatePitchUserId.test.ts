import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const hand = (uuid: string, to: PersonName, who: PersonName = 'admin') =>
  stack.as(who).updatePitchUserId({ uuid, user_id: stack.people[to].id })

describe('updatePitchUserId', () => {
  it('[CALL-029, ENT-024] hands a pitch to another presenter, names them, and mails both', async () => {
    const { uuid } = await stack.create('presenter')
    const before = (await stack.mailsTo(stack.people.presenter.email)).length
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({ assignee: 'Paul Presenter' })
    await hand(uuid, 'coHost')
    expect(await stack.as('coHost').getPitchDetail({ uuid })).toMatchObject({
      part: 'owner',
      user_id: stack.people.coHost.id,
      assignee: 'Cora Cohost',
      presenter_name: 'Cora Cohost',
    })
    await expect(stack.as('presenter').getPitchDetail({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    const [appointed] = await stack.mailsTo(stack.people.coHost.email)
    expect(appointed).toMatchObject({ kind: 'pitchAppointment', calendar: expect.stringContaining('METHOD:REQUEST') })
    const mails = await stack.mailsTo(stack.people.presenter.email, before + 1)
    expect(mails.at(-1)?.subject).toBe('Handed over: Seed round of Acme')
    expect(mails.at(-1)?.calendar).toContain('METHOD:CANCEL')
    // whoever comes back gets a higher number than their cancellation
    expect(mails.at(-1)?.calendar).toMatch(/^SEQUENCE:1\r?$/m)
    expect(appointed?.calendar).toMatch(/^SEQUENCE:2\r?$/m)
    const [entry] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'pitch.assign'))
    expect(entry?.detail).toEqual({ from: stack.people.presenter.id, to: stack.people.coHost.id })
  })

  it('mails once when two requests race', async () => {
    const { uuid } = await stack.create('presenter')
    await Promise.all([1, 2, 3].map(() => hand(uuid, 'coHost')))
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, uuid))
    expect(entries.filter(entry => entry.action === 'pitch.assign')).toHaveLength(1)
  })

  it('refuses people of other organisations, people who may not present, and people with a part already', async () => {
    const { uuid } = await stack.create('presenter', { co_host: stack.people.coHost.email })
    for (const to of ['lumenPresenter', 'lumenAdmin', 'investor'] as const)
      await expect(hand(uuid, to)).rejects.toMatchObject({ code: 'UserNotFound' })
    await expect(hand(uuid, 'coHost')).rejects.toMatchObject({ code: 'PeopleNotDistinct' })
    await expect(hand(uuid, 'coHost', 'presenter')).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(hand(uuid, 'lumenPresenter', 'lumenAdmin')).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('refuses a pitch that has begun', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    await expect(hand(uuid, 'coHost')).rejects.toMatchObject({ code: 'PitchStateForbids' })
  })
})

describe('getAssigneeList', () => {
  it('lists the possible new owners by name, and finds them by name or address', async () => {
    const { uuid } = await stack.create('presenter', { co_host: stack.people.coHost.email })
    const list = async (input: object = {}) =>
      (await stack.as('admin').getAssigneeList({ uuid, ...input })).items.map(one => one.email)
    const { people } = stack
    const all = await list()
    expect(all).toContain(people.useradmin.email)
    for (const no of ['presenter', 'coHost', 'investor', 'lumenPresenter'] as const)
      expect(all).not.toContain(people[no].email)
    expect(await list({ name: 'uma' })).toEqual([people.useradmin.email])
    expect(await list({ name: '%' })).toEqual([])
    expect((await stack.as('admin').getAssigneeList({ uuid, limit: 1, page: 2 })).items).toHaveLength(1)
    await expect(stack.as('lumenAdmin').getAssigneeList({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})
