import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { deckFile, deckPage, deckUpload } from '#features/room/deck/server/tables.ts'
import { pageView, roomEvent } from '#features/room/room/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))

/** A file of a pitch with so many pages, of which so many are ready. */
async function addFile(
  made: { id: number; organisationId: string; userId: string },
  name: string,
  pages: number,
  ready = pages,
) {
  const { id: pitchId, organisationId, userId: uploadedBy } = made
  const position = (await stack.db.select().from(deckFile).where(eq(deckFile.pitchId, pitchId))).length
  const [file] = await stack.db
    .insert(deckFile)
    .values({
      organisationId,
      pitchId,
      uploadedBy,
      name,
      type: 'pdf',
      size: 9,
      status: ready < pages ? 'converting' : 'ready',
      pages,
      position,
    })
    .returning()
  const fileId = file?.id ?? ''
  for (let number = 1; number <= ready; number++) {
    const page = { fileId, number, key: `${fileId.slice(0, 18)}-${number}`, width: 160, height: 90 }
    await stack.db.insert(deckPage).values({ ...page, text: `${name} ${number}`, notes: `Of ${name} ${number}` })
  }
  return fileId
}

/** A live pitch that began with two files, of four and three pages. */
async function livePitch() {
  const { coHost, member } = stack.people
  const made = await seedPitch(stack, { noFile: false, coHosts: [coHost.email], moderators: [member.email] })
  const a = await addFile(made, 'a.pdf', 4)
  const b = await addFile(made, 'b.pdf', 3)
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  const turn = (page: number, deck?: number, who: PersonName = 'presenter') =>
    stack.as(who).sgUpdatePitchPages({ pitch_uuid: made.uuid, page, ...(deck !== undefined && { deck }) })
  const show = (file_id?: string, who: PersonName = 'presenter') =>
    stack.as(who).showPitchFile({ pitch_uuid: made.uuid, ...(file_id && { file_id }) })
  const events = async (type: string) =>
    (await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, made.id))).filter(row => row.type === type)
  const texts = async (client: ReturnType<RoomStack['as']> = stack.as('presenter')) => {
    const { pages, total } = await client.sgGetPitchPagesData({ pitch_uuid: made.uuid })
    return { total, texts: pages.map(page => page.text) }
  }
  return { made, a, b, token, turn, show, events, texts }
}

const join = async (who: PersonName | { token: string }, uuid: string) => {
  const client = stack.connect(who, uuid)
  const seen = follow(client)
  await until(() => seen.view)
  return { client, seen }
}

