import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { PageAction, RoomEvent } from '#features/room/events.ts'
import type { UpSignal } from '#features/room/signals.ts'
import type { Presence, Resumed, Signal, Snapshot, Watching } from '#features/room/socket.ts'
import { pauseBefore } from '#web/client/pause.ts'
import { takeDue } from './pageTurning.ts'
import { nothingYet, type RoomNow, withEvent, withSnapshot, withWelcome } from './roomNow.ts'
import type { Listeners, RoomParts, RoomSocket } from './roomParts.ts'
import { TurnSender } from './turnSender.ts'

export type { RoomNow } from './roomNow.ts'

/** Refusals that no new attempt will change. */
const final: readonly ErrorCode[] = [
  'NotSignedIn',
  'SecondStepPending',
  'FactorRequired',
  'PasswordExpired',
  'NotAllowed',
  'PitchNotFound',
  'RemovedFromRoom',
  'JoinLinkDisabled',
]

/** A live room as a browser is connected to it: follows the events by number, resumes after a loss, turns pages. */
export class RoomConnection {
  #now: RoomNow = nothingYet
  readonly #parts: RoomParts
  readonly #turns: TurnSender
  /** The uuid of the pitch. */
  readonly pitch: string
  readonly #watchers = new Set<() => void>()
  readonly #signalled = new Set<(signal: Signal) => void>()
  readonly #happened = new Set<(event: RoomEvent) => void>()
  #socket: RoomSocket | undefined
  #closed = false
  #opening = 0
  #renewing = false
  /** The attempts that the server has refused since we were connected last. */
  #refused = 0
  /** The milliseconds in which many come again who were sent away together, we among them. */
  #within: number | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #dueTimer: ReturnType<typeof setTimeout> | undefined
  #watching: Watching = { visible: true }
  #looksAt: number | undefined

  constructor(pitch: string, parts: RoomParts) {
    this.pitch = pitch
    this.#parts = parts
    this.#turns = new TurnSender(this.get, turning => this.#set({ turning }), parts.turn)
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
    this.#socket = undefined
    // after a close it is to be made again
    if (this.#now.link === 'closed') this.#set({ link: this.#now.feed.seq === undefined ? 'connecting' : 'lost' })
    const socket = await this.#makeSocket(opening)
    if (!socket) return
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
    on('closing', ({ code, within }) => {
      this.#within = within
      // of the others the end of the connection itself tells
      if (final.includes(code) || code === 'TokenExpired') this.#refuse(code)
    })
    on('disconnect', reason => this.#lose(reason === 'io server disconnect'))
    on('connect_error', error => this.#refuse(error.data?.code))
    socket.connect()
  }

  /** What a socket is made of comes over the network: until it is here it is asked for again. Undefined once closed. */
  async #makeSocket(opening: number): Promise<RoomSocket | undefined> {
    for (let attempt = 0; opening === this.#opening; attempt++) {
      const socket = await this.#parts
        .open('/room', give => {
          const since = this.#now.feed.seq
          give({ pitch: this.pitch, ...(since === undefined ? {} : { since }) })
        })
        .catch(() => undefined)
      if (opening !== this.#opening) return undefined
      if (socket) return socket
      await new Promise(done => setTimeout(done, pauseBefore(attempt)))
    }
    return undefined
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
    if (this.#closed || this.#now.link === 'closed') return
    if (!this.#socket) return void this.open()
    clearTimeout(this.#retry)
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
    if (!this.#closed) this.#turns.turnTo(page, action, onFailure, deck)
  }

  #takeSnapshot(snapshot: Snapshot): void {
    this.#refused = 0
    this.#set(withSnapshot(this.#now, snapshot))
    this.#sayWatching()
  }

  #takeResumed({ events, ...welcome }: Resumed): void {
    this.#refused = 0
    this.#set(withWelcome(this.#now, welcome))
    for (const event of events) this.#takeEvent(event)
    this.#sayWatching()
  }

  #takeEvent(event: RoomEvent): void {
    const after = withEvent(this.#now, event, this.#time())
    if (after === 'gap') this.#again()
    if (after === 'gap' || after === this.#now) return
    this.#set(after)
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
    if (byServer) this.#connectLater()
  }

  /** Longer after each refusal: a server that cannot let anybody in must not be asked by a thousand browsers at once. */
  #connectLater(): void {
    const opening = this.#opening
    const pause = this.#within === undefined ? pauseBefore(this.#refused++) : this.#within * Math.random()
    this.#within = undefined
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      if (opening === this.#opening && this.#now.link !== 'closed') this.#socket?.connect()
    }, pause)
  }

  #refuse(code: ErrorCode | undefined): void {
    if (code === 'TokenExpired') void this.#renew()
    else if (code === undefined || !final.includes(code)) this.#lose(code !== undefined)
    else {
      this.#set({ link: 'closed', refusal: code })
      this.#socket?.disconnect()
    }
  }

  /** Only who may not be here stays outside; a server that is away, or has too much to do, is asked again. */
  async #renew(): Promise<void> {
    if (this.#renewing) return
    this.#renewing = true
    const opening = this.#opening
    const failure = await this.#parts.renew().then(
      () => undefined,
      (failed: unknown) => (failed instanceof CallFailed ? failed.code : 'Internal'),
    )
    this.#renewing = false
    if (opening !== this.#opening) return
    if (failure === 'TokenExpired' || failure === 'ImpersonationEnded') this.#refuse('NotSignedIn')
    else if (failure !== undefined) this.#refuse(failure)
    else if (this.#refused > 0) this.#connectLater()
    else {
      this.#refused++
      this.#socket?.connect()
    }
  }

  #time = () => (this.#parts.now ?? Date.now)()

  #set(change: Partial<RoomNow>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
