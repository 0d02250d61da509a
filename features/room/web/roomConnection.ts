import type { ErrorCode } from '#contract/errors.ts'
import type { PageAction, RoomEvent } from '#features/room/events.ts'
import type { UpSignal } from '#features/room/signals.ts'
import type {
  Me,
  Presence,
  Resumed,
  ROOM_NAMESPACE,
  RoomAuth,
  RoomFromServer,
  Signal,
  Snapshot,
  Watching,
} from '#features/room/socket.ts'
import { notTurned, type Turning, takeBack, takeChange, takeDue, takeSnapshot, turnHere } from './pageTurning.ts'
import { type Feed, noFeed, takeEvent, takeRoom } from './roomFeed.ts'

/** `connecting`: never connected yet. `lost`: was connected, and tries again by itself. `closed`: left or refused, and will not try again. */
export type Link = 'connecting' | 'on' | 'lost' | 'closed'

/** All that a screen of the room needs to know. A new object whenever something changed. */
export interface RoomNow {
  readonly link: Link
  /** Why the link is closed. */
  readonly refusal: ErrorCode | undefined
  readonly feed: Feed
  readonly me: Me | undefined
  readonly group: string | undefined
  readonly here: number
  /** The ids of those in the room who present. */
  readonly presenters: readonly string[]
  readonly turning: Turning
}

/** What the connection needs of a Socket.IO socket. */
export interface RoomSocket {
  on(event: string, listener: (...given: never[]) => void): unknown
  emit(event: 'watching', watching: Watching): unknown
  emit(event: 'signal', signal: UpSignal): unknown
  connect(): unknown
  disconnect(): unknown
}
type Listeners = RoomFromServer & {
  connect: () => void
  disconnect: (reason: string) => void
  connect_error: (error: Error & { data?: { code?: ErrorCode } }) => void
}

export interface RoomParts {
  open(namespace: typeof ROOM_NAMESPACE, auth: (give: (auth: RoomAuth) => void) => void): Promise<RoomSocket>
  /** Tells the server to turn to a page. */
  turn(mark: { page: number; action: PageAction; index: number; deck?: number }): Promise<unknown>
  /** Renews the session; false when that is not possible any more. */
  renew(): Promise<boolean>
  now?: () => number
}

/** Refusals that no new attempt will change. */
const final: readonly ErrorCode[] = [
  'NotSignedIn',
  'NotAllowed',
  'PitchNotFound',
  'RemovedFromRoom',
  'JoinLinkDisabled',
]
/** How long an accepted turn may take to be echoed before it is taken for one that changed nothing, in milliseconds. */
const echoWait = 1500

