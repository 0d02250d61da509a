import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { linkCodeOf } from '#testing/outbox.ts'
import { goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { pitchOf } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const newest = async (of: PersonName) => (await stack.as(of).getNoticeList({})).items[0]

describe('what people are told', () => {
  it('that a pitch is theirs to present', async () => {
    const pitch = await pitchOf(stack, 'presenter')
    await stack.as('admin').updatePitchUserId({ uuid: pitch.uuid, user_id: stack.people.coHost.id })
    expect(await newest('coHost')).toMatchObject({
      title: 'A pitch was assigned to you',
      content: expect.stringContaining('Harbour lights'),
      link: `/pitches/view/${pitch.id}`,
      op_name: 'Ada Admin',
    })
  })

  it('that their role has changed', async () => {
    await stack.as('admin').updateUserRole({ user_id: stack.people.presenter.id, role: 'pitchadmin' })
    const { id, organisationId } = stack.people.presenter
    const token = await openTestSession(stack.db, id, organisationId)
    const [told] = (await stack.withToken(token).getNoticeList({})).items
    expect(told).toMatchObject({ title: 'Your role has changed', content: expect.stringContaining('pitch admin') })
  })

  it('that their account is active, once they have set a password', async () => {
    const email = 'nia@quill.test'
    const person = { email, firstname: 'Nia', lastname: 'New', role_type_live: 'presenter' as const }
    await stack.as('admin').createUser(person)
    const link_code = await linkCodeOf(stack.db, email)
    await stack.as('nobody').resetPassword({ link_code, new_pass: goodPassword })
    const [row] = await stack.db.select().from(account).where(eq(account.email, email))
    const token = await openTestSession(stack.db, row?.id ?? '', row?.organisationId ?? '')
    expect((await stack.withToken(token).getNoticeList({})).items[0]?.title).toBe('Your account is active')
  })
})
