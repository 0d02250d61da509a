import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { account } from '#features/core/account/server/tables.ts'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, seedPitch, startRooms } from '#testing/startRooms.ts'

// A person is deleted for good while others speak of them, invite them, act on them and have them back.

vi.mock('#features/talk/chat/server/pace.ts', () => ({
  mayWrite: () => true,
  mayReact: () => true,
  mayAttempt: () => true,
}))

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const tells = /Zephyrine|Quillon|zephyrine@/i
/** What stays, and why, is in docs/security.md. */
const stays = new Set(['audit_entry', 'commitment', 'commitment_withdrawn'])

async function tablesNaming(): Promise<string[]> {
  const { rows } = await stack.frame.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: all } = await stack.frame.pool.query(`select to_jsonb(t) as row from "${name}" t`)
    if (tells.test(JSON.stringify(all))) found.push(name)
  }
  return found.filter(name => !stays.has(name))
}

async function zephyrine(deletedAt: Date | null = null) {
  const { organisationId } = stack.people.admin
  const name = { firstname: 'Zephyrine', lastname: 'Quillon', username: `zephyrine${Date.now()}` }
  const own = { organisationId, email: `zephyrine@${randomUUID()}.test`, roles: ['vc'], state: 'active' as const }
  const [row] = await stack.db
    .insert(account)
    .values({ ...own, ...name, deletedAt })
    .returning()
  if (!row) throw new Error('no account')
  return row
}
const longAgo = () => new Date(Date.now() - 31 * 86_400_000)
const purge = (accountId: string) => usersJobs.purgeUser({ accountId }, stack.frame)

it('leaves no name behind that the console wrote, whatever others write meanwhile', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await zephyrine()
    const pitch = await livePitch(stack, { showQuestion: true })
    const { pitch_uuid, group_uuid } = pitch
    const { seedAttendee } = await import('#testing/startRooms.ts')
    const { token } = await seedAttendee(stack, pitch.made, person)
    const own = stack.withToken(token)
    const said = await Promise.all([1, 2, 3, 4].map(() => pitch.say(own)))
    const asking = { pitch_uuid, is_named: true, content: 'And then?' }
    const asked = await own.askQuestion({ ...asking, local_question_id: randomUUID() })
    await stack.db.update(account).set({ deletedAt: longAgo() }).where(eq(account.id, person.id))

    const member = stack.as('member')
    const others = Array.from({ length: 8 }, (_, n) => [
      member.forwardMessages({ pitch_uuid, message_ids: [said[n % 4]?.id ?? 0] }),
      pitch.second.reactToMessage({ group_uuid, message_id: said[n % 4]?.id ?? 0, emoji: '👏', on: n % 2 === 0 }),
      member.updateQuestion({ pitch_uuid, question_id: asked.id, state: n % 2 ? 'answering' : 'waiting' }),
      member.updatePitchMuteChat({ pitch_uuid, is_mute_chat: n % 2 === 0, user_id: person.id }),
      member.removeAttendee({ pitch_uuid, user_id: person.id }),
      member.readmitAttendee({ pitch_uuid, user_id: person.id }),
      stack.as('presenter').getRoomPeople({ pitch_uuid }),
      stack.as('admin').startPitch({ uuid: pitch_uuid }),
    ]).flat()
    await Promise.all([Promise.allSettled(others), purge(person.id), purge(person.id)])
    expect(await tablesNaming()).toEqual([])
  }
}, 60_000)

it('forgets a person, or lets them be had back, and never half of both', async () => {
  for (let round = 0; round < 12; round++) {
    // the last moments of the thirty days
    const person = await zephyrine(new Date(Date.now() - 30 * 86_400_000 + 25))
    await new Promise(passed => setTimeout(passed, (round * 5) % 45))
    const restored = stack.as('admin').restoreUser({ user_id: person.id })
    const [, had] = await Promise.allSettled([purge(person.id), restored])
    await purge(person.id)
    const [row] = await stack.db.select().from(account).where(eq(account.id, person.id))
    if (had.status === 'fulfilled')
      expect(row).toMatchObject({ deletedAt: null, firstname: 'Zephyrine', email: person.email, state: 'active' })
    else {
      expect(had.reason).toMatchObject({ code: 'UserNotFound' })
      expect(row).toMatchObject({ firstname: '', state: 'disabled' })
    }
    await stack.db.update(account).set({ deletedAt: longAgo() }).where(eq(account.id, person.id))
    await purge(person.id)
  }
  expect(await tablesNaming()).toEqual([])
})

it('takes a person out of those who wait for an approval, and out of what its reviewers saw', async () => {
  const person = await zephyrine()
  const startsAt = new Date(Date.now() + 3 * 86_400_000)
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  const { uuid } = await seedPitch(stack, {
    ...{ userId: person.id, presenterName: 'Zephyrine Quillon', startsAt, endsAt },
  })
  const admin = stack.as('admin')
  await admin.setPitchPending({ uuid, reason: 'Look again' })
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await admin.schedulePitch({
    ...{ uuid, attendees_arr: [{ email: person.email }], scheduled_send_zone: 'UTC', scheduled_send_noon: 'AM' },
    ...{ scheduled_send_date: day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'), scheduled_send_time: '12:01' },
  })
  await admin.updateOrganisationSettings({ require_approval: true })
  await admin.invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: person.email }] })
  expect(await tablesNaming()).toEqual(
    expect.arrayContaining(['pitch', 'pitch_review', 'scheduled_person', 'waiting_invitee']),
  )
  await stack.db.update(account).set({ deletedAt: longAgo() }).where(eq(account.id, person.id))
  await purge(person.id)
  expect(await tablesNaming()).toEqual([])
})
