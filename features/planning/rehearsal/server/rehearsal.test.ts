import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile, deckPage } from '#features/room/deck/server/tables.ts'
import { attendance, pageView, room } from '#features/room/room/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { rehearsalJobs } from './jobs.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A pitch with three slides, a co-host and a moderator. */
async function planned(more: Partial<typeof pitch.$inferInsert> = {}) {
  const { coHost, member } = stack.people
  const made = await seedPitch(stack, {
    noFile: false,
    isPublic: true,
    coHosts: [coHost.email],
    moderators: [member.email],
    ...more,
  })
  const { id: pitchId, organisationId, userId: uploadedBy } = made
  const file = { organisationId, pitchId, uploadedBy, name: 'deck.pdf', type: 'pdf', size: 1000 } as const
  const [deck] = await stack.db
    .insert(deckFile)
    .values({ ...file, status: 'ready', pages: 3 })
    .returning()
  for (const number of [1, 2, 3]) {
    const page = { fileId: deck?.id ?? '', number, width: 160, height: 90, text: `Page ${number}` }
    await stack.db.insert(deckPage).values({ ...page, key: `rehearse-${pitchId}-${number}`, notes: `Say ${number}` })
  }
  return made
}
const open = (uuid: string, who: PersonName = 'presenter') => stack.as(who).openRehearsal({ uuid })
const rowOf = async (uuid: string) => {
  const [row] = await stack.db.select().from(pitch).where(eq(pitch.uuid, uuid))
  return row ?? expect.fail('no such row')
}
const enter = async (who: PersonName | { token: string }, uuid: string) => {
  const client = stack.connect(who, uuid)
  const seen = follow(client)
  await until(() => seen.view ?? seen.refused)
  return { client, seen }
}
const countOf = async (table: string) => {
  const { rows } = await stack.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)
  return rows[0]?.n ?? 0
}

