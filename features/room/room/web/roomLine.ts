import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { RoomAuth } from '#features/room/room/socket.ts'
import { pauseBefore } from '#web/client/pause.ts'
import type { ConnectionParts, Listeners, RoomSocket } from './connectionParts.ts'
import type { Link } from './roomNow.ts'

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

/** What a line needs of whoever is at this end of it. */
export interface LineEnd {
  readonly parts: Pick<ConnectionParts, 'open' | 'renew'>
  link(): Link
  /** What each new connection shows first. */
  auth(): RoomAuth
  /** Listens to a new socket, for as long as it is the one that counts. */
  listen(on: <E extends keyof Listeners>(event: E, listener: Listeners[E]) => void): void
  /** The line is lost and will be made again, or is closed for good, with the reason where the server gave one. */
  tell(link: 'lost' | 'closed', refusal?: ErrorCode): void
}

/** The line to the server: made, and made again with longer pauses, until whoever is at this end is refused or leaves. */
export class RoomLine {
  readonly #end: LineEnd
  #socket: RoomSocket | undefined
  #opening = 0
  #renewing = false
  /** The attempts that the server has refused since we were connected last. */
  #refused = 0
  /** The milliseconds in which many come again who were sent away together, we among them. */
  #within: number | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(end: LineEnd) {
    this.#end = end
  }

  async open(): Promise<void> {
    const opening = ++this.#opening
    this.#socket = undefined
    // after a close it is to be made again
    if (this.#isClosed) this.#end.tell('lost')
    const socket = await this.#makeSocket(opening)
    if (!socket) return
    this.#socket = socket
    const on = <E extends keyof Listeners>(event: E, listener: Listeners[E]) =>
      socket.on(event, ((...given: never[]) => {
        // what a connection says that was left or replaced is of no concern any more
        if (opening === this.#opening) (listener as (...given: never[]) => void)(...given)
      }) as never)
    this.#end.listen(on)
    on('closing', ({ code, within }) => {
      this.#within = within
      // of the others the end of the connection itself tells
      if (final.includes(code) || code === 'TokenExpired') this.refuse(code)
    })
    on('disconnect', reason => this.#lose(reason === 'io server disconnect'))
    on('connect_error', error => this.refuse(error.data?.code))
    socket.connect()
  }

  /** What a socket is made of comes over the network: until it is here it is asked for again. Undefined once closed. */
  async #makeSocket(opening: number): Promise<RoomSocket | undefined> {
    for (let attempt = 0; opening === this.#opening; attempt++) {
      const socket = await this.#end.parts.open('/room', give => give(this.#end.auth())).catch(() => undefined)
      if (opening !== this.#opening) return undefined
      if (socket) return socket
      await new Promise(done => setTimeout(done, pauseBefore(attempt)))
    }
    return undefined
  }

  close(): void {
    this.#opening++
    this.#socket?.disconnect()
    this.#end.tell('closed')
  }

  /** The server has let us in. */
  held(): void {
    this.#refused = 0
  }

  /**
   * The network is back, or the machine has slept: the old connection may look alive for half a minute, and an attempt to
   * make a new one may wait for an answer to what was never sent.
   */
  wake(): void {
    if (this.#isClosed) return
    if (!this.#socket) return void this.open()
    clearTimeout(this.#retry)
    this.#anew()
  }

  /** Asks for what is missing by connecting again with the number of the last event. */
  again(): void {
    if (this.#end.link() === 'on') this.#anew()
  }

  #anew(): void {
    if (this.#end.link() === 'on') this.#end.tell('lost')
    this.#socket?.disconnect()
    this.#socket?.connect()
  }

  /** Says something while somebody hears it. */
  say(...said: Parameters<RoomSocket['emit']>): void {
    if (this.#end.link() === 'on') this.#socket?.emit(...said)
  }

  /** Socket.IO tries again by itself, except when the server has ended or refused the connection. */
  #lose(byServer: boolean): void {
    if (this.#isClosed) return
    this.#end.tell('lost')
    if (byServer) this.#connectLater()
  }

  /** Longer after each refusal: a server that cannot let anybody in must not be asked by a thousand browsers at once. */
  #connectLater(): void {
    const opening = this.#opening
    const pause = this.#within === undefined ? pauseBefore(this.#refused++) : this.#within * Math.random()
    this.#within = undefined
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      if (opening === this.#opening && !this.#isClosed) this.#socket?.connect()
    }, pause)
  }

  refuse(code: ErrorCode | undefined): void {
    if (code === 'TokenExpired') void this.#renew()
    else if (code === undefined || !final.includes(code)) this.#lose(code !== undefined)
    else {
      this.#end.tell('closed', code)
      this.#socket?.disconnect()
    }
  }

  /** Only who may not be here stays outside; a server that is away, or has too much to do, is asked again. */
  async #renew(): Promise<void> {
    if (this.#renewing) return
    this.#renewing = true
    const opening = this.#opening
    const failure = await this.#end.parts.renew().then(
      () => undefined,
      (failed: unknown) => (failed instanceof CallFailed ? failed.code : 'Internal'),
    )
    this.#renewing = false
    if (opening !== this.#opening) return
    if (failure === 'TokenExpired' || failure === 'ImpersonationEnded') this.refuse('NotSignedIn')
    else if (failure !== undefined) this.refuse(failure)
    else if (this.#refused > 0) this.#connectLater()
    else {
      this.#refused++
      this.#socket?.connect()
    }
  }

  get #isClosed(): boolean {
    return this.#end.link() === 'closed'
  }
}
