import type { RoomEvent } from '#features/room/room/parts.ts'
import type { ConnectionParts } from '#features/room/room/web/connectionParts.ts'
import { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { Feed } from '#features/room/room/web/roomFeed.ts'
import type { RoomWhole } from '#features/room/room/web/roomNow.ts'
import type { PageAction } from '#features/room/slides/rules.ts'
import { notTurned, takeDue } from './pageTurning.ts'
import { turningAfter } from './turning.ts'
import { type SendTurn, TurnSender } from './turnSender.ts'

/** A connection to a room that turns its pages. */
export class SlidesConnection extends RoomConnection {
  readonly #turns: TurnSender
  #dueTimer: ReturnType<typeof setTimeout> | undefined

  constructor(pitch: string, { turn, ...parts }: ConnectionParts & { turn: SendTurn }) {
    super(pitch, parts, { turning: notTurned })
    this.#turns = new TurnSender(this.get, turning => this.set({ turning }), turn)
  }

  override close(): void {
    clearTimeout(this.#dueTimer)
    this.#turns.drop()
    super.close()
  }

  /** Turns here at once, and for the room as soon as the turn before it has arrived. */
  turnTo(page: number, action: PageAction, onFailure: (failure: unknown) => void, deck?: number): void {
    // a presenter who has left turns no page of the room
    if (this.get().link !== 'closed') this.#turns.turnTo(page, action, onFailure, deck)
  }

  protected override besidesAfter(now: RoomWhole, feed: Feed, event?: RoomEvent) {
    return { turning: turningAfter(now, feed, event, this.time()) }
  }

  protected override taken(): void {
    this.#turns.settle()
    clearTimeout(this.#dueTimer)
    const { due } = this.get().turning
    if (due)
      this.#dueTimer = setTimeout(
        () => this.set({ turning: takeDue(this.get().turning, this.time()) }),
        due.at - this.time(),
      )
  }
}