/** A live room as a browser is connected to it: follows the events by number, resumes after a loss, turns pages. */
export class RoomConnection {
  #now: RoomNow = {
    link: 'connecting',
    refusal: undefined,
    feed: noFeed,
    me: undefined,
    group: undefined,
    here: 0,
    presenters: [],
    turning: notTurned,
  }
  readonly #parts: RoomParts
  /** The uuid of the pitch. */
  readonly pitch: string
  readonly #watchers = new Set<() => void>()
  readonly #signalled = new Set<(signal: Signal) => void>()
  readonly #happened = new Set<(event: RoomEvent) => void>()
  #socket: RoomSocket | undefined
  #closed = false
  #opening = 0
  #renewing = false
  #turnUnderWay = false
  /** The deck whose page was turned to last. */
  #turnsIn: number | undefined
  #dueTimer: ReturnType<typeof setTimeout> | undefined
  #watching: Watching = { visible: true }
  #looksAt: number | undefined

  constructor(pitch: string, parts: RoomParts) {
    this.pitch = pitch
    this.#parts = parts
  }

  readonly get = (): RoomNow => this.#now
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  readonly onSignal = (listener: (signal: Signal) => void): (() => void) => {
    this.#signalled.add(listener)
    return () => this.#signalled.delete(listener)
  }

  /** Tells of each event once it has been applied, for what is not in the view: it holds the last messages alone. */
  readonly onEvent = (listener: (event: RoomEvent) => void): (() => void) => {
    this.#happened.add(listener)
    return () => this.#happened.delete(listener)
  }

  async open(): Promise<void> {
    const opening = ++this.#opening
    this.#closed = false
    // after a close it is to be made again
    if (this.#now.link === 'closed') this.#set({ link: this.#now.feed.seq === undefined ? 'connecting' : 'lost' })
    const socket = await this.#parts.open('/room', give => {
      const since = this.#now.feed.seq
      give({ pitch: this.pitch, ...(since === undefined ? {} : { since }) })
    })
    if (opening !== this.#opening) return
    this.#socket = socket
    const on = <E extends keyof Listeners>(event: E, listener: Listeners[E]) =>
      socket.on(event, ((...given: never[]) => {
        // what a connection says that was left or replaced is of no concern any more
        if (opening === this.#opening) (listener as (...given: never[]) => void)(...given)
      }) as never)
    on('snapshot', snapshot => this.#takeSnapshot(snapshot))
    on('resumed', resumed => this.#takeResumed(resumed))
    on('event', event => this.#takeEvent(event))
    on('head', ({ seq }) => {
      if (this.#now.feed.seq !== undefined && seq > this.#now.feed.seq) this.#again()
    })
    on('signal', signal => this.#takeSignal(signal))
    on('closing', ({ code }) => {
      // of the others the end of the connection itself tells
      if (final.includes(code) || code === 'TokenExpired') this.#refuse(code)
    })
    on('disconnect', reason => this.#lose(reason === 'io server disconnect'))
    on('connect_error', error => this.#refuse(error.data?.code))
    socket.connect()
  }

  close(): void {
    this.#closed = true
    this.#opening++
    clearTimeout(this.#dueTimer)
    this.#socket?.disconnect()
    this.#set({ link: 'closed' })
  }

  /**
   * The network is back, or the machine has slept: the old connection may look alive for half a minute, and an attempt to
   * make a new one may wait for an answer to what was never sent.
   */
  wake(): void {
    if (this.#closed || this.#now.link === 'closed' || !this.#socket) return
    if (this.#now.link === 'on') this.#set({ link: 'lost' })
    this.#socket.disconnect()
    this.#socket.connect()
  }

  /** Says whether this page of the browser is in view, for the seconds on each slide. */
  watch(watching: Watching): void {
    this.#watching = watching
    this.#sayWatching()
  }

  /** Says which page this browser shows instead of the room's; undefined when it follows the room. */
  lookAt(page: number | undefined): void {
    if (page === this.#looksAt) return
    this.#looksAt = page
    this.#sayWatching()
  }

  #sayWatching(): void {
    const page = this.#looksAt
    const said = page === undefined ? this.#watching : { ...this.#watching, page }
    if (this.#now.link === 'on') this.#socket?.emit('watching', said)
  }

  /** Sends something of the moment; without a connection it is nobody's loss. */
  signal(signal: UpSignal): void {
    if (this.#now.link === 'on') this.#socket?.emit('signal', signal)
  }

  /** Turns here at once and for everybody as soon as the turn before it has arrived. */
  turnTo(page: number, action: PageAction, onFailure: (failure: unknown) => void, deck?: number): void {
    // whoever has left turns nothing for those who stay
    if (this.#closed) return
    this.#turnsIn = deck
    const mark = { page, action, index: 0 }
    this.#set({ turning: turnHere(this.#now.turning, mark) })
    if (!this.#turnUnderWay) void this.#sendTurn(mark, onFailure)
  }

  /** One turn at a time, so that they arrive in their order; of those that came meanwhile only the last one counts. */
  async #sendTurn(mark: RoomNow['turning']['shown'], onFailure: (failure: unknown) => void): Promise<void> {
    this.#turnUnderWay = true
    this.#set({ turning: { ...this.#now.turning, sent: [mark.page] } })
    const failure = await this.#parts
      .turn({ ...mark, ...(this.#turnsIn !== undefined && { deck: this.#turnsIn }) })
      .then(
        () => undefined,
        (failed: unknown) => failed ?? 'failed',
      )
    this.#turnUnderWay = false
    const { sent, shown } = this.#now.turning
    if (!this.#closed && sent.length > 0 && shown.page !== mark.page) void this.#sendTurn(shown, onFailure)
    else this.#set({ turning: { ...this.#now.turning, sent: sent.includes(mark.page) ? [mark.page] : [] } })
    if (failure === undefined) setTimeout(() => this.#settle(mark.page), echoWait)
    else {
      this.#settle(mark.page)
      onFailure(failure)
    }
  }

  /** A turn that was refused, or that changed nothing, has no echo. */
  #settle(page: number): void {
    if (this.#turnUnderWay || this.#now.turning.sent.length === 0) return
    this.#set({ turning: takeBack(this.#now.turning, [page], markOf(this.#now.feed)) })
  }

  #takeSnapshot({ seq, state, me, group_uuid, here, presenters }: Snapshot): void {
    const feed = takeRoom(this.#now.feed, seq, state)
    const turning = takeSnapshot(this.#now.turning, feed.view.room.status, markOf(feed))
    this.#set({ link: 'on', refusal: undefined, feed, turning, me, group: group_uuid, here, presenters })
    this.#sayWatching()
  }

  #takeResumed({ events, me, group_uuid, here, presenters }: Resumed): void {
    this.#set({ link: 'on', refusal: undefined, me, group: group_uuid, here, presenters })
    for (const event of events) this.#takeEvent(event)
    this.#sayWatching()
  }

  #takeEvent(event: RoomEvent): void {
    const feed = takeEvent(this.#now.feed, event)
    if (feed === 'gap') this.#again()
    if (feed === 'gap' || feed === this.#now.feed) return
    const { status } = feed.view.room
    const change = { status, own: this.#now.me?.session ?? '', now: this.#time() }
    const turning =
      event.type === 'pageChanged'
        ? takeChange(this.#now.turning, event.payload, change)
        : event.type === 'pitchStarted' || event.type === 'pitchReopened'
          ? takeSnapshot(this.#now.turning, status, markOf(feed))
          : event.type === 'deckShown'
            ? // what was under way are pages of other slides
              { shown: markOf(feed), due: undefined, sent: [] }
            : this.#now.turning
    this.#set({ feed, turning })
    for (const listener of this.#happened) listener(event)
    this.#awaitDue()
    if (event.type === 'attendeeRemoved' && event.payload.account === this.#now.me?.id) this.#refuse('RemovedFromRoom')
  }

  #takeSignal(signal: Signal): void {
    if (signal.type === 'presence') {
      const { here, presenters } = signal.payload as Presence
      this.#set({ here, presenters })
    }
    for (const listener of this.#signalled) listener(signal)
  }

  #awaitDue(): void {
    clearTimeout(this.#dueTimer)
    const { due } = this.#now.turning
    if (due)
      this.#dueTimer = setTimeout(
        () => this.#set({ turning: takeDue(this.#now.turning, this.#time()) }),
        due.at - this.#time(),
      )
  }

  /** Asks for what is missing by connecting again with the number of the last event. */
  #again(): void {
    if (this.#closed || this.#now.link !== 'on') return
    this.#set({ link: 'lost' })
    this.#socket?.disconnect()
    this.#socket?.connect()
  }

  /** Socket.IO tries again by itself, except when the server has ended or refused the connection. */
  #lose(byServer: boolean): void {
    if (this.#closed || this.#now.link === 'closed') return
    this.#set({ link: this.#now.feed.seq === undefined ? 'connecting' : 'lost' })
    if (byServer) setTimeout(() => this.#closed || this.#socket?.connect(), 300 + Math.random() * 300)
  }

  #refuse(code: ErrorCode | undefined): void {
    if (code === 'TokenExpired') void this.#renew()
    else if (code === undefined || !final.includes(code)) this.#lose(code !== undefined)
    else {
      this.#set({ link: 'closed', refusal: code })
      this.#socket?.disconnect()
    }
  }

  async #renew(): Promise<void> {
    if (this.#renewing) return
    this.#renewing = true
    const renewed = await this.#parts.renew()
    this.#renewing = false
    if (renewed) this.#socket?.connect()
    else this.#refuse('NotSignedIn')
  }

  #time = () => (this.#parts.now ?? Date.now)()

  #set(change: Partial<RoomNow>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}

const markOf = ({ view: { room } }: Feed) => ({ page: room.page, action: room.action, index: room.index })
