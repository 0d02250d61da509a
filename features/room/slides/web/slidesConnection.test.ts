import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { FakeSocket, group, ids, pitch, said, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { SlidesConnection } from './slidesConnection.ts'

const spoken = { speaker: ids.paula, name: 'Paula', language: 'en', text: 'So', final: true, at: '', ended_at: '' }
const settled = () => vi.advanceTimersByTimeAsync(0)

/** `turn` answers the number of the room's last event by then. */
async function connected({ turn = async () => 8, renew = async () => true } = {}) {
  let socket: FakeSocket | undefined
  const turns: number[] = []
  const connection = new SlidesConnection(pitch, {
    model: roomModel,
    open: async (_, auth) => (socket = new FakeSocket(auth)),
    turn: async mark => {
      turns.push(mark.page)
      return { seq: await (turn as (page: number) => Promise<number>)(mark.page) }
    },
    renew,
  })
  await connection.open()
  const room = socket as unknown as FakeSocket
  const page = () => connection.get().turning.shown.page
  return { connection, room, turns, page, now: () => connection.get() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the connection to a room', () => {
  it('shows what a snapshot says and follows the events after it', async () => {
    const { room, now, page } = await connected()
    expect(now().link).toBe('connecting')
    room.deliver('snapshot', snapshot(7, { page: 3 }))
    expect(now()).toMatchObject({ link: 'on', group, here: 3, presenters: [ids.paula] })
    expect(page()).toBe(3)
    room.deliver('event', turned(8, 4))
    room.deliver('event', { seq: 9, type: 'messageSent', payload: { message: said(1, 'hello') }, at: '' })
    expect(page()).toBe(4)
    expect(now().feed.view.chat.messages).toHaveLength(1)
  })

  it('shows messages to the components that read them, and nothing new to the room around', async () => {
    const { connection, room, now } = await connected()
    room.deliver('snapshot', snapshot(7))
    const shown = connection.getShown()
    expect(shown.feed.seq).toBe(7)
    const caption = { ...spoken, id: crypto.randomUUID() }
    room.deliver('event', { seq: 8, type: 'messageSent', payload: { message: said(1, 'hello') }, at: '' })
    room.deliver('event', { seq: 9, type: 'captionSaid', payload: { caption }, at: '' })
    expect(now().feed).toMatchObject({ seq: 9, view: { chat: { messages: [{ id: 1 }] }, room: { captions: [{}] } } })
    expect(connection.getShown()).toBe(shown)
    room.deliver('event', turned(10, 4))
    expect(connection.getShown().feed.view.room.page).toBe(4)
    const there = connection.getShown()
    room.deliver('signal', { type: 'presence', payload: { here: 9, presenters: [] } })
    expect(connection.getShown()).not.toBe(there)
    expect(connection.getShown().here).toBe(9)
  })

  it('asks for what is missing when a number is skipped, and applies nothing twice', async () => {
    const { room, now, page } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('event', turned(9, 5))
    expect(now().link).toBe('lost')
    expect(room.shown).toEqual([{ pitch }, { pitch, since: 7 }])
    const { state: _, ...welcome } = snapshot(9)
    room.deliver('resumed', { ...welcome, events: [turned(8, 4), turned(9, 5)] })
    expect(now()).toMatchObject({ link: 'on', feed: { seq: 9 } })
    room.deliver('event', turned(8, 4))
    expect(page()).toBe(5)
  })

  it('tells of all that was missed at once, and of each event in its turn', async () => {
    const { connection, room, page } = await connected()
    room.deliver('snapshot', snapshot(7))
    const seen: number[] = []
    const heard: number[] = []
    connection.subscribe(() => seen.push(page()))
    connection.onEvent(({ seq }) => heard.push(seq))
    const { state: _, ...welcome } = snapshot(10)
    room.deliver('resumed', { ...welcome, events: [turned(8, 4), turned(9, 5), turned(10, 6)] })
    expect(seen).toEqual([6])
    expect(heard).toEqual([8, 9, 10])
  })

  it('is closed once left: it turns no page, sends nothing and takes up nothing that was under way, until it is opened again', async () => {
    let answer = () => {}
    const turn = () =>
      new Promise<number>(done => {
        answer = () => done(8)
      })
    const { connection, room, turns, now } = await connected({ turn })
    room.deliver('snapshot', snapshot(7))
    connection.turnTo(2, 'right', () => {})
    connection.turnTo(3, 'right', () => {})
    connection.close()
    expect(now().link).toBe('closed')
    // the turn to 3 waited for the one to 2
    answer()
    await settled()
    connection.turnTo(4, 'right', () => {})
    const sent = room.sent.length
    connection.signal({ type: 'reaction', payload: { emoji: '👏' } })
    connection.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(turns).toEqual([2])
    expect(room.sent).toHaveLength(sent)
    expect(room.connected).toBe(false)
    await connection.open()
    expect(now().link).toBe('lost')
  })

  it('finds by the head that it has missed something', async () => {
    const { room } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('head', { seq: 7 })
    expect(room.shown).toHaveLength(1)
    room.deliver('head', { seq: 8 })
    expect(room.shown).toHaveLength(2)
  })

  it('with other slides shows their page, and forgets the turns of the slides before', async () => {
    const { connection, room, page } = await connected({ turn: () => new Promise(() => {}) })
    room.deliver('snapshot', snapshot(7, { page: 3 }))
    connection.turnTo(4, 'right', () => {}, 0)
    expect(page()).toBe(4)
    const shown = { files: [{ id: group, pages: 9 }], pages: 9, page: 2, furthest: 2 }
    room.deliver('event', { seq: 8, type: 'deckShown', payload: shown, at: '' })
    expect(page()).toBe(2)
    room.deliver('event', turned(9, 5))
    expect(page()).toBe(5)
  })

  it('waits for nothing old when the network or the machine is back, and leaves a closed room closed', async () => {
    const { connection, room, now } = await connected()
    room.deliver('snapshot', snapshot(7))
    connection.wake()
    expect(now().link).toBe('lost')
    expect(room.shown).toEqual([{ pitch }, { pitch, since: 7 }])
    connection.wake() // while the new attempt hangs
    expect(room.shown).toHaveLength(3)
    room.deliver('closing', { code: 'RemovedFromRoom' })
    connection.wake()
    expect(room.shown).toHaveLength(3)
  })

  it('says that it is lost, keeps what it shows, and comes back', async () => {
    const { room, now, page } = await connected()
    room.deliver('snapshot', snapshot(7, { page: 2 }))
    room.deliver('disconnect', 'transport close')
    expect(now().link).toBe('lost')
    expect(page()).toBe(2)
    room.deliver('snapshot', snapshot(40, { page: 5 }))
    expect(now().link).toBe('on')
    expect(page()).toBe(5)
  })

  it('connects again by itself when the server ended the connection', async () => {
    const { room } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('disconnect', 'io server disconnect')
    await vi.advanceTimersByTimeAsync(1000)
    expect(room.shown).toHaveLength(2)
  })

  it('comes again when a thousand do, at a moment of its own', async () => {
    const all = await Promise.all(Array.from({ length: 1000 }, () => connected()))
    for (const { room } of all) {
      room.deliver('snapshot', snapshot(7))
      room.deliver('closing', { code: 'Unavailable', within: 2000 })
      room.deliver('disconnect', 'io server disconnect')
    }
    let before = 0
    const each: number[] = []
    for (let ms = 0; ms < 2000; ms += 100) {
      await vi.advanceTimersByTimeAsync(100)
      const back = all.filter(({ room }) => room.shown.length === 2).length
      each.push(back - before)
      before = back
    }
    expect(before).toBe(1000)
    // fifty on average; all of them in three hundred milliseconds would be three hundred
    expect(Math.max(...each)).toBeLessThan(100)
    // and a refusal after that is one like any other
    const [first] = all
    first?.room.deliver('connect_error', Object.assign(new Error(), { data: { code: 'Unavailable' } }))
    await vi.advanceTimersByTimeAsync(250)
    expect(first?.room.shown).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(first?.room.shown).toHaveLength(3)
  })

  it('turns here at once, sends one turn at a time, and of those that pile up only the last', async () => {
    const waiting: ((seq: number) => void)[] = []
    const { connection, room, turns, page } = await connected({
      turn: () => new Promise<number>(done => waiting.push(done)),
    })
    room.deliver('snapshot', snapshot(7))
    for (const to of [2, 3, 4]) connection.turnTo(to, 'right', () => {})
    expect(page()).toBe(4)
    expect(turns).toEqual([2])
    room.deliver('event', turned(8, 2, 'mine'))
    expect(page()).toBe(4)
    waiting.shift()?.(8)
    await settled()
    expect(turns).toEqual([2, 4])
    room.deliver('event', turned(9, 4, 'mine'))
    waiting.shift()?.(9)
    await settled()
    expect(page()).toBe(4)
    room.deliver('event', turned(10, 1))
    expect(page()).toBe(1)
  })

  it('goes back to the room when the server refuses a turn, and says why', async () => {
    const refusal = new CallFailed('PageNotFound')
    const { connection, room, page } = await connected({ turn: () => Promise.reject(refusal) })
    room.deliver('snapshot', snapshot(7, { page: 2 }))
    const failed = vi.fn()
    connection.turnTo(9, 'right', failed)
    await settled()
    expect(page()).toBe(2)
    expect(failed).toHaveBeenCalledWith(refusal)
  })

  it('says of a turn that it went well, after one that did not', async () => {
    const turn = async (page: number) => (page === 3 ? 8 : Promise.reject(new CallFailed('Unavailable')))
    const { connection, room, turns } = await connected({ turn: turn as () => Promise<number> })
    room.deliver('snapshot', snapshot(7))
    const failed = vi.fn()
    for (const to of [2, 3]) connection.turnTo(to, 'right', failed)
    await settled()
    expect(turns).toEqual([2, 3])
    expect(failed.mock.calls).toEqual([[new CallFailed('Unavailable')], [undefined]])
  })

  it('follows the room again after a turn that changed nothing and so has no echo', async () => {
    const { connection, room, page } = await connected({ turn: async () => 7 })
    room.deliver('snapshot', snapshot(7, { page: 2 }))
    connection.turnTo(3, 'right', () => {})
    await settled()
    expect(page()).toBe(2)
    room.deliver('event', turned(8, 5))
    expect(page()).toBe(5)
  })

  it.each(['is lost', 'has died unnoticed'])('goes on turning while the line %s', async line => {
    let seq = 7
    const { connection, room, turns, page } = await connected({ turn: async () => ++seq })
    room.deliver('snapshot', snapshot(7, { page: 3 }))
    if (line === 'is lost') room.deliver('disconnect', 'transport close')
    for (const to of [4, 5]) {
      connection.turnTo(to, 'right', () => {})
      await vi.advanceTimersByTimeAsync(10_000)
      expect(page()).toBe(to)
    }
    expect(turns).toEqual([4, 5])
    const { state: _, ...welcome } = snapshot(9)
    room.deliver('resumed', { ...welcome, events: [turned(8, 4, 'mine'), turned(9, 5, 'mine')] })
    expect(page()).toBe(5)
    room.deliver('event', turned(10, 2))
    expect(page()).toBe(2)
  })

  it('is where the room is after turns while the line was lost, though another presenter turned after them', async () => {
    const { connection, room, page } = await connected()
    room.deliver('snapshot', snapshot(7, { page: 3 }))
    room.deliver('disconnect', 'transport close')
    connection.turnTo(4, 'right', () => {})
    await settled()
    room.deliver('snapshot', snapshot(400, { page: 1 }))
    expect(page()).toBe(1)
  })

  it('goes back to the turn that the server took last when it refuses one while the line is lost', async () => {
    const turn = async (page: number) => (page === 4 ? 8 : Promise.reject(new CallFailed('PageNotFound')))
    const { connection, room, page } = await connected({ turn: turn as () => Promise<number> })
    room.deliver('snapshot', snapshot(7, { page: 3 }))
    room.deliver('disconnect', 'transport close')
    connection.turnTo(4, 'right', () => {})
    await settled()
    connection.turnTo(5, 'right', () => {})
    await settled()
    expect(page()).toBe(4)
  })

  describe('a turn that did not reach the server', () => {
    /** On page 4, turned to 5 and then to 6 without a line. */
    async function away() {
      let isAway = true
      const turn = async (page: number) => {
        if (page !== 4 && isAway) throw new CallFailed('Unavailable')
        return page === 4 ? 8 : 10
      }
      const all = await connected({ turn: turn as () => Promise<number> })
      const { connection, room, turns, page } = all
      room.deliver('snapshot', snapshot(7, { page: 3, host: ids.paula }))
      room.deliver('disconnect', 'transport close')
      const failed = vi.fn()
      for (const to of [4, 5]) {
        connection.turnTo(to, 'right', failed)
        await settled()
      }
      // of those that wait only the last one counts
      connection.turnTo(6, 'right', failed)
      await vi.advanceTimersByTimeAsync(30_000)
      expect([page(), turns]).toEqual([6, [4, 5]])
      expect(failed.mock.calls.flat().filter(Boolean)).toEqual([])
      isAway = false
      return { ...all, failures: () => failed.mock.calls.flat().filter(Boolean) }
    }

    it('is sent when the line is back', async () => {
      const { room, turns, page, failures } = await away()
      room.deliver('snapshot', snapshot(8, { page: 4, host: ids.paula }))
      await settled()
      expect([page(), turns]).toEqual([6, [4, 5, 6]])
      room.deliver('event', turned(9, 6, 'mine'))
      room.deliver('event', turned(10, 1))
      expect(page()).toBe(1)
      expect(failures()).toEqual([])
    })

    it('may have arrived without its answer: those after it are sent', async () => {
      const { room, turns, page } = await away()
      const { state: _, ...welcome } = snapshot(9)
      room.deliver('resumed', { ...welcome, events: [turned(8, 4, 'mine'), turned(9, 5, 'mine')] })
      await settled()
      expect([page(), turns]).toEqual([6, [4, 5, 6]])
    })

    it.each([
      ['another presenter has turned', { page: 2, host: ids.paula }, 0],
      ['another person leads the room', { page: 4, host: ids.ivan }, 0],
      ['the pitch is paused', { page: 4, host: ids.paula, paused: true }, 0],
      ['it is long ago', { page: 4, host: ids.paula }, 60_000],
    ])('is taken back, and said to be lost, when %s meanwhile', async (_, state, later) => {
      const { room, turns, page, failures } = await away()
      await vi.advanceTimersByTimeAsync(later)
      room.deliver('snapshot', snapshot(9, state))
      await settled()
      expect([page(), turns]).toEqual([state.page, [4, 5]])
      expect(failures()).toEqual([new CallFailed('Unavailable')])
      room.deliver('event', turned(10, 1))
      expect(page()).toBe(1)
    })

    it('is dropped when the presenter leaves and comes back', async () => {
      const { connection, room, turns, page } = await away()
      connection.close()
      room.deliver('snapshot', snapshot(8, { page: 4, host: ids.paula }))
      await settled()
      expect(turns).toEqual([4, 5])
      expect(page()).toBe(4)
    })
  })

  it('[STATE-012] brings a change that waits in after about a second', async () => {
    const { room, page } = await connected()
    room.deliver('snapshot', snapshot(7, { status: 3, page: 2 }))
    room.deliver('event', turned(8, 3))
    await vi.advanceTimersByTimeAsync(900)
    expect(page()).toBe(2)
    await vi.advanceTimersByTimeAsync(150)
    expect(page()).toBe(3)
  })

  it.each(['NotSignedIn', 'PitchNotFound', 'RemovedFromRoom'] as const)('stays outside after %s', async code => {
    const { room, now } = await connected()
    room.deliver('connect_error', Object.assign(new Error(code), { data: { code } }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now()).toMatchObject({ link: 'closed', refusal: code })
    expect(room.shown).toHaveLength(1)
  })

  it('leaves at once when it is oneself who is removed', async () => {
    const { room, now } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('event', { seq: 8, type: 'attendeeRemoved', payload: { account: ids.paula }, at: '' })
    expect(now().link).toBe('on')
    room.deliver('event', { seq: 9, type: 'attendeeRemoved', payload: { account: ids.ivan }, at: '' })
    expect(now()).toMatchObject({ link: 'closed', refusal: 'RemovedFromRoom' })
    expect(room.connected).toBe(false)
  })

  it('stays when it was removed and let in again while it was away', async () => {
    const { room, now } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('disconnect', 'transport close')
    const happened = (seq: number, type: 'attendeeRemoved' | 'attendeeReadmitted') => ({
      ...{ seq, type, payload: { account: ids.ivan }, at: '' },
    })
    const { state: _, ...welcome } = snapshot(9)
    const events = [happened(8, 'attendeeRemoved'), happened(9, 'attendeeReadmitted')]
    room.deliver('resumed', { ...welcome, events })
    expect(now()).toMatchObject({ link: 'on', refusal: undefined })
    room.deliver('event', happened(10, 'attendeeRemoved'))
    expect(now().refusal).toBe('RemovedFromRoom')
  })

  it('renews a session that has ended and connects again', async () => {
    const { room, now } = await connected()
    room.deliver('connect_error', Object.assign(new Error(), { data: { code: 'TokenExpired' } }))
    await settled()
    expect(room.shown).toHaveLength(2)
    expect(now().refusal).toBeUndefined()
  })

  it('tells the server whether the page is in view, again after each connection', async () => {
    const { connection, room } = await connected()
    connection.watch({ visible: false })
    room.deliver('snapshot', snapshot(7))
    connection.watch({ visible: true })
    expect(room.sent).toEqual([
      ['watching', { visible: false }],
      ['watching', { visible: true }],
    ])
  })

  it('keeps the number of people who are here', async () => {
    const { room, now } = await connected()
    room.deliver('snapshot', snapshot(7))
    room.deliver('signal', {
      type: 'presence',
      payload: { here: 12, presenters: [], joined: [], left: [], more: false },
    })
    expect(now()).toMatchObject({ here: 12, presenters: [] })
  })
})
