import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { recordingSlide, recordingViewer } from '#features/results/replay/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import { attendance, pageRead, pageView } from '#features/room/room/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** Two files of a pitch, with three slides. */
async function withSlides(made: { id: number; organisationId: string; userId: string }) {
  const file = async (pages: number, position: number) => {
    const [row] = await stack.db
      .insert(deckFile)
      .values({
        ...{ organisationId: made.organisationId, pitchId: made.id, uploadedBy: made.userId, position, pages },
        ...{ name: `${position}.pdf`, type: 'pdf', size: 1000, status: 'ready' },
      })
      .returning({ id: deckFile.id })
    return row?.id ?? ''
  }
  return { first: await file(2, 0), second: await file(1, 1) }
}

/** A pitch with three slides and a video of twenty seconds, which shows the third from second 8 on. */
async function watchedPitch(more: Parameters<typeof seedPitch>[1] = {}) {
  const pitch = await recordedPitch(stack, more)
  const { made, uuid, id } = pitch
  const { first, second } = await withSlides(made)
  await stack.db.update(recording).set({ isAttached: true }).where(eq(recording.id, id))
  await stack.db.insert(recordingSlide).values([
    { recordingId: id, startsAt: 0, fileId: first, number: 1 },
    { recordingId: id, startsAt: 8, fileId: second, number: 1 },
  ])
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  await stack.as('pitchadmin').approveRecording({ uuid })
  return { ...pitch, first, second, investor: stack.withToken(token) }
}