describe('a rehearsal', () => {
  it("is a room of its own with the pitch's slides, notes and time, and leaves the pitch as it is", async () => {
    const made = await planned()
    const before = await rowOf(made.uuid)
    const { uuid } = await open(made.uuid)
    expect(uuid).not.toBe(made.uuid)
    const { seen } = await enter('presenter', uuid)
    expect(seen.view?.room).toMatchObject({ status: 2, rehearsal: true, page: 1, pages: 3 })
    const presenter = stack.as('presenter')
    const { pages, total } = await presenter.sgGetPitchPagesData({ pitch_uuid: uuid })
    expect([total, pages.map(page => page.text)]).toEqual([3, ['Page 1', 'Page 2', 'Page 3']])
    // the pictures of the pitch itself, so that the browser has them cached
    expect(pages).toEqual((await presenter.sgGetPitchPagesData({ pitch_uuid: made.uuid })).pages)
    const { pages: notes } = await presenter.getPitchNotes({ pitch_uuid: uuid })
    expect(notes.map(({ notes }) => notes)).toEqual(['Say 1', 'Say 2', 'Say 3'])
    await presenter.sgUpdatePitchPages({ pitch_uuid: uuid, page: 3, action: 'right', index: 0 })
    await until(() => seen.view?.room.page === 3)
    const info = await presenter.getJoinInfo({ uuid })
    expect(info).toMatchObject({ rehearsal_of: made.uuid, status: 2, part: 'owner' })
    const started = Date.parse(seen.view?.room.startedAt ?? '')
    expect(Date.parse(info.end_date_raw) - started).toBe(made.endsAt.getTime() - made.startsAt.getTime())

    expect(await rowOf(made.uuid)).toEqual(before)
    const { status, current_page } = await presenter.getPitchStatus({ uuid: made.uuid })
    expect([status, current_page]).toEqual([0, 1])
    expect((await presenter.getJoinInfo({ uuid: made.uuid })).rehearsal_of).toBeUndefined()
  })

  it('is opened and ended only by the team of the pitch', async () => {
    const made = await planned()
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    for (const who of ['presenter', 'coHost', 'member', 'admin'] as const) {
      expect((await stack.as(who).getRehearsal({ uuid: made.uuid })).rehearsal).toBeNull()
      const { uuid } = await open(made.uuid, who)
      expect((await stack.as(who).getRehearsal({ uuid: made.uuid })).rehearsal).toMatchObject({ uuid, here: 0 })
      expect(await stack.as(who).endRehearsal({ uuid: made.uuid })).toEqual({ ended: true })
      expect(await stack.as(who).endRehearsal({ uuid: made.uuid })).toEqual({ ended: false })
    }
    const { uuid } = await open(made.uuid)
    for (const call of ['openRehearsal', 'endRehearsal', 'getRehearsal'] as const) {
      await expect(stack.as('investor')[call]({ uuid: made.uuid })).rejects.toThrow('NoPermission')
      await expect(stack.withToken(token)[call]({ uuid: made.uuid })).rejects.toThrow('NotAllowed')
      await expect(stack.as('lumenAdmin')[call]({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
      // a rehearsal is not rehearsed
      await expect(stack.as('presenter')[call]({ uuid })).rejects.toThrow('PitchNotFound')
    }
  })

  it("lets in no attendee, no join link and no other person of a public pitch's organisation", async () => {
    const made = await planned()
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const waiting = await enter({ token }, made.uuid)
    const { uuid } = await open(made.uuid)
    expect((await enter({ token }, uuid)).seen.refused).toBe('PitchNotFound')
    for (const who of ['investor', 'secondInvestor', 'lumenAdmin'] as const) {
      expect((await enter(who, uuid)).seen.refused).toBe('PitchNotFound')
      for (const asks of [
        () => stack.as(who).getJoinInfo({ uuid }),
        () => stack.as(who).sgGetPitchPagesData({ pitch_uuid: uuid }),
        () => stack.as(who).getAgoraToken({ pitch_uuid: uuid }),
        () => stack.as(who).getRoomPeople({ pitch_uuid: uuid }),
      ])
        await expect(asks()).rejects.toThrow('PitchNotFound')
    }
    await expect(stack.withToken(token).getJoinInfo({ uuid })).rejects.toThrow('PitchNotFound')
    // attendees who wait for the pitch wait as before
    await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid: uuid, page: 2, action: 'right', index: 0 })
    const still = await enter({ token }, made.uuid)
    expect([waiting, still].map(({ seen }) => [seen.view?.room.status, seen.view?.room.page])).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(waiting.seen.events).toEqual([])
  })

  it('is in no list, and refuses invitations, changes, exports and commitments', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    for (const [who, list] of [
      ['presenter', 'getPitchListForPresenter'],
      ['coHost', 'getPitchListForPresenter'],
      ['admin', 'getPitchListForEp'],
      ['superadmin', 'getPitchListForEp'],
      ['member', 'getInvitedPitchList'],
      ['investor', 'getInvitedPitchList'],
    ] as const) {
      const { items } = await stack.as(who)[list]({ limit: 100 })
      expect(items.map(item => item.uuid)).not.toContain(uuid)
      expect(items.map(item => item.uuid)).toContain(made.uuid)
    }
    const presenter = stack.as('presenter')
    const { id } = await rowOf(uuid)
    for (const asks of [
      () => presenter.invitePitch({ uuid, invite_ids: [crypto.randomUUID()] }),
      () => presenter.deletePitch({ id, uuid }),
      () => presenter.getPitchAttendeeList({ uuid }),
      () => presenter.getCommitmentList({ uuid }),
      () => presenter.RestartPitch({ uuid }),
      () => stack.as('admin').resetPitch({ uuid }),
    ])
      await expect(asks()).rejects.toThrow('PitchNotFound')
    await expect(presenter.startPitch({ uuid })).rejects.toThrow('PitchStateForbids')
  })

  it('counts nothing, sends no mail, and writes one line into the audit log', async () => {
    const made = await planned()
    await seedAttendee(stack, made, stack.people.investor)
    const tables = ['mail_message', 'notice', 'page_view', 'commitment', 'attendee'] as const
    const before = await Promise.all(tables.map(countOf))
    const audited = await countOf('audit_entry')
    const { uuid } = await open(made.uuid)
    const { id } = await rowOf(uuid)
    const { client, seen } = await enter('presenter', uuid)
    const helper = await enter('member', uuid)
    client.emit('watching', { visible: true })
    helper.client.emit('watching', { visible: true })
    const presenter = stack.as('presenter')
    await presenter.sgUpdatePitchPages({ pitch_uuid: uuid, page: 2, action: 'right', index: 0 })
    await presenter.sendMessage({
      ...{ group_uuid: seen.first?.group_uuid ?? '', local_msg_id: crypto.randomUUID() },
      content: 'Can you hear me?',
    })
    await until(() => helper.seen.view?.chat.messages.length === 1)
    await stack.as('member').updatePitchMuteChat({ pitch_uuid: uuid, is_mute_chat: true })
    await new Promise(done => setTimeout(done, 600))
    await presenter.endRehearsal({ uuid: made.uuid })
    await until(() => helper.seen.view?.room.status === 3)
    await new Promise(done => setTimeout(done, 200))
    expect(await stack.db.select().from(pageView).where(eq(pageView.pitchId, id))).toEqual([])

    await rehearsalJobs.removeRehearsal({ pitchId: id }, stack.frame)
    await until(() => client.disconnected)
    for (const [table, column] of [
      ['pitch', 'id'],
      ['room', 'pitch_id'],
      ['room_event', 'pitch_id'],
      ['attendance', 'pitch_id'],
      ['chat_group', 'pitch_id'],
    ] as const) {
      const { rows } = await stack.db.execute(
        sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    expect(await Promise.all(tables.map(countOf))).toEqual(before)
    expect(await stack.actionsOn(made.uuid)).toEqual(['rehearsal.open'])
    expect(await countOf('audit_entry')).toBe(audited + 1)
    const { rows: jobs } = await stack.db.execute(
      sql`select 1 from graphile_worker.jobs where key in (${`finishPitch:${id}`}, ${`mailResults:${id}`})`,
    )
    expect(jobs).toEqual([])
  })

  it('shows new slides of the pitch, and changes none itself', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    const { seen } = await enter('presenter', uuid)
    const presenter = stack.as('presenter')
    const { items } = await presenter.getPitchFileList({ pitch_uuid: uuid })
    expect(items.map(item => item.name)).toEqual(['deck.pdf'])
    const [first] = items
    const { organisationId, id: pitchId, userId: uploadedBy } = made
    const more = { organisationId, pitchId, uploadedBy, name: 'more.pdf', type: 'pdf', size: 9, position: 1 } as const
    await stack.db.insert(deckFile).values({ ...more, status: 'ready', pages: 2 })
    await presenter.updatePitchFile({ pitch_uuid: made.uuid, file_id: first?.id ?? '', position: 1 })
    await until(() => seen.view?.room.pages === 5)
    expect((await presenter.sgGetPitchPagesData({ pitch_uuid: uuid })).total).toBe(5)
    for (const change of [presenter.deletePitchFile, presenter.updatePitchFile])
      await expect(change({ pitch_uuid: uuid, file_id: first?.id ?? '' })).rejects.toThrow('PitchStateForbids')
  })

  it('follows the pitch when its team changes', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    await stack.db.transaction(async tx => {
      const { updatePitchRow } = await import('#features/core/pitch/server/queries.ts')
      await updatePitchRow(tx, made.id, { coHosts: [], presentationName: 'Another name' })
    })
    await expect(stack.as('coHost').getJoinInfo({ uuid })).rejects.toThrow('PitchNotFound')
    expect((await stack.as('presenter').getJoinInfo({ uuid })).presentation_name).toBe('Another name')
  })
})

