import { CallFailed } from '#contract/call.ts'
import type { RoomWhole } from '#features/room/room/web/roomNow.ts'
import type { PageAction } from '#features/room/slides/rules.ts'
import { type Turning, takeBack, turnHere } from './pageTurning.ts'
import { markOf } from './turning.ts'

/** Tells the server to turn to a page; answers the number of the room's last event by then. */
export type SendTurn = (mark: {
  page: number
  action: PageAction
  index: number
  deck?: number
}) => Promise<{ seq: number }>

/** For how long a turn waits for the line, in milliseconds: after that the room may be elsewhere altogether. */
const WAITS = 60_000

/** A turn that did not reach the server while there was no line to it, and how the room was by then. */
interface Waiting {
  /** The pages on which the room may be without anybody else having turned: it may have arrived, and its answer not. */
  readonly pages: readonly number[]
  readonly room: string
  readonly since: number
  readonly failure: CallFailed
  readonly onFailure: (failure: unknown) => void
}

/**
 * The turns of this browser: shown here at once, sent one at a time, taken back when they come to nothing. Those that did not
 * reach the server are sent when the line is back, unless somebody else has turned meanwhile.
 */
export class TurnSender {
  readonly #get: () => RoomWhole
  readonly #set: (turning: Turning) => void
  readonly #send: SendTurn
  #underWay = false
  #waiting: Waiting | undefined
  /** The deck whose page was turned to last. */
  #deck: number | undefined
  /** The turn that the server has answered last. */
  #answered: { readonly mark: Turning['shown']; readonly seq: number } | undefined

  constructor(get: () => RoomWhole, set: (turning: Turning) => void, send: SendTurn) {
    this.#get = get
    this.#set = set
    this.#send = send
  }

  /** Turns here at once and for everybody as soon as the turn before it has arrived. */
  turnTo(page: number, action: PageAction, onFailure: (failure: unknown) => void, deck?: number): void {
    this.#deck = deck
    const mark = { page, action, index: 0 }
    this.#set(turnHere(this.#turning, mark))
    if (!this.#underWay) void this.#sendTurn(mark, onFailure)
  }

  /** One turn at a time, so that they arrive in their order; of those that came meanwhile only the last one counts. */
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
      this.#waiting = { pages, room: this.#leading, since: performance.now(), failure, onFailure }
      return
    }
    this.#underWay = false
    const { sent, shown } = this.#turning
    // whoever has left turns nothing for those who stay
    const goesOn = this.#get().link !== 'closed'
    if (goesOn && sent.length > 0 && shown.page !== mark.page) void this.#sendTurn(shown, onFailure)
    else this.#set({ ...this.#turning, sent: sent.includes(mark.page) ? [mark.page] : [] })
    if (failure === undefined) this.settle()
    else this.#takeBack()
    // also that it went well: of the turn before it may stand that it did not
    onFailure(failure)
  }

  /** A turn of which the feed knows and that is not echoed changed nothing. Without a line the feed stays behind. */
  settle(): void {
    this.#goOn()
    if (!this.#ahead) this.#takeBack()
  }

  /** The line is back: what waits for it is sent, or somebody else's turn stands. */
  #goOn(): void {
    const waiting = this.#waiting
    if (!waiting || this.#get().link !== 'on') return
    this.#waiting = undefined
    this.#underWay = false
    const { shown } = this.#turning
    const { page } = this.#room
    const { pages, room, since, failure, onFailure } = waiting
    if (page === shown.page) onFailure(undefined)
    else if (pages.includes(page) && room === this.#leading && performance.now() - since < WAITS)
      void this.#sendTurn(shown, onFailure)
    else onFailure(failure)
  }

  /** Whoever has left turns nothing for those who stay, also when they come back. */
  drop(): void {
    if (!this.#waiting) return
    this.#waiting = undefined
    this.#underWay = false
    this.#takeBack()
  }

  /** Who leads the room, and how it goes on: what another one leads, nobody turns who was away. */
  get #leading(): string {
    const { host, status, paused } = this.#get().feed.view.room
    return JSON.stringify([host, status, paused])
  }

  #takeBack(): void {
    const { sent } = this.#turning
    if (this.#underWay || sent.length === 0) return
    this.#set(takeBack(this.#turning, sent, this.#room))
  }

  /** Where the room is, as far as is known here. */
  get #room(): Turning['shown'] {
    return this.#ahead ?? markOf(this.#get().feed)
  }

  /** Where the server has turned, as long as the feed does not know of it. */
  get #ahead(): Turning['shown'] | undefined {
    const { seq = 0 } = this.#get().feed
    return this.#answered && this.#answered.seq > seq ? this.#answered.mark : undefined
  }

  get #turning(): Turning {
    return this.#get().turning
  }
}
