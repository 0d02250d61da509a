import type { Socket } from 'socket.io'
import type { RoomFromClient, RoomFromServer } from '#features/room/room/socket.ts'

export type RoomSocket = Socket<RoomFromClient, RoomFromServer, Record<string, never>, Record<string, never>>

/** The used part of Socket.IO's engine and ws below a connection. */
interface Raw {
  readonly readyState: string
  readonly writeBuffer: readonly unknown[]
  write(data: string, options: { wsPreEncodedFrame: readonly Buffer[]; compress: false }): void
  readonly transport: {
    readonly socket?: {
      readonly readyState: number
      readonly bufferedAmount: number
      readonly _sender?: { sendFrame?(list: readonly Buffer[]): void }
      terminate(): void
    }
  }
}

/** The connection below a socket. */
export const rawOf = (socket: RoomSocket): Raw => socket.conn as unknown as Raw

/** Messages encoded once for all connections of a room. */
export interface Prepared {
  /** The packets of Socket.IO, without the engine's leading 4. */
  readonly texts: readonly string[]
  /** Their WebSocket frames in one piece, for a single write. */
  readonly frame: readonly [Buffer]
}

/** Encodes a message of our namespace. It is JSON alone, without attachments. */
export const prepare = <T extends keyof RoomFromServer>(type: T, ...args: Parameters<RoomFromServer[T]>): Prepared =>
  preparedOf(JSON.stringify([type, ...args]))

/** Encodes a message with one field that is JSON already, long, and the same for all members who reconnect. */
export function prepareAround<
  T extends 'snapshot' | 'resumed',
  F extends keyof Parameters<RoomFromServer[T]>[0] & string,
>(type: T, rest: Omit<Parameters<RoomFromServer[T]>[0], F>, field: F, json: string): Prepared {
  return preparedOf(`["${type}",${JSON.stringify(rest).slice(0, -1)},"${field}":${json}}]`)
}

function preparedOf(json: string): Prepared {
  const text = `2/room,${json}`
  return { texts: [text], frame: [textFrame(`4${text}`)] }
}

/** Several messages as one, in their order. */
export function together(all: readonly Prepared[]): Prepared {
  const [only] = all
  if (only && all.length === 1) return only
  return { texts: all.flatMap(one => one.texts), frame: [Buffer.concat(all.map(one => one.frame[0]))] }
}

/** An unmasked text frame, RFC 6455. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}

/**
 * Sends a prepared message. Socket.IO's queues take twice the time of direct writes, so a connection with an empty queue
 * gets the frame directly, as the engine sends its own prepared frames. A connection that is behind gets it through its
 * queue.
 */
export function send(socket: RoomSocket, { texts, frame }: Prepared): void {
  const raw = rawOf(socket)
  if (raw.readyState !== 'open') return
  const ws = raw.transport.socket
  if (ws?._sender?.sendFrame && raw.writeBuffer.length === 0) {
    if (ws.readyState === 1) ws._sender.sendFrame(frame)
  } else {
    for (const text of texts) raw.write(text, { wsPreEncodedFrame: [textFrame(`4${text}`)], compress: false })
  }
}
