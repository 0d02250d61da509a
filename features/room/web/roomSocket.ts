import { io } from 'socket.io-client'
import { ASKED_FOR, keepPatience } from '#features/room/patience.ts'
import type { RoomParts, RoomSocket } from './roomParts.ts'

/** Milliseconds between attempts to connect: soon at first, and never all browsers at the same moment. */
const attempts = { reconnectionDelay: 200, reconnectionDelayMax: 1000, randomizationFactor: 0.5 }

/** How many connections a browser keeps to one server. */
const KEPT = 6
/** Milliseconds after which one that says nothing is given up. */
const GIVEN_UP = 2500

const ask = (milliseconds: number) =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(milliseconds) })

/**
 * A network that died without a word took the idle connections with it, and the browser does not know: a slide that is
 * asked for over one of them would not come for minutes. Each is asked something now, and given up.
 */
function giveUpIdle(): void {
  for (let n = 0; n < KEPT; n++) ask(GIVEN_UP).catch(() => {})
}

/** A socket that comes back by itself, however long the line takes. */
export function openSocket(...[namespace, auth]: Parameters<RoomParts['open']>): RoomSocket {
  const socket = io(namespace, { transports: ['websocket'], autoConnect: false, forceNew: true, auth, ...attempts })
  keepPatience(socket.io, () => ask(ASKED_FOR))
  socket.io.on('close', why => {
    if (why === 'ping timeout') giveUpIdle()
  })
  return socket as unknown as RoomSocket
}
