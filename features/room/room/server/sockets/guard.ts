import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { isOwnOrigin } from '#features/access/signIn/server/actor.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { isForOurHost } from '#server/http/hosts.ts'
import { type RoomSocket, rawOf } from './frames.ts'
import type { Member } from './localRoom.ts'

/** Characters of a client's packet: the first one carries its token, the others next to nothing. */
const LONGEST = 4096
/** Packets of one connection at once, and per second in the long run. */
const BURST = 60
const PER_SECOND = 10

/** The used part of a connection of Socket.IO's engine. */
interface Engine {
  on(event: 'packet', heard: (packet: { type: string; data?: unknown }) => void): void
  removeAllListeners(event: 'data'): void
  readonly transport: { readonly socket?: { terminate(): void } }
  request: unknown
}

/**
 * Whether a socket may be opened by a request: at a host of ours, and from a page of ours. Browsers send cookies from pages
 * of other sites too, but name the page's origin.
 */
export function mayConnect(frame: Frame, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return isForOurHost(frame.settings, request) && (origin === undefined || isOwnOrigin(frame, origin, host))
}

/**
 * Checks packets before Socket.IO decodes them: text alone, small, and not often. Attachments, which the decoder would have
 * to collect, never begin.
 */
export function guardPackets(io: Server): void {
  io.engine.on('connection', (engine: Engine) => {
    let left = BURST
    let at = rightTime()
    engine.on('packet', ({ type, data }) => {
      const now = rightTime()
      // the database's clock may go back, which uses up no packets
      left = Math.min(BURST, left + (Math.max(0, now - at) / 1000) * PER_SECOND) - 1
      at = now
      const isText = data === undefined || (typeof data === 'string' && data.length <= LONGEST)
      const isMessage = type !== 'message' || (typeof data === 'string' && /^[0-4]/.test(data))
      if (left >= 0 && isText && isMessage) return
      engine.removeAllListeners('data')
      engine.transport.socket?.terminate()
    })
  })
}

/** The most that may wait for one connection: bytes, packets, and for how many milliseconds. */
export const OUTBOX = { bytes: 4e6, packets: 500, milliseconds: 10_000 }

/** Closes connections that do not read what they are sent. Their clients reconnect and resume by number. */
export function closeStalled(members: Iterable<Member>, now = rightTime()): number {
  let closed = 0
  for (const member of members) {
    const raw = rawOf(member.socket)
    const ws = raw.transport.socket
    if (!ws) continue
    const bytes = ws.bufferedAmount
    const packets = raw.writeBuffer.length
    if (bytes === 0 && packets === 0) {
      member.stalledSince = undefined
      continue
    }
    member.stalledSince ??= now
    const tooLong = now - member.stalledSince > OUTBOX.milliseconds
    if (bytes <= OUTBOX.bytes && packets <= OUTBOX.packets && !tooLong) continue
    ws.terminate()
    closed++
  }
  return closed
}

/** Ends a connection after its last message, and after a second also one that does not read. */
export function end(socket: RoomSocket): void {
  const ws = rawOf(socket).transport.socket
  socket.disconnect(true)
  setTimeout(() => ws?.terminate(), 1000).unref()
}
