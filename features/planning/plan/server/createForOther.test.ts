import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const idOf = (who: keyof PitchStack['people']) => stack.people[who].id

describe('a pitch that an administrator plans for a presenter', () => {
  it('[ROUTE-093, ENT-024] belongs to the presenter whom the administrator names, and tells them by mail', async () => {
    for (const planner of ['admin', 'pitchadmin', 'superadmin'] as const) {
      const { uuid } = await stack.create(planner, { user_id: idOf('coHost'), presentation_name: `By ${planner}` })
      const detail = await stack.as('coHost').getPitchDetail({ uuid })
      expect(detail).toMatchObject({ user_id: idOf('coHost'), part: 'owner', assignee: 'Cora Cohost' })
      const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, uuid))
      expect(noted).toMatchObject({ actorId: idOf(planner), detail: { owner: idOf('coHost') } })
    }
    const mails = await stack.mailsTo(stack.people.coHost.email, 3)
    expect(mails.map(mail => mail.subject).join()).toContain('By pitchadmin')
  })

  it('belongs to the organisation of the presenter whom a superadmin names', async () => {
    const { uuid } = await stack.create('superadmin', { user_id: idOf('lumenPresenter') })
    expect(await stack.as('lumenAdmin').getPitchDetail({ uuid })).toMatchObject({ part: 'admin' })
    await expect(stack.as('admin').getPitchDetail({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('is refused to callers who are no administrators, and for owners who may not present', async () => {
    await expect(stack.create('presenter', { user_id: idOf('coHost') })).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(stack.create('useradmin', { user_id: idOf('coHost') })).rejects.toMatchObject({ code: 'NoPermission' })
    for (const other of ['investor', 'lumenPresenter'] as const)
      await expect(stack.create('admin', { user_id: idOf(other) })).rejects.toMatchObject({ code: 'UserNotFound' })
  })

  it('[RULE-064] keeps presenter, co-hosts and moderators apart', async () => {
    const both = { user_id: idOf('coHost'), co_host: stack.people.coHost.email }
    await expect(stack.create('admin', both)).rejects.toMatchObject({ code: 'PeopleNotDistinct' })
  })

  it("offers presenters of the caller's organisation", async () => {
    const { items } = await stack.as('pitchadmin').getAssigneeList({ name: 'p', limit: 100 })
    const emails = items.map(person => person.email)
    expect(emails).toContain(stack.people.presenter.email)
    expect(emails).not.toContain(stack.people.lumenPresenter.email)
    expect(emails).not.toContain(stack.people.investor.email)
  })
})