describe('from the rehearsal to the pitch', () => {
  it('starting the pitch ends the rehearsal for everybody in it', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    const team = [await enter('presenter', uuid), await enter('coHost', uuid)]
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const waiting = await enter({ token }, made.uuid)
    expect(await stack.as('presenter').startPitch({ uuid: made.uuid })).toEqual({ status: 2 })
    await until(() => team.every(({ seen }) => seen.view?.room.status === 3))
    await until(() => waiting.seen.view?.room.status === 2)
    expect(waiting.seen.view?.room).toMatchObject({ rehearsal: false, page: 1, pages: 3 })
    // a reconnecting browser finds the rehearsal over, and the pitch live
    expect((await stack.as('coHost').getPitchStatus({ uuid })).status).toBe(3)
    expect((await stack.as('coHost').getPitchStatus({ uuid: made.uuid })).status).toBe(2)
    await expect(open(made.uuid)).rejects.toThrow('PitchStateForbids')
  })

  it('two hosts who open one at once are in the same, and it is opened once', async () => {
    const made = await planned()
    const all = await Promise.all((['presenter', 'coHost', 'member'] as const).map(who => open(made.uuid, who)))
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(1)
    expect(await stack.actionsOn(made.uuid)).toHaveLength(1)
  })

  it('a start and an opening at the same moment: the pitch is live and no rehearsal runs', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await planned()
      if (round % 2) await open(made.uuid)
      const [started, opened] = await Promise.allSettled([
        stack.as('presenter').startPitch({ uuid: made.uuid }),
        open(made.uuid, 'coHost'),
        stack.as('member').endRehearsal({ uuid: made.uuid }),
      ])
      expect(started.status).toBe('fulfilled')
      expect(opened.status === 'rejected' ? opened.reason.code : 'opened').toMatch(/^(opened|PitchStateForbids)$/)
      expect((await rowOf(made.uuid)).state).toBe('inProgress')
      const left = await stack.db.select().from(pitch).where(eq(pitch.rehearsalOf, made.id))
      expect(left.filter(row => row.state === 'inProgress')).toEqual([])
    }
  })

  it('is not opened for a pitch that is live or over, and ends with a pitch that is deleted', async () => {
    const live = await planned({ state: 'inProgress' })
    await expect(open(live.uuid)).rejects.toThrow('PitchStateForbids')
    const over = await planned({ state: 'over' })
    await expect(open(over.uuid)).rejects.toThrow('PitchStateForbids')
    const made = await planned()
    const { uuid } = await open(made.uuid)
    await stack.as('presenter').deletePitch({ id: made.id, uuid: made.uuid })
    expect((await rowOf(uuid)).state).toBe('processing')
  })

  it('its presenter ends it by leaving alone', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    await stack.as('presenter').exitUser({ pitch_uuid: uuid })
    expect((await rowOf(uuid)).state).toBe('processing')
    expect((await rowOf(made.uuid)).state).toBe('scheduled')
  })
})

