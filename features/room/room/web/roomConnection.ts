import type { RoomEvent } from '#features/room/room/parts.ts'
import type { UpSignal } from '#features/room/room/signals.ts'
import type { Presence, Resumed, Signal, Snapshot, Watching } from '#features/room/room/socket.ts'
import type { ConnectionParts } from './connectionParts.ts'
import { type Feed, takeEvent, takeRoom } from './roomFeed.ts'
import { RoomLine } from './roomLine.ts'
import { isMoreThanSaid, nothingYet, type RoomBesides, type RoomNow, type RoomWhole, withWelcome } from './roomNow.ts'

export type { RoomNow, RoomWhole } from './roomNow.ts'

/** A browser's connection to a live room. It follows the events by number and resumes after a loss. */
export class RoomConnection {
  #now: RoomWhole
  #shown: RoomNow
  readonly #parts: ConnectionParts
  readonly #line: RoomLine
  /** The uuid of the pitch. */
  readonly pitch: string
  readonly #watchers = new Set<() => void>()
  readonly #signalled = new Set<(signal: Signal) => void>()
  readonly #happened = new Set<(event: RoomEvent) => void>()
  #watching: Watching = { visible: true }
  #ownPage: number | undefined

  /** `besides`: the words' first state beside the feed. */
  constructor(pitch: string, parts: ConnectionParts, besides: RoomBesides) {
    this.pitch = pitch
    this.#parts = parts
    this.#now = nothingYet(parts.model, besides)
    this.#shown = this.#now
    this.#line = new RoomLine({
      parts,
      link: () => this.#now.link,
      auth: () => {
        const since = this.#now.feed.seq
        return { pitch, ...(since === undefined ? {} : { since }) }
      },
      listen: on => {
        on('snapshot', snapshot => this.#takeSnapshot(snapshot))
        on('resumed', resumed => this.#takeResumed(resumed))
        on('event', event => this.#takeEvents([event]))
        on('head', ({ seq }) => {
          if (this.#now.feed.seq !== undefined && seq > this.#now.feed.seq) this.#line.again()
        })
        on('signal', signal => this.#takeSignal(signal))
      },
      tell: (link, refusal) =>
        this.set({
          link: link === 'lost' && this.#now.feed.seq === undefined ? 'connecting' : link,
          ...(refusal && { refusal }),
        }),
    })
  }

  readonly get = (): RoomWhole => this.#now
  /** The room without its `RoomSaid` fields: the same object until something else changes. */
  readonly getShown = (): RoomNow => this.#shown
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  readonly onSignal = (listener: (signal: Signal) => void): (() => void) => {
    this.#signalled.add(listener)
    return () => this.#signalled.delete(listener)
  }

  /** Calls the listener after each applied event, because the view has the last messages alone. */
  readonly onEvent = (listener: (event: RoomEvent) => void): (() => void) => {
    this.#happened.add(listener)
    return () => this.#happened.delete(listener)
  }

  open(): Promise<void> {
    return this.#line.open()
  }

  close(): void {
    this.#line.close()
  }

  /** The network is back, or the machine has slept. */
  wake(): void {
    this.#line.wake()
  }

  /** Reports whether the browser's window is visible, for the seconds on each slide. */
  watch(watching: Watching): void {
    this.#watching = watching
    this.#sendWatching()
  }

  /** Reports the page that this browser shows instead of the room's; undefined when it follows the room. */
  lookAt(page: number | undefined): void {
    if (page === this.#ownPage) return
    this.#ownPage = page
    this.#sendWatching()
  }

  #sendWatching(): void {
    const page = this.#ownPage
    this.#line.send('watching', page === undefined ? this.#watching : { ...this.#watching, page })
  }

  /** Sends a signal, or drops it without a connection. */
  signal(signal: UpSignal): void {
    this.#line.send('signal', signal)
  }

  /** The state beside the feed after an event, or after a snapshot. */
  protected besidesAfter(_before: RoomWhole, _feed: Feed, _event?: RoomEvent): Partial<RoomBesides> {
    return {}
  }

  /** Called after a snapshot or events were applied. */
  protected taken(): void {}

  #takeSnapshot(snapshot: Snapshot): void {
    this.#line.admitted()
    const { seq, state, ...welcome } = snapshot
    const feed = takeRoom(this.#now.feed, seq, state)
    this.set({ ...withWelcome(this.#now, welcome), feed, ...this.besidesAfter(this.#now, feed) })
    this.taken()
    this.#sendWatching()
  }

  #takeResumed({ events, ...welcome }: Resumed): void {
    this.#line.admitted()
    this.#takeEvents(events, withWelcome(this.#now, welcome))
    this.#sendWatching()
  }

  /** Applies events and informs the watchers once: a minute's loss misses hundreds. */
  #takeEvents(events: readonly RoomEvent[], before = this.#now): void {
    let now = before
    let isGap = false
    const taken: RoomEvent[] = []
    for (const event of events) {
      const feed = takeEvent(this.#parts.model, now.feed, event)
      isGap ||= feed === 'gap'
      if (feed === 'gap' || feed === now.feed) continue
      now = { ...now, feed, ...this.besidesAfter(now, feed, event) }
      taken.push(event)
    }
    if (now !== this.#now) this.set(now)
    this.taken()
    if (isGap) this.#line.again()
    if (taken.length === 0) return
    for (const event of taken) for (const listener of this.#happened) listener(event)
    const me = now.me?.id ?? ''
    const wasRemoved = taken.some(({ type, payload }) => type === 'attendeeRemoved' && payload.account === me)
    // among missed events the last state counts: a readmitted attendee may stay
    if (wasRemoved && now.feed.view.room.removed.includes(me)) this.#line.refuse('RemovedFromRoom')
  }

  #takeSignal(signal: Signal): void {
    if (signal.type === 'presence') {
      const { here, presenters } = signal.payload as Presence
      this.set({ here, presenters })
    }
    for (const listener of this.#signalled) listener(signal)
  }

  protected readonly time = () => (this.#parts.now ?? Date.now)()

  protected set(change: Partial<RoomWhole>): void {
    const before = this.#now
    this.#now = { ...before, ...change }
    if (isMoreThanSaid(this.#parts.model, before, this.#now)) this.#shown = this.#now
    for (const watcher of this.#watchers) watcher()
  }
}
