import { io } from 'socket.io-client'
import { ALIVE, ATTEMPTS, keepPatience } from '#features/room/room/patience.ts'
import type { ConnectionParts, RoomSocket } from './connectionParts.ts'

/** How many connections a browser keeps to one server. */
const KEPT = 6
/** Milliseconds after which one that says nothing is given up. */
const GIVEN_UP = 2500

async function knock(milliseconds: number): Promise<void> {
  const answer = await fetch(ALIVE, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(milliseconds),
  })
  // somebody answers for a server that is away
  if (!answer.ok) throw new Error(`${ALIVE} answered ${answer.status}`)
}

const wait = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))

/**
 * A network that died without a word took the idle connections with it, and the browser does not know: a slide that is
 * asked for over one of them would not come for minutes. Each is asked something now, and given up.
 */
function giveUpIdle(): void {
  for (let n = 0; n < KEPT; n++) knock(GIVEN_UP).catch(() => {})
}

/** A socket that comes back by itself, however long the line takes. */
export function openSocket(...[namespace, auth]: Parameters<ConnectionParts['open']>): RoomSocket {
  const socket = io(namespace, { transports: ['websocket'], autoConnect: false, forceNew: true, auth, ...ATTEMPTS })
  keepPatience(socket.io, { knock, again: () => socket.disconnect().connect(), wait })
  socket.io.on('close', why => {
    if (why === 'ping timeout') giveUpIdle()
  })
  return socket as unknown as RoomSocket
}
