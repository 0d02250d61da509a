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
  'PolicyPending',
  'AccreditationNeeded',
  'NotAllowed',
  'PitchNotFound',
  'RemovedFromRoom',
  'JoinLinkDisabled',
]

/** The owner of a line. */
export interface LineEnd {
  readonly parts: Pick<ConnectionParts, 'open' | 'renew'>
  link(): Link
  /** The credentials of each new connection. */
  auth(): RoomAuth
  /** Listens to a new socket, until another one replaces it. */
  listen(on: <E extends keyof Listeners>(event: E, listener: Listeners[E]) => void): void
  /** The line is lost and will be restored, or is closed permanently, with the server's reason if it gave one. */
  tell(link: 'lost' | 'closed', refusal?: ErrorCode): void
}

/** The line to the server, restored with longer and longer pauses until the server refuses the person or they leave. */
export class RoomLine {
  readonly #end: LineEnd
  #socket: RoomSocket | undefined
  #opening = 0
  #renewing = false
  /** The attempts that the server has refused since the last connection. */
  #refused = 0
  /** The milliseconds over which the members spread whose connections the server ended together. */
  #within: number | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(end: LineEnd) {
    this.#end = end
  }

  async open(): Promise<void> {
    const opening = ++this.#opening
    this.#socket = undefined
    // a line that was closed before is opened again
    if (this.#isClosed) this.#end.tell('lost')
    const socket = await this.#makeSocket(opening)
    if (!socket) return
    this.#socket = socket
    const on = <E extends keyof Listeners>(event: E, listener: Listeners[E]) =>
      socket.on(event, ((...given: never[]) => {
        // messages of a closed or replaced connection are ignored
        if (opening === this.#opening) (listener as (...given: never[]) => void)(...given)
      }) as never)
    this.#end.listen(on)
    on('closing', ({ code, within }) => {
      this.#within = within
      // for other codes the end of the connection itself follows
      if (final.includes(code) || code === 'TokenExpired') this.refuse(code)
    })
    on('disconnect', reason => this.#lose(reason === 'io server disconnect'))
    on('connect_error', error => this.refuse(error.data?.code))
    socket.connect()
  }

  /** Makes a socket. Its code comes over the network, so it is requested until it is here. Undefined once closed. */
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

  /** The server has admitted this connection. */
  admitted(): void {
    this.#refused = 0
  }

  /**
   * The network is back, or the machine has slept: the old connection may look alive for half a minute, and a running
   * attempt may wait for the answer to a packet that was never sent.
   */
  wake(): void {
    if (this.#isClosed) return
    if (!this.#socket) return void this.open()
    clearTimeout(this.#retry)
    this.#reconnect()
  }

  /** Gets missing events by connecting again with the number of the last one. */
  again(): void {
    if (this.#end.link() === 'on') this.#reconnect()
  }

  #reconnect(): void {
    if (this.#end.link() === 'on') this.#end.tell('lost')
    this.#socket?.disconnect()
    this.#socket?.connect()
  }

  /** Sends a message, or drops it without a connection. */
  send(...message: Parameters<RoomSocket['emit']>): void {
    if (this.#end.link() === 'on') this.#socket?.emit(...message)
  }

  /** Socket.IO reconnects by itself, except when the server has ended or refused the connection. */
  #lose(byServer: boolean): void {
    if (this.#isClosed) return
    this.#end.tell('lost')
    if (byServer) this.#connectLater()
  }

  /** Waits longer after each refusal: a server that cannot admit people must not get a thousand browsers at once. */
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

  /** Renews the session. Only a person without the right stays outside; an absent or busy server is tried again. */
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
