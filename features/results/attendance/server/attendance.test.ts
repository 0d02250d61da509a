import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitchJobs } from '#features/core/pitch/server/feature.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { openSockets } from '#features/room/room/server/sockets/sockets.ts'
import { beat, closeLostStays, openStays } from '#features/room/room/server/stays.ts'
import { attendance, pageView } from '#features/room/room/server/tables.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { startStack } from '#testing/startStack.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const staysOf = (pitchId: number, db = stack.db) => db.select().from(attendance).where(eq(attendance.pitchId, pitchId))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('attendance', () => {
  it('is one stay for several windows and a reload, from the first to the last of them', async () => {
    const made = await seedPitch(stack, { state: 'inProgress', realStartAt: minutesAgo(10) })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const first = stack.connect({ token }, made.uuid)
    const second = stack.connect({ token }, made.uuid)
    const both = [follow(first), follow(second)]
    await until(() => both.every(one => one.first))
    first.disconnect()
    second.disconnect()
    const again = stack.connect({ token }, made.uuid)
    const seen = follow(again)
    await until(() => seen.first)
    again.disconnect()
    await closed(again)
    const left = Date.now()
    await until(async () => (await staysOf(made.id)).some(stay => stay.leftAt), 6000)
    const stays = await staysOf(made.id)
    expect(stays).toHaveLength(1)
    expect(Math.abs((stays[0]?.leftAt?.getTime() ?? 0) - left)).toBeLessThan(1000)
  }, 15_000)

  it('shows who came, when, for how long of the live pitch, and how long each had each slide in view', async () => {
    const made = await seedPitch(stack, { state: 'over', realStartAt: minutesAgo(60), realEndAt: minutesAgo(10) })
    const serverId = crypto.randomUUID()
    const stay = (
      who: 'investor' | 'secondInvestor' | 'presenter',
      from: number,
      to: number | null,
      part = 'attendee',
    ) => ({
      pitchId: made.id,
      accountId: stack.people[who].id,
      serverId,
      part: part as 'attendee',
      joinedAt: minutesAgo(from),
      leftAt: to === null ? null : minutesAgo(to),
    })
    await stack.db.insert(attendance).values([
      stay('investor', 70, 50), // ten minutes early
      stay('investor', 55, 40), // on another server at the same time
      stay('investor', 30, 5), // five minutes late
      stay('secondInvestor', 20, null),
      stay('presenter', 70, 5, 'owner'),
    ])
    await stack.db.insert(deckFile).values({
      ...{ organisationId: made.organisationId, pitchId: made.id, uploadedBy: made.userId },
      ...{ name: 'deck.pdf', type: 'pdf', size: 1000, status: 'ready', pages: 3 },
    })
    await stack.db.insert(pageView).values([
      { pitchId: made.id, accountId: stack.people.investor.id, page: 3, milliseconds: 95_400 },
      { pitchId: made.id, accountId: stack.people.investor.id, page: 1, milliseconds: 1500 },
    ])
    const presenter = stack.as('presenter')
    const { items, total } = await presenter.getPitchAttendance({ pitch_uuid: made.uuid })
    expect(total).toBe(2)
    expect(items[0]).toMatchObject({
      user_id: stack.people.investor.id,
      name: 'Ivy Investor',
      email: stack.people.investor.email,
      seconds: 40 * 60,
      pages: [
        { page: 1, seconds: 2 },
        { page: 3, seconds: 95 },
      ],
    })
    // a stay ends with the pitch, whether the attendee closed the page late or still has it open
    const { real_end_time: end } = await presenter.getPitchDetail({ uuid: made.uuid })
    expect(items.map(item => item.left_at)).toEqual([end, end])
    expect(Date.parse(items[0]?.left_at ?? '') - Date.parse(items[0]?.joined_at ?? '')).toBeCloseTo(60 * 60_000, -3)
    expect(items[1]).toMatchObject({ seconds: 600, pages: [] })
    const searched = await presenter.getPitchAttendance({ pitch_uuid: made.uuid, name: 'ines' })
    expect(searched.items.map(item => item.user_id)).toEqual([stack.people.secondInvestor.id])
    for (const name of ["' or 1=1 --", '%', '_____', '\\'])
      expect((await presenter.getPitchAttendance({ pitch_uuid: made.uuid, name })).total).toBe(0)
    await expect(stack.as('lumenAdmin').getPitchAttendance({ pitch_uuid: made.uuid })).rejects.toThrow('PitchNotFound')
  })

  it('ends with the pitch while people keep the page open, and goes on when it is opened and presented again', async () => {
    const made = await seedPitch(stack)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const presenter = stack.as('presenter')
    const [uuid, pitch_uuid] = [made.uuid, made.uuid]
    const came = async () => (await presenter.getPitchAttendance({ pitch_uuid })).items
    await presenter.startPitch({ uuid })
    const seen = follow(stack.connect({ token }, uuid))
    await until(() => seen.first)
    await until(async () => (await came()).length === 1)
    expect(await came()).toMatchObject([{ left_at: null }])
    await presenter.endPitch({ uuid })
    const { real_end_time } = await presenter.getPitchDetail({ uuid })
    expect(await came()).toMatchObject([{ user_id: stack.people.investor.id, left_at: real_end_time }])
    expect((await staysOf(made.id)).filter(stay => stay.leftAt === null)).toHaveLength(1)
    await pitchJobs.finishPitch({ pitchId: made.id }, stack.frame)
    await presenter.RestartPitch({ uuid })
    await presenter.startPitch({ uuid })
    expect(await came()).toMatchObject([{ user_id: stack.people.investor.id, left_at: null }])
  }, 20_000)

  it('names the invitees who did not come: not who came, who was removed, nor who runs the pitch', async () => {
    const { people } = stack
    const made = await seedPitch(stack, {
      ...{ state: 'over', realStartAt: minutesAgo(60), realEndAt: minutesAgo(10), coHosts: [people.coHost.email] },
    })
    for (const who of [people.investor, people.secondInvestor, people.coHost, people.member])
      await seedAttendee(stack, made, who)
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: people.member.id })
    const stay = { pitchId: made.id, serverId: crypto.randomUUID(), part: 'attendee' as const }
    await stack.db.insert(attendance).values([
      { ...stay, accountId: people.investor.id, joinedAt: minutesAgo(20), leftAt: minutesAgo(15) },
      // who looks in when all is over was not there
      { ...stay, accountId: people.secondInvestor.id, joinedAt: minutesAgo(5), leftAt: null },
    ])
    const listed = async (who: 'came' | 'absent' | 'all') =>
      (await stack.as('presenter').getPitchAttendance({ pitch_uuid: made.uuid, who })).items
    const ids = async (who: 'came' | 'absent' | 'all') => (await listed(who)).map(item => item.user_id)
    expect(await ids('came')).toEqual([people.investor.id])
    expect(await ids('absent')).toEqual([people.secondInvestor.id])
    expect(await ids('all')).toEqual([people.investor.id, people.secondInvestor.id])
    expect((await listed('absent'))[0]).toMatchObject({ joined_at: null, left_at: null, seconds: 0, pages: [] })
    const { csv } = await stack.as('presenter').exportPitchReport({ uuid: made.uuid, kind: 'attendance' })
    expect(csv.split('\r\n')[2]).toBe(`Ines Second,${people.secondInvestor.email},,,0`)
  })

  it('counts what a person watches, on the page that the room shows', async () => {
    const made = await seedPitch(stack, { state: 'scheduled', isPublic: true })
    const client = stack.connect('investor', made.uuid)
    const seen = follow(client)
    await until(() => seen.first)
    client.emit('watching', { visible: true })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await until(() => seen.view?.room.status === 2)
    await new Promise(resolve => setTimeout(resolve, 1200))
    client.emit('watching', { visible: false })
    await new Promise(resolve => setTimeout(resolve, 300))
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await until(async () => (await stack.db.select().from(pageView).where(eq(pageView.pitchId, made.id))).length > 0)
    const rows = await stack.db.select().from(pageView).where(eq(pageView.pitchId, made.id))
    expect(rows).toMatchObject([{ accountId: stack.people.investor.id, page: 1 }])
    expect(Math.abs((rows[0]?.milliseconds ?? 0) - 1200)).toBeLessThan(250)
  })

  it('ends the stays of a server that died when that was last seen, and of no other', async () => {
    // a database without a running server, which would end these stays itself
    const { db, people, stop } = await startStack()
    const made = await seedPitch({ db, people })
    const [dead, alive, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const now = new Date()
    const lastSeen = minutesAgo(3)
    await beat(db, dead, lastSeen)
    await beat(db, alive, now)
    await beat(db, own, now)
    const stay = (serverId: string, joinedAt: Date) => ({
      id: crypto.randomUUID(),
      pitchId: made.id,
      accountId: people.investor.id,
      serverId,
      part: 'attendee' as const,
      joinedAt,
    })
    await openStays(db, [stay(dead, minutesAgo(9)), stay(dead, minutesAgo(2)), stay(alive, minutesAgo(9))])
    await closeLostStays(db, own, now, false)
    const [old, late, other] = (await staysOf(made.id, db)).toSorted((a, b) =>
      a.serverId === b.serverId ? a.joinedAt.getTime() - b.joinedAt.getTime() : a.serverId === dead ? -1 : 1,
    )
    expect(old?.leftAt).toEqual(lastSeen)
    expect(late?.leftAt).toEqual(late?.joinedAt)
    expect(other?.leftAt).toBeNull()
    await closeLostStays(db, own, now, true)
    expect((await staysOf(made.id, db)).every(stay => stay.leftAt)).toBe(true)
    await stop()
  })

  it('is written when the server stops', async () => {
    const made = await seedPitch(stack)
    const other = openSockets(stack.frame)
    await new Promise(resolve => setTimeout(resolve, 100))
    await other.close()
    expect(await staysOf(made.id)).toEqual([])
  })
})