describe('the attention of attendees', () => {
  it('is the seconds on each slide by themselves, live and in the replay, what was watched again, and where they stopped', async () => {
    const { uuid, made, first, second, investor, presenter } = await watchedPitch()
    const { people } = stack
    const viewed = { pitchId: made.id, accountId: people.investor.id, milliseconds: 30_000 }
    await stack.db.insert(pageView).values([
      { ...viewed, fileId: first, page: 2 },
      { ...viewed, fileId: crypto.randomUUID(), page: 1, milliseconds: 4000 },
      // a glance, and the team, do not count
      { ...viewed, fileId: first, page: 1, milliseconds: 400 },
      { ...viewed, fileId: second, page: 1, accountId: people.presenter.id },
    ])
    const read = { pitchId: made.id, accountId: people.investor.id, fileId: first, page: 1 }
    await stack.db.insert(pageRead).values({ ...read, milliseconds: 5000 })
    await investor.noteWatching({ uuid, spans: [{ from: 0, to: 10 }], place: 10 })
    await stack.db.update(recordingViewer).set({ lastAt: sql`now() - interval '60 s'` })
    await investor.noteWatching({ uuid, spans: [{ from: 6, to: 9 }], place: 9 })
    for (const manager of [presenter, stack.as('pitchadmin')])
      await manager.noteWatching({ uuid, spans: [{ from: 0, to: 10 }], place: 10 })
    const { items, total, slides } = await presenter.getPitchAttention({ uuid })
    expect(total).toBe(1)
    expect(items).toEqual([
      {
        ...{ user_id: people.investor.id, name: 'Ivy Investor', email: people.investor.email },
        ...{ total: 52, reading: 5, live: 34, replay: 13, again: 3, stopped: { page: 3, at: 9 } },
        pages: [
          { page: 0, seconds: 4 },
          { page: 1, seconds: 15 },
          { page: 2, seconds: 30 },
          { page: 3, seconds: 3 },
        ],
      },
    ])
    expect(slides).toEqual([
      { page: 0, reading: 0, live: 4, replay: 0, again: 0, people: 1, stopped: 0 },
      { page: 1, reading: 5, live: 0, replay: 10, again: 2, people: 1, stopped: 0 },
      { page: 2, reading: 0, live: 30, replay: 0, again: 0, people: 1, stopped: 0 },
      { page: 3, reading: 0, live: 0, replay: 3, again: 1, people: 1, stopped: 1 },
    ])
    const { csv, filename } = await presenter.exportPitchAttention({ uuid })
    expect(filename).toBe('Seed-round-attention.csv')
    expect(Papa.parse<string[]>(csv).data[1]).toEqual([
      ...['Ivy Investor', people.investor.email, '52', '5', '34', '13', '3', '3', '0:09', '4', '15', '30', '3'],
    ])
    expect(await stack.actionsOn(uuid)).toContain('report.export')
    // who sees the end has not stopped
    await investor.noteWatching({ uuid, spans: [], place: 18 })
    expect((await presenter.getPitchAttention({ uuid })).items[0]?.stopped).toBeNull()
    // a recording that is deleted counts for nothing
    await presenter.deleteRecording({ id: (await presenter.getReplay({ uuid })).id })
    expect((await presenter.getPitchAttention({ uuid })).items[0]).toMatchObject({ replay: 0, total: 39 })
  })

  it('counts neither moderators nor people who came to manage it, and says of nobody who saw the whole of it that they stopped', async () => {
    const { people } = stack
    const moderators = [people.secondInvestor.email]
    const { uuid, made, first, investor, presenter } = await watchedPitch({ moderators, auditEnd: 3600 })
    const view = { pitchId: made.id, fileId: first, page: 1, milliseconds: 9000 }
    const stay = { pitchId: made.id, serverId: crypto.randomUUID(), joinedAt: new Date(), leftAt: new Date() }
    await stack.db.insert(attendance).values([
      { ...stay, accountId: people.pitchadmin.id, part: 'admin' },
      { ...stay, accountId: people.investor.id, part: 'attendee' },
    ])
    await stack.db.insert(pageView).values([
      { ...view, accountId: people.pitchadmin.id },
      { ...view, accountId: people.investor.id },
    ])
    const { deck } = await investor.sgGetPitchPagesData({ pitch_uuid: uuid })
    const moderator = stack.as('secondInvestor')
    await moderator.noteReading({ pitch_uuid: uuid, deck, pages: [{ page: 1, seconds: 5 }] })
    expect(await stack.db.select().from(pageRead).where(eq(pageRead.pitchId, made.id))).toEqual([])
    await moderator.noteWatching({ uuid, spans: [{ from: 0, to: 4 }], place: 4 })
    await investor.noteWatching({ uuid, spans: [{ from: 0, to: 20 }], place: 3000 })
    const { items, slides } = await presenter.getPitchAttention({ uuid })
    expect(items).toMatchObject([{ user_id: people.investor.id, live: 9, stopped: null }])
    expect(slides.map(({ stopped }) => stopped)).toEqual(slides.map(() => 0))
    // and who stopped where nobody looked is counted there
    await stack.db.update(recordingViewer).set({ place: 9, lastAt: sql`now() - interval '60 s'` })
    await stack.db.update(recordingViewer).set({ parts: [{ from: 0, to: 0.1, times: 1 }] })
    expect((await presenter.getPitchAttention({ uuid })).slides).toMatchObject([
      { page: 1, live: 9, stopped: 0 },
      { page: 3, people: 0, stopped: 1 },
    ])
  })

  it('stays as it was read when a pitch is presented again, and goes with a reset', async () => {
    const { uuid, made, first } = await watchedPitch()
    const read = { pitchId: made.id, accountId: stack.people.investor.id, fileId: first, page: 1, milliseconds: 5000 }
    await stack.db.insert(pageRead).values(read)
    const rows = () => stack.db.select().from(pageRead).where(eq(pageRead.pitchId, made.id))
    await stack.as('presenter').RestartPitch({ uuid })
    expect(await rows()).toHaveLength(1)
    await stack.as('presenter').startPitch({ uuid })
    await stack.as('presenter').endPitch({ uuid })
    await stack.db.transaction(tx => changePitchState(tx, made, 'finish'))
    await stack.as('pitchadmin').resetPitch({ uuid })
    expect(await rows()).toEqual([])
  })

  it('is searched, sorted by any of them, and for those who manage the pitch alone', async () => {
    const { uuid, made, first, investor, presenter } = await watchedPitch()
    const { people } = stack
    const page = { pitchId: made.id, fileId: first, page: 1 }
    await stack.db.insert(pageView).values([
      { ...page, accountId: people.investor.id, milliseconds: 9000 },
      { ...page, accountId: people.secondInvestor.id, milliseconds: 2000 },
    ])
    await stack.db.insert(pageRead).values({ ...page, accountId: people.secondInvestor.id, milliseconds: 3000 })
    const ids = async (asked: object) =>
      (await presenter.getPitchAttention({ uuid, ...asked })).items.map(({ user_id }) => user_id)
    const [ivy, ines] = [people.investor.id, people.secondInvestor.id]
    expect(await ids({})).toEqual([ivy, ines])
    expect(await ids({ sort: 'reading' })).toEqual([ines, ivy])
    expect(await ids({ sort: 'name', order: 'asc' })).toEqual([ivy, ines])
    expect(await ids({ name: 'ines' })).toEqual([ines])
    expect(await ids({ name: '%' })).toEqual([])
    expect(await ids({ page: 2, limit: 1 })).toEqual([ines])
    await expect(investor.getPitchAttention({ uuid })).rejects.toThrow('NotAllowed')
    for (const who of ['member', 'lumenAdmin'] as const) {
      await expect(stack.as(who).getPitchAttention({ uuid })).rejects.toThrow('PitchNotFound')
      await expect(stack.as(who).exportPitchAttention({ uuid })).rejects.toThrow('PitchNotFound')
    }
  })
})