describe('showPitchFile', () => {
  it('shows another file to the room, also to people who come later, with its own pages, notes and look back', async () => {
    const { made, token, turn, show, texts } = await livePitch()
    const { seen } = await join({ token }, made.uuid)
    expect(seen.view?.room).toMatchObject({ pages: 7, deck: { number: expect.any(Number) } })
    const before = seen.view?.room.deck.number ?? -1
    await turn(6)
    const c = await addFile(made, 'c.pdf', 2)
    // uploaded while it is live, it is only ready to be shown: nothing of what is seen changes
    expect((await texts()).total).toBe(7)
    expect(await show(c)).toEqual({ page: 1, total: 2 })
    await until(() => seen.view?.room.deck.number === before + 1)
    expect(seen.view?.room).toMatchObject({ page: 1, pages: 2, furthest: 1, action: 'right', index: 0 })
    expect(await texts(stack.withToken(token))).toEqual({ total: 2, texts: ['c.pdf 1', 'c.pdf 2'] })
    const { pages: notes } = await stack.as('presenter').getPitchNotes({ pitch_uuid: made.uuid })
    expect(notes).toEqual([
      { page: 1, notes: 'Of c.pdf 1' },
      { page: 2, notes: 'Of c.pdf 2' },
    ])
    await expect(turn(3)).rejects.toThrow('PageNotFound')
    await turn(2)
    const late = await join({ token }, made.uuid)
    await until(() => seen.view?.room.page === 2)
    expect(late.seen.view?.room).toEqual(seen.view?.room)
    const known = await stack.withToken(token).sgGetPitchPagesData({ pitch_uuid: made.uuid })
    expect(known.deck).toBe(seen.view?.room.deck.number)
  })

  it('goes back to what the pitch began with, where it was left, as far as it had been shown', async () => {
    const { made, b, turn, show } = await livePitch()
    const { seen } = await join('coHost', made.uuid)
    await turn(6)
    await turn(5)
    await show(b)
    await turn(2)
    expect(await show()).toEqual({ page: 5, total: 7 })
    await until(() => seen.view?.room.pages === 7)
    expect(seen.view?.room).toMatchObject({ page: 5, furthest: 6 })
    expect(await show(b, 'coHost')).toEqual({ page: 2, total: 3 })
  })

  it('is for presenters, for files of the pitch, while it is live; what is shown already makes no event', async () => {
    const { made, b, token, show, events } = await livePitch()
    for (const who of ['member', 'admin', 'investor'] as const)
      await expect(show(b, who)).rejects.toThrow('NoPermission')
    await expect(show(b, 'lumenAdmin')).rejects.toThrow('PitchNotFound')
    await expect(stack.withToken(token).showPitchFile({ pitch_uuid: made.uuid })).rejects.toThrow('NotAllowed')
    const other = await livePitch()
    await expect(show(other.a)).rejects.toThrow('DeckFileNotFound')
    await show(b)
    await show(b)
    expect(await events('deckShown')).toHaveLength(1)
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await expect(show()).rejects.toThrow('PitchStateForbids')
    const planned = await seedPitch(stack)
    await expect(stack.as('presenter').showPitchFile({ pitch_uuid: planned.uuid })).rejects.toThrow('PitchStateForbids')
  })

  it('keeps the slides that are shown until the first page of the others is ready', async () => {
    const { made, show, texts } = await livePitch()
    const c = await addFile(made, 'c.pdf', 5, 0)
    await expect(show(c)).rejects.toThrow('DeckFileNotReady')
    expect((await texts()).total).toBe(7)
    const page = { fileId: c, number: 1, key: `first-${made.id}`, width: 160, height: 90, text: 'c 1' }
    await stack.db.insert(deckPage).values(page)
    // the rest may follow: the page numbers are known
    expect(await show(c)).toEqual({ page: 1, total: 5 })
    expect(await texts()).toEqual({ total: 5, texts: ['c 1'] })
  })

  it('is written into the audit log, with the names of the files', async () => {
    const { made, b, show } = await livePitch()
    await show(b)
    await show()
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, made.uuid))
    const shown = entries.filter(({ action }) => action !== 'pitch.start')
    expect(shown.map(({ action, detail }) => [action, detail['files']])).toEqual([
      ['deck.show', ['b.pdf']],
      ['deck.show', ['a.pdf', 'b.pdf']],
    ])
  })

  it('a page turned at the same moment is one of the slides before, or turns nothing', async () => {
    for (let round = 0; round < 8; round++) {
      const { made, b, turn, show } = await livePitch()
      const { seen } = await join('presenter', made.uuid)
      const { number } = seen.view?.room.deck ?? expect.fail('no room')
      await turn(2, number)
      await Promise.all([show(b, 'coHost'), turn(3, number)])
      await until(() => seen.view?.room.deck.number === number + 1)
      await wait(30)
      // never page 3 of the other slides
      expect(seen.view?.room).toMatchObject({ page: 1, pages: 3 })
      expect(await turn(2, number)).toMatchObject({ page: 1, index: 0 })
      expect(await turn(2, number + 1)).toMatchObject({ page: 2, index: 0 })
    }
  })

  it('two who show the same at once make one event', async () => {
    const { b, show, events } = await livePitch()
    await Promise.all([show(b), show(b, 'coHost')])
    expect(await events('deckShown')).toHaveLength(1)
  })

  it('counts the seconds on the page of the file that was in view, also for attendees who look back', async () => {
    const { made, a, b, token, turn, show } = await livePitch()
    const { client, seen } = await join({ token }, made.uuid)
    await turn(3)
    await until(() => seen.view?.room.page === 3)
    // what passes between two marks is seen on one page; a busy machine waits longer than it was asked to
    const marks = [Date.now()]
    const pass = async (ms: number) => {
      await wait(ms)
      marks.push(Date.now())
    }
    client.emit('watching', { visible: true })
    await pass(500) // page 3 of a
    client.emit('watching', { visible: true, page: 1 })
    await pass(400) // page 1 of a, by themselves
    await show(b)
    await until(() => seen.view?.room.pages === 3)
    await pass(400) // page 1 of b, though the browser has not yet said that it follows the room
    client.emit('watching', { visible: true })
    await turn(3)
    await pass(500) // page 3 of b
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    const rows = async () => stack.db.select().from(pageView).where(eq(pageView.pitchId, made.id))
    await until(async () => (await rows()).length >= 4)
    const counted = new Map(
      (await rows()).map(row => [
        `${row.fileId === a ? 'a' : row.fileId === b ? 'b' : ''} ${row.page}`,
        row.milliseconds,
      ]),
    )
    expect([...counted.keys()].sort()).toEqual(['a 1', 'a 3', 'b 1', 'b 3'])
    for (const [n, place] of ['a 3', 'a 1', 'b 1', 'b 3'].entries()) {
      const passed = (marks[n + 1] ?? 0) - (marks[n] ?? 0)
      expect([place, Math.abs((counted.get(place) ?? 0) - passed) < 350]).toEqual([place, true])
    }
    // in what came of it, pages are numbered through all files of the pitch
    await stack.db.update(pageView).set({ milliseconds: 5000 }).where(eq(pageView.pitchId, made.id))
    client.disconnect()
    await until(async () => (await stack.as('presenter').getPitchAttendance({ pitch_uuid: made.uuid })).total > 0)
    const { items } = await stack.as('presenter').getPitchAttendance({ pitch_uuid: made.uuid })
    expect(items[0]?.pages.map(({ page }) => page)).toEqual([1, 3, 5, 7])
    expect((await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: made.uuid })).total).toBe(7)
    // attendees have what was shown
    expect((await stack.withToken(token).sgGetPitchPagesData({ pitch_uuid: made.uuid })).total).toBe(3)
  })

  it('keeps the files of a live pitch: none is moved, replaced or deleted, one more may come', async () => {
    const { made, a, texts } = await livePitch()
    const presenter = stack.as('presenter')
    const change = { pitch_uuid: made.uuid, file_id: a }
    await expect(presenter.deletePitchFile(change)).rejects.toThrow('PitchStateForbids')
    await expect(presenter.updatePitchFile({ ...change, position: 1 })).rejects.toThrow('PitchStateForbids')
    expect((await texts()).total).toBe(7)
  })

  it('takes a better file of the same name beside the one that is shown, of two at once each under its own', async () => {
    const { made, texts } = await livePitch()
    const { organisationId, userId: uploadedBy } = made
    const loose = async () => {
      const [file] = await stack.db
        .insert(deckFile)
        .values({ organisationId, uploadedBy, name: 'A.pdf', type: 'pdf', size: 9, status: 'waiting' })
        .returning()
      const id = crypto.randomUUID()
      await stack.db.insert(deckUpload).values({
        ...{ id, organisationId, accountId: uploadedBy, name: 'A.pdf', size: 9 },
        fileId: file?.id ?? '',
      })
      return stack.as('presenter').createPitchFile({ pitch_uuid: made.uuid, upload_id: id })
    }
    const names = (await Promise.all([loose(), loose()])).map(({ name }) => name)
    expect(names.sort()).toEqual(['A (2).pdf', 'A (3).pdf'])
    expect((await texts()).total).toBe(7)
  })

  it('is shown and listed by a moderator who leads the pitch, and by no other one', async () => {
    const { made, b, show } = await livePitch()
    await expect(stack.as('member').getPitchFileList({ pitch_uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    const { seen } = await join('member', made.uuid)
    await until(async () => (await stack.as('presenter').prepareEndPitchData({ uuid: made.uuid })).takers.length > 0)
    await stack.as('presenter').transferPitch({ uuid: made.uuid, user_id: stack.people.member.id })
    await until(() => seen.view?.room.host === stack.people.member.id)
    expect((await stack.as('member').getPitchFileList({ pitch_uuid: made.uuid })).total).toBe(2)
    expect(await show(b, 'member')).toEqual({ page: 1, total: 3 })
  })

  it('begins with all files again when the pitch is restarted', async () => {
    const { made, show, turn } = await livePitch()
    const c = await addFile(made, 'c.pdf', 2)
    await show(c)
    await turn(2)
    const presenter = stack.as('presenter')
    await presenter.endPitch({ uuid: made.uuid })
    const { changePitchState } = await import('#features/core/pitch/server/state.ts')
    await stack.db.transaction(tx => changePitchState(tx, { id: made.id }, 'finish'))
    await presenter.RestartPitch({ uuid: made.uuid })
    const { seen } = await join('presenter', made.uuid)
    expect(seen.view?.room).toMatchObject({ status: 0, page: 1, pages: 9 })
    await presenter.startPitch({ uuid: made.uuid })
    await until(() => seen.view?.room.status === 2)
    expect(seen.view?.room.deck).toMatchObject({ first: expect.arrayContaining([c]), left: {} })
    expect((await presenter.sgGetPitchPagesData({ pitch_uuid: made.uuid })).total).toBe(9)
  })
})
