import { CallFailed } from '#contract/call.ts'
import type { RoomWhole } from '#features/room/room/web/roomNow.ts'
import type { PageAction } from '#features/room/slides/rules.ts'
import { type Turning, takeBack, turnHere } from './pageTurning.ts'
import { markOf } from './turning.ts'

/** Sends a turn to the server. Returns the number of the room's last event by then. */
export type SendTurn = (mark: {
  page: number
  action: PageAction
  index: number
  deck?: number
}) => Promise<{ seq: number }>

/** Milliseconds for which a turn waits for the line: after that the room may have moved on. */
const WAIT_AT_MOST = 60_000

/** A turn that did not reach the server for lack of a line, and the room at that time. */
interface Waiting {
  /** The room's possible pages if no one else has turned: the turn may have arrived, and its answer not. */
  readonly pages: readonly number[]
  readonly room: string
  readonly since: number
  readonly failure: CallFailed
  readonly onFailure: (failure: unknown) => void
}

/**
 * The turns of this browser: shown here at once, sent one at a time, taken back when they fail. Turns that did not reach the
 * server are sent when the line is back, unless another presenter has turned meanwhile.
 */
export class TurnSender {
  readonly #get: () => RoomWhole
  readonly #set: (turning: Turning) => void
  readonly #send: SendTurn
  #underWay = false
  #waiting: Waiting | undefined
  /** The deck of the last turn. */
  #deck: number | undefined
  /** The last turn that the server has answered. */
  #answered: { readonly mark: Turning['shown']; readonly seq: number } | undefined

  constructor(get: () => RoomWhole, set: (turning: Turning) => void, send: SendTurn) {
    this.#get = get
    this.#set = set
    this.#send = send
  }

  /** Turns here at once, and for the room as soon as the turn before it has arrived. */
  turnTo(page: number, action: PageAction, onFailure: (failure: unknown) => void, deck?: number): void {
    this.#deck = deck
    const mark = { page, action, index: 0 }
    this.#set(turnHere(this.#turning, mark))
    if (!this.#underWay) void this.#sendTurn(mark, onFailure)
  }

  /** Sends one turn at a time, so that they arrive in order; of several made meanwhile the last one counts. */
  async #sendTurn(mark: Turning['shown'], onFailure: (failure: unknown) => void): Promise<void> {
    this.#underWay = true
    this.#set({ ...this.#turning, sent: [mark.page] })
    const failure = await this.#send({ ...mark, ...(this.#deck !== undefined && { deck: this.#deck }) })
      .then(({ seq }) => {
        this.#answered = { mark, seq }
      })
      .catch((failed: unknown) => failed ?? 'failed')
    const { link } = this.#get()
    if (link === 'lost' && failure instanceof CallFailed && failure.code === 'Unavailable') {
      const pages = [this.#room.page, mark.page]
      this.#waiting = { pages, room: this.#leadership, since: performance.now(), failure, onFailure }
      return
    }
    this.#underWay = false
    const { sent, shown } = this.#turning
    // a presenter who has left turns no page of the room
    const isOpen = this.#get().link !== 'closed'
    if (isOpen && sent.length > 0 && shown.page !== mark.page) void this.#sendTurn(shown, onFailure)
    else this.#set({ ...this.#turning, sent: sent.includes(mark.page) ? [mark.page] : [] })
    if (failure === undefined) this.settle()
    else this.#takeBack()
    // success too, because it clears the failure of the turn before
    onFailure(failure)
  }

  /** Takes back turns without an echo in the feed: they changed nothing. Without a line the feed stays behind. */
  settle(): void {
    this.#sendWaiting()
    if (!this.#ahead) this.#takeBack()
  }

  /** Sends the waiting turn when the line is back, unless another presenter has turned. */
  #sendWaiting(): void {
    const waiting = this.#waiting
    if (!waiting || this.#get().link !== 'on') return
    this.#waiting = undefined
    this.#underWay = false
    const { shown } = this.#turning
    const { page } = this.#room
    const { pages, room, since, failure, onFailure } = waiting
    if (page === shown.page) onFailure(undefined)
    else if (pages.includes(page) && room === this.#leadership && performance.now() - since < WAIT_AT_MOST)
      void this.#sendTurn(shown, onFailure)
    else onFailure(failure)
  }

  /** Drops the waiting turn: a presenter who has left turns no page of the room, also after they come back. */
  drop(): void {
    if (!this.#waiting) return
    this.#waiting = undefined
    this.#underWay = false
    this.#takeBack()
  }

  /** The leader and state of the room: a turn does not wait across a change of these. */
  get #leadership(): string {
    const { host, status, paused } = this.#get().feed.view.room
    return JSON.stringify([host, status, paused])
  }

  #takeBack(): void {
    const { sent } = this.#turning
    if (this.#underWay || sent.length === 0) return
    this.#set(takeBack(this.#turning, sent, this.#room))
  }

  /** The room's page, as far as it is known here. */
  get #room(): Turning['shown'] {
    return this.#ahead ?? markOf(this.#get().feed)
  }

  /** The page that the server has turned to, until the feed has that event. */
  get #ahead(): Turning['shown'] | undefined {
    const { seq = 0 } = this.#get().feed
    return this.#answered && this.#answered.seq > seq ? this.#answered.mark : undefined
  }

  get #turning(): Turning {
    return this.#get().turning
  }
}
