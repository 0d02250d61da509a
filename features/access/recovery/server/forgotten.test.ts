import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { policyAgreement } from '#features/access/policy/server/tables.ts'
import { emailChange } from '#features/access/profile/server/tables.ts'
import { investorProfile, invitation, registrationRequest } from '#features/access/registration/server/tables.ts'
import { loginLog } from '#features/access/session/server/tables.ts'
import { ticket, ticketMessage } from '#features/admin/support/server/tables.ts'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { notice } from '#features/notify/notice/server/tables.ts'
import { joinLink } from '#features/planning/invite/server/tables.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { feedback } from '#features/results/feedback/server/tables.ts'
import { pageRead } from '#features/room/room/server/tables.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { openTestSession } from '#testing/people.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { accountLink } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const email = 'zephyrine@quill.test'
const formerEmail = 'zephyrine.before@quill.test'
const mobile = '+4915112345678'
const ip = '203.0.113.77'
/** Whatever would tell who it was, also in base64. */
const tells = /zephyr|quillon|203\.0\.113\.77|15112345678|WmVwaHly|plcGh5c|aZXBoeX/i
/** What stays, and why, is in docs/security.md. */
const stays = new Set(['audit_entry', 'commitment'])

async function personToForget() {
  const { organisationId } = stack.people.admin
  const about = { firstname: 'Zephyrine', lastname: 'Quillon', companyName: 'Zephyr Ltd', mobile }
  const [row] = await stack.db
    .insert(account)
    .values({ organisationId, email, username: 'zephyrine', roles: ['presenter'], state: 'active', ...about })
    .returning()
  if (!row) throw new Error('no account was made')
  return row
}

/** Leaves a trace of a person in every table that the console writes. */
async function leaveTraces({ id, organisationId }: Awaited<ReturnType<typeof personToForget>>) {
  const { db, people } = stack
  const now = new Date()
  const later = new Date(now.getTime() + 3_600_000)
  const own = { accountId: id, organisationId }
  const presented = await seedPitch(stack, { userId: id, presenterName: 'Zephyrine Quillon' })
  const helped = await seedPitch(stack, { coHosts: [email] })
  const watched = await seedPitch(stack, { moderators: [people.member.email] })
  const { id: company_id } = await stack.as('admin').createCompany({ company_name: 'Harbour' })
  await stack.as('admin').createPresenterCompany({ company_id, user_id: id, title: 'Zephyrine’s chair' })
  await openTestSession(db, id, organisationId)
  const { attendeeId, token } = await seedAttendee(stack, watched, { id, email })
  await db.update(attendee).set({ firstname: 'Zephyrine', lastname: 'Quillon' }).where(eq(attendee.id, attendeeId))
  await db.insert(joinLink).values({ attendeeId, tokenHash: randomUUID(), expiresAt: later })
  await stack.as('presenter').startPitch({ uuid: watched.uuid })
  const group_uuid = await chatGroupOf(db, watched)
  const said = { group_uuid, local_msg_id: randomUUID(), notification_members: [people.member.id] }
  await stack.withToken(token).sendMessage({ ...said, content: 'Hello @Max Member' })
  await db.insert(pageRead).values({ pitchId: watched.id, accountId: id, fileId: randomUUID(), page: 1 })
  await db.insert(feedback).values({ ...own, pitchId: watched.id, choice: 'interested', contact: mobile, ip } as never)
  await db
    .insert(commitment)
    .values({ ...own, pitchId: watched.id, amountMinor: 100n, currency: 'USD', initials: 'ZQ', ip })
  const asked = { name: 'Zephyrine Quillon', language: 'en' as const, content: 'Help' }
  const [opened] = await db
    .insert(ticket)
    .values({ ...own, ...asked, email, contact: mobile })
    .returning()
  await db.insert(ticket).values({ ...asked, email })
  await db
    .insert(ticketMessage)
    .values({ ticketId: opened?.id ?? '', accountId: id, name: asked.name, isAnswer: false, content: 'More' })
  await createNotice(db, { accountIds: [id], kind: 'confirmEmail', params: { email } })
  for (const kind of ['invitationAccepted', 'ticketOpened'] as const)
    await createNotice(db, {
      accountIds: [people.admin.id],
      kind,
      params: { name: asked.name, number: 1 } as never,
      by: id,
    })
  const mail = { kind: 'x', language: 'en', subject: 'To Zephyrine', text: email, html: email, state: 'sent' as const }
  for (const recipient of [email, formerEmail, mobile])
    await db.insert(mailMessage).values({ ...mail, key: randomUUID(), recipient })
  for (const username of [email, 'Zephyrine']) {
    await db.insert(loginLog).values({ ...own, username, description: 'signedIn', ip })
    await db.insert(loginLog).values({ username, description: 'WrongNameOrPassword', ip } as never)
  }
  const invited = { organisationId, email, firstname: 'Zephyrine', lastname: 'Quillon', expiresAt: later }
  await db.insert(invitation).values({ ...invited, kind: 'standard', role: 'vc', createdBy: people.admin.id } as never)
  await db.insert(registrationRequest).values({ ...invited, kind: 'account', timezone: 'UTC' } as never)
  await db
    .insert(policyAgreement)
    .values({ accountId: id, policyType: 'privacy_policy', version: '1', filePath: '', at: now, ip })
  await db.insert(investorProfile).values({ accountId: id, investingExperience: 'none' } as never)
  await db
    .insert(emailChange)
    .values({ accountId: id, oldEmail: formerEmail, newEmail: email, requestedAt: now } as never)
  await db.insert(accountLink).values({
    accountId: id,
    purpose: 'setPassword',
    tokenHash: randomUUID(),
    sentTo: formerEmail,
    expiresAt: later,
  } as never)
  await writeAudit({ db, actor: own, request: { ip } }, { action: 'account.changeEmail', subject: id })
  return { presented, helped, attendeeId }
}

