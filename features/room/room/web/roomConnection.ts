import type { RoomEvent } from '#features/room/room/parts.ts'
import type { PageAction } from '#features/room/room/rules.ts'
import type { UpSignal } from '#features/room/room/signals.ts'
import type { Presence, Resumed, Signal, Snapshot, Watching } from '#features/room/room/socket.ts'
import type { ConnectionParts } from './connectionParts.ts'
import { takeDue } from './pageTurning.ts'
import { RoomLine } from './roomLine.ts'
import {
  isMoreThanSaid,
  nothingYet,
  type RoomNow,
  type RoomWhole,
  withEvent,
  withSnapshot,
  withWelcome,
} from './roomNow.ts'
import { TurnSender } from './turnSender.ts'

export type { RoomNow, RoomWhole } from './roomNow.ts'

/** A live room as a browser is connected to it: follows the events by number, resumes after a loss, turns pages. */
export class RoomConnection {
  #now: RoomWhole
  #shown: RoomNow
  readonly #parts: ConnectionParts
  readonly #line: RoomLine
  readonly #turns: TurnSender
  /** The uuid of the pitch. */
  readonly pitch: string
  readonly #watchers = new Set<() => void>()
  readonly #signalled = new Set<(signal: Signal) => void>()
  readonly #happened = new Set<(event: RoomEvent) => void>()
  #dueTimer: ReturnType<typeof setTimeout> | undefined
  #watching: Watching = { visible: true }
  #looksAt: number | undefined

  constructor(pitch: string, parts: ConnectionParts) {
    this.pitch = pitch
    this.#parts = parts
    this.#now = nothingYet(parts.model)
    this.#shown = this.#now
    this.#turns = new TurnSender(this.get, turning => this.#set({ turning }), parts.turn)
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
        this.#set({
          link: link === 'lost' && this.#now.feed.seq === undefined ? 'connecting' : link,
          ...(refusal && { refusal }),
        }),
    })
  }

  readonly get = (): RoomWhole => this.#now
  /** The room but for what is said in it: the same object until something else changes. */
  readonly getShown = (): RoomNow => this.#shown
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

  open(): Promise<void> {
    return this.#line.open()
  }

  close(): void {
    clearTimeout(this.#dueTimer)
    this.#turns.drop()
    this.#line.close()
  }

  /** The network is back, or the machine has slept. */
  wake(): void {
    this.#line.wake()
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
    this.#line.say('watching', page === undefined ? this.#watching : { ...this.#watching, page })
  }

  /** Sends something of the moment; without a connection it is nobody's loss. */
  signal(signal: UpSignal): void {
    this.#line.say('signal', signal)
  }

  /** Turns here at once and for everybody as soon as the turn before it has arrived. */
  turnTo(page: number, action: PageAction, onFailure: (failure: unknown) => void, deck?: number): void {
    // whoever has left turns nothing for those who stay
    if (this.#now.link !== 'closed') this.#turns.turnTo(page, action, onFailure, deck)
  }

  #takeSnapshot(snapshot: Snapshot): void {
    this.#line.held()
    this.#set(withSnapshot(this.#now, snapshot))
    this.#turns.settle()
    this.#sayWatching()
  }

  #takeResumed({ events, ...welcome }: Resumed): void {
    this.#line.held()
    this.#takeEvents(events, withWelcome(this.#now, welcome))
    this.#sayWatching()
  }

  /** Applies what happened, and tells of it once: hundreds are missed in a minute. */
  #takeEvents(events: readonly RoomEvent[], before = this.#now): void {
    let now = before
    let isGap = false
    const taken: RoomEvent[] = []
    for (const event of events) {
      const after = withEvent(this.#parts.model, now, event, this.#time())
      isGap ||= after === 'gap'
      if (after === 'gap' || after === now) continue
      now = after
      taken.push(event)
    }
    if (now !== this.#now) this.#set(now)
    this.#turns.settle()
    if (isGap) this.#line.again()
    if (taken.length === 0) return
    for (const event of taken) for (const listener of this.#happened) listener(event)
    this.#awaitDue()
    const me = now.me?.id ?? ''
    const wasRemoved = taken.some(({ type, payload }) => type === 'attendeeRemoved' && payload.account === me)
    // of what was missed the end counts: who was let in again is let in
    if (wasRemoved && now.feed.view.room.removed.includes(me)) this.#line.refuse('RemovedFromRoom')
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

  #time = () => (this.#parts.now ?? Date.now)()

  #set(change: Partial<RoomWhole>): void {
    const before = this.#now
    this.#now = { ...before, ...change }
    if (isMoreThanSaid(before, this.#now)) this.#shown = this.#now
    for (const watcher of this.#watchers) watcher()
  }
}
