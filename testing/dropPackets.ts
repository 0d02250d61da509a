import { Socket } from 'node:dgram'

// Loaded into a process before it starts (`--import …/dropPackets.ts?loss=0.05`): of its media it loses this share, in
// either direction. With `deaf`, none of its requests for lost packets arrives.

const { searchParams } = new URL(import.meta.url)
const loss = Number(searchParams.get('loss') ?? 0)
const isDeaf = searchParams.has('deaf')
/** The kind of RTCP by which packets are requested again (RFC 4585, 6.2). */
const REQUEST = 205

/** Media and its reports, unlike what sets the connection up (RFC 7983). */
const isMedia = (bytes: unknown): bytes is Buffer =>
  Buffer.isBuffer(bytes) && (bytes[0] ?? 0) >= 128 && (bytes[0] ?? 0) < 192
const isLost = (bytes: unknown) => isMedia(bytes) && Math.random() < loss

type Method = (this: Socket, ...args: unknown[]) => unknown
const methods = Socket.prototype as unknown as Record<'emit' | 'send', Method>
const { emit, send } = methods

methods.emit = function (...args) {
  return args[0] === 'message' && isLost(args[1]) ? true : emit.apply(this, args)
}
methods.send = function (...args) {
  const [bytes] = args
  const isDropped = isLost(bytes) || (isDeaf && isMedia(bytes) && bytes[1] === REQUEST)
  if (!isDropped) return send.apply(this, args)
  const done = args.at(-1)
  if (typeof done === 'function') setImmediate(() => done(null))
  return undefined
}