/** The tables in which anything tells of them. */
async function telling(): Promise<string[]> {
  const { rows } = await stack.frame.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: all } = await stack.frame.pool.query(`select to_jsonb(t) as row from "${name}" t`)
    if (tells.test(JSON.stringify(all))) found.push(name)
  }
  return found.sort()
}

it('a person who is deleted for good is named in no table but those that have to keep it', async () => {
  const person = await personToForget()
  const { presented, helped, attendeeId } = await leaveTraces(person)
  const before = await telling()
  expect(before.length).toBeGreaterThan(15)
  const deletedAt = new Date(Date.now() - 31 * 86_400_000)
  await stack.db.update(account).set({ deletedAt }).where(eq(account.id, person.id))
  const purge = () => usersJobs.purgeUser({ accountId: person.id }, stack.frame)
  await purge()
  expect((await telling()).filter(name => !stays.has(name))).toEqual([])

  const name = guestName(person.id)
  const told = await stack.db.select().from(notice).where(eq(notice.byAccountId, person.id))
  expect(told.map(({ kind }) => kind).sort()).toEqual(['chatMentioned', 'invitationAccepted', 'ticketOpened'])
  for (const { params, search } of told) {
    expect(params['name']).toBe(name)
    expect(search).toContain(name.toLowerCase())
  }
  const [shown] = await stack.db.select().from(pitch).where(eq(pitch.id, presented.id))
  expect(shown?.presenterName).toBe(name)
  const [run] = await stack.db.select().from(pitch).where(eq(pitch.id, helped.id))
  expect(run?.coHosts).toEqual([`deleted-${person.id}@deleted.invalid`])
  const [listed] = await stack.db.select().from(attendee).where(eq(attendee.id, attendeeId))
  expect(listed).toMatchObject({ firstname: '', disabledAt: expect.any(Date) })
  expect(await stack.db.$count(pageRead, eq(pageRead.accountId, person.id))).toBe(0)
  // of others everything stays
  expect(JSON.stringify(await stack.db.execute(sql`select * from ${account}`))).toContain('Ivy')
  await purge()
  expect((await telling()).filter(one => !stays.has(one))).toEqual([])
})