describe('getRoomPeople', () => {
  it('[ENT-089, ENT-090, PERM-038, PERM-039] shows the people of a room, present ones first, with what a row needs', async () => {
    const { people } = stack
    await stack.db
      .update(account)
      .set({
        position: 'Partner',
        companyName: 'Quill',
        linkedinProfileUrl: 'https://linkedin.test/ivy',
        headImage: '/ivy.png',
      })
      .where(eq(account.id, people.investor.id))
    const made = await seedPitch(stack, {
      coHosts: [people.coHost.email],
      moderators: [people.member.email],
      state: 'inProgress',
    })
    const { token } = await seedAttendee(stack, made, people.investor)
    await seedAttendee(stack, made, people.secondInvestor)
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.signals.length > 0)
    const attendeeSees = await stack.withToken(token).getRoomPeople({ pitch_uuid: made.uuid })
    expect(attendeeSees.items.map(({ id, part, line }) => [id, part, line])).toEqual([
      [people.investor.id, 'attendee', true],
      [people.presenter.id, 'owner', false],
      [people.coHost.id, 'coHost', false],
      [people.member.id, 'moderator', false],
      [people.secondInvestor.id, 'attendee', false],
    ])
    expect(attendeeSees).toMatchObject({ total: 5, here: 1 })
    expect(attendeeSees.items[0]).toEqual({
      id: people.investor.id,
      name: 'Ivy Investor',
      firstname: 'Ivy',
      lastname: 'Investor',
      avatar: '/ivy.png',
      sign: 'Partner',
      company_name: 'Quill',
      linkedin_publicProfileUrl: 'https://linkedin.test/ivy',
      part: 'attendee',
      line: true,
      removed: false,
      guest: '',
    })
    const found = await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid, name: 'quill' })
    expect(found.items.map(item => item.id)).toEqual([people.investor.id])
    await stack.as('member').removeAttendee({ pitch_uuid: made.uuid, user_id: people.secondInvestor.id })
    const after = await stack.withToken(token).getRoomPeople({ pitch_uuid: made.uuid })
    expect(after.items.map(item => item.id)).not.toContain(people.secondInvestor.id)
    await expect(stack.as('lumenAdmin').getRoomPeople({ pitch_uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    await stack.db.update(pitch).set({ deletedAt: new Date() }).where(eq(pitch.id, made.id))
    await expect(stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid })).rejects.toThrow('PitchNotFound')
  })

  it('pages through ten thousand people without slowing down', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { organisationId } = made
    for (let part = 0; part < 5; part++) {
      const rows = await stack.db
        .insert(account)
        .values(
          Array.from({ length: 2000 }, (_, i) => ({
            organisationId,
            email: `crowd${part * 2000 + i}@quill.test`,
            firstname: 'Guest',
            lastname: `${part * 2000 + i}`,
            roles: ['vc'],
            state: 'active' as const,
          })),
        )
        .returning({ id: account.id, email: account.email })
      await stack.db
        .insert(attendee)
        .values(rows.map(({ id, email }) => ({ pitchId: made.id, organisationId, accountId: id, email })))
    }
    const times: number[] = []
    for (const page of [1, 2, 250, 500]) {
      const began = performance.now()
      const { items, total } = await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid, page, limit: 20 })
      times.push(performance.now() - began)
      expect(items).toHaveLength(20)
      expect(total).toBe(10_001)
    }
    // A hint for the reader of the output; timings belong into bench/.
    console.log(`a page of 10,000 people: ${times.map(time => time.toFixed(0)).join(', ')} ms`)
  }, 30_000)
})
