import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { letter } from '#features/notify/mail/server/letter.ts'
import { mailTo } from '#features/notify/mail/server/queueMail.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { inTransaction } from '#server/context.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { notice } from './tables.ts'
import { tell } from './tell.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  for (const table of [auditEntry, notice, mailMessage]) await stack.db.delete(table)
})

const left = async () => ({
  entries: await stack.db.select().from(auditEntry),
  notices: await stack.db.select().from(notice),
  mails: await stack.db.select().from(mailMessage),
})

/** Does something of which all three tell, in a transaction. */
const act = (then = async () => {}) =>
  inTransaction(stack.frame, async work => {
    const { admin, presenter } = stack.people
    const actor = { accountId: admin.id, organisationId: admin.organisationId }
    const to = { email: presenter.email, language: 'zh-Hans', organisationId: presenter.organisationId } as const
    await tell(
      { ...work, frame: stack.frame, actor, request: { ip: '10.0.0.1' } },
      {
        audit: { action: 'pitch.assign', subject: 'a pitch' },
        notice: {
          ...{ accountIds: [presenter.id, admin.id], kind: 'pitchAssigned', params: { title: 'Seed', pitchId: 7 } },
          by: admin.id,
        },
        mail: {
          ...{ ...mailTo(to), key: 'assigned', kind: 'pitchAppointment' },
          ...letter(to.language, { subject: 'Seed', paragraphs: ['A', 'B'], footer: ['C'] }),
        },
      },
    )
    await then()
  })

it('leaves an entry of who did what, a notice to people whom it concerns, and a mail', async () => {
  await act()
  const { admin, presenter } = stack.people
  const { entries, notices, mails } = await left()
  expect(entries).toMatchObject([
    {
      action: 'pitch.assign',
      subject: 'a pitch',
      actorId: admin.id,
      organisationId: admin.organisationId,
      ip: '10.0.0.1',
    },
  ])
  expect(notices).toMatchObject([{ accountId: presenter.id, kind: 'pitchAssigned', byAccountId: admin.id }])
  const { email: recipient, organisationId } = presenter
  expect(mails).toMatchObject([{ recipient, organisationId, language: 'zh-Hans', subject: 'Seed', key: 'assigned' }])
  expect(mails[0]?.html).toContain('<html lang="zh-Hans">')
})

it('leaves nothing of a deed that was not done', async () => {
  const failing = act(async () => {
    throw new Error('not done')
  })
  await expect(failing).rejects.toThrow('not done')
  expect(await left()).toEqual({ entries: [], notices: [], mails: [] })
})

it('mails the same only once', async () => {
  await act()
  await act()
  expect(await stack.db.select().from(mailMessage).where(eq(mailMessage.key, 'assigned'))).toHaveLength(1)
})

it('leaves out what is not asked for', async () => {
  await inTransaction(stack.frame, work => tell({ ...work, frame: stack.frame }, { notice: false, mail: undefined }))
  expect(await left()).toEqual({ entries: [], notices: [], mails: [] })
})