describe('noteReading', () => {
  it('counts no more than can have passed, also of two windows at once, and only slides that there are, of attendees', async () => {
    const made = await seedPitch(stack)
    const { uuid } = made
    await withSlides(made)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const investor = stack.withToken(token)
    const rows = () => stack.db.select().from(pageRead).where(eq(pageRead.pitchId, made.id))
    const sum = async () => (await rows()).reduce((all, { milliseconds }) => all + milliseconds, 0)
    const pages = [
      { page: 1, seconds: 1000 },
      { page: 2, seconds: 3000 },
      { page: 4, seconds: 3000 },
    ]
    const { deck } = await investor.sgGetPitchPagesData({ pitch_uuid: uuid })
    const note = (of = deck) => investor.noteReading({ pitch_uuid: uuid, deck: of, pages })
    // the pages of another deck have other numbers
    await note(deck + 1)
    expect(await rows()).toEqual([])
    expect(await outcomesOf([note(), note()])).toEqual(['done', 'done'])
    expect(await rows()).toHaveLength(2)
    expect(await sum()).toBeGreaterThanOrEqual(60_000)
    expect(await sum()).toBeLessThan(65_000)
    await stack.db.update(pageRead).set({ lastAt: sql`now() - interval '60 s'` })
    await note()
    expect(await sum()).toBeGreaterThanOrEqual(120_000)
    // a page of an older release names no deck
    await stack.db.update(pageRead).set({ lastAt: sql`now() - interval '60 s'` })
    await investor.noteReading({ pitch_uuid: uuid, pages })
    expect(await sum()).toBeGreaterThanOrEqual(180_000)
    const { items } = await stack.as('presenter').getPitchAttention({ uuid })
    expect(items).toMatchObject([{ user_id: stack.people.investor.id, stopped: null }])
    expect(items[0]?.pages.map(({ page }) => page)).toEqual([1, 2])
    await stack.as('presenter').noteReading({ pitch_uuid: uuid, deck, pages })
    expect(await rows()).toHaveLength(2)
    await expect(stack.as('member').noteReading({ pitch_uuid: uuid, deck, pages })).rejects.toThrow('PitchNotFound')
  })
})
