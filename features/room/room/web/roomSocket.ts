import { io } from 'socket.io-client'
import { ALIVE, ATTEMPTS, keepPatience } from '#features/room/room/patience.ts'
import type { ConnectionParts, RoomSocket } from './connectionParts.ts'

/** Connections that a browser keeps to one server. */
const BROWSER_CONNECTIONS = 6
/** Milliseconds after which a silent connection is given up. */
const GIVEN_UP = 2500

async function knock(milliseconds: number): Promise<void> {
  const answer = await fetch(ALIVE, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(milliseconds),
  })
  // a proxy may answer for an absent server
  if (!answer.ok) throw new Error(`${ALIVE} answered ${answer.status}`)
}

const wait = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))

/**
 * Sends a request over each idle connection of the browser, so that it gives up dead ones. After a silent loss of the network
 * it would use them, and a slide would take minutes.
 */
function giveUpIdle(): void {
  for (let n = 0; n < BROWSER_CONNECTIONS; n++) knock(GIVEN_UP).catch(() => {})
}

/** A socket that reconnects by itself, also over a slow line. */
export function openSocket(...[namespace, auth]: Parameters<ConnectionParts['open']>): RoomSocket {
  const socket = io(namespace, { transports: ['websocket'], autoConnect: false, forceNew: true, auth, ...ATTEMPTS })
  keepPatience(socket.io, { knock, again: () => socket.disconnect().connect(), wait })
  socket.io.on('close', why => {
    if (why === 'ping timeout') giveUpIdle()
  })
  return socket as unknown as RoomSocket
}
