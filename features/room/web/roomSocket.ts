import { io } from 'socket.io-client'
import { ASKED_FOR, keepPatience } from '#features/room/patience.ts'
import type { RoomParts, RoomSocket } from './roomParts.ts'

/** Milliseconds between attempts to connect: soon at first, and never all browsers at the same moment. */
const attempts = { reconnectionDelay: 200, reconnectionDelayMax: 1000, randomizationFactor: 0.5 }

const ask = () => fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ASKED_FOR) })

/** A socket that comes back by itself, however long the line takes. */
export function openSocket(...[namespace, auth]: Parameters<RoomParts['open']>): RoomSocket {
  const socket = io(namespace, { transports: ['websocket'], autoConnect: false, forceNew: true, auth, ...attempts })
  keepPatience(socket.io, ask)
  return socket as unknown as RoomSocket
}