describe('an abandoned rehearsal', () => {
  const hour = 3_600_000
  const watch = (pitchId: number) => rehearsalJobs.watchRehearsal({ pitchId }, stack.frame)
  const agedBy = (id: number, ms: number) =>
    stack.db
      .update(pitch)
      .set({ createdAt: new Date(Date.now() - ms) })
      .where(eq(pitch.id, id))

  it('ends by itself after two hours without people', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    const { id } = await rowOf(uuid)
    await agedBy(id, 1.9 * hour)
    await watch(id)
    expect((await rowOf(uuid)).state).toBe('inProgress')
    await agedBy(id, 2.1 * hour)
    await watch(id)
    expect((await rowOf(uuid)).state).toBe('processing')
    expect((await stack.as('presenter').getRehearsal({ uuid: made.uuid })).rehearsal).toBeNull()
  })

  it('runs while people are in it, and for two hours after the last one left', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    const { id } = await rowOf(uuid)
    await agedBy(id, 9 * hour)
    const { client } = await enter('presenter', uuid)
    const stays = () => stack.db.select().from(attendance).where(eq(attendance.pitchId, id))
    await until(async () => (await stays()).length === 1)
    await watch(id)
    expect((await rowOf(uuid)).state).toBe('inProgress')
    client.disconnect()
    await until(async () => (await stays()).every(stay => stay.leftAt), 20_000)
    await watch(id)
    expect((await rowOf(uuid)).state).toBe('inProgress')
    await stack.db
      .update(attendance)
      .set({ leftAt: new Date(Date.now() - 3 * hour) })
      .where(eq(attendance.pitchId, id))
    await watch(id)
    expect((await rowOf(uuid)).state).toBe('processing')
  })

  it('that is removed does not stop attendance elsewhere from being written', async () => {
    const made = await planned()
    const { uuid } = await open(made.uuid)
    const { id } = await rowOf(uuid)
    const { openStays } = await import('#features/room/room/server/stays.ts')
    await stack.as('presenter').endRehearsal({ uuid: made.uuid })
    await rehearsalJobs.removeRehearsal({ pitchId: id }, stack.frame)
    const stay = { accountId: stack.people.presenter.id, serverId: crypto.randomUUID(), joinedAt: new Date() }
    const both = [id, made.id].map(pitchId => ({ id: crypto.randomUUID(), pitchId, part: 'owner' as const, ...stay }))
    await openStays(stack.db, both)
    expect(await stack.db.select().from(attendance).where(eq(attendance.pitchId, made.id))).toHaveLength(1)
    expect(await stack.db.select().from(room).where(eq(room.pitchId, id))).toEqual([])
  })
})
