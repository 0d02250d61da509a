import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { noteWatching } from '#features/access/session/server/ownSessionQueries.ts'
import { findGoingSessions } from '#features/access/session/server/queries.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { findUnadmitted } from '#features/room/room/server/admissionQueries.ts'
import { headsOf } from '#features/room/room/server/queries.ts'
import { readHere } from '#features/room/room/server/stays.ts'
import { ROOM_NAMESPACE, type RoomFromClient, type RoomFromServer } from '#features/room/room/socket.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import { every } from '#server/every.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { keepBook } from './book.ts'
import { type ClusterMessage, joinCluster } from './cluster.ts'
import { prepare } from './frames.ts'
import { closeStalled, guardPackets, mayConnect } from './guard.ts'
import { openLobby } from './lobby.ts'
import type { LocalRoom } from './localRoom.ts'
import { watchPresence } from './presence.ts'
import { keepRooms } from './roomKeeper.ts'

declare module '#server/frame.ts' {
  interface Rooms {
    /** Sends numbered events to everybody in the room. */
    publish(pitchId: number, events: readonly RoomEvent[]): void
  }
}

/** The room sockets of this server. */
export interface Sockets extends Rooms {
  /** Takes connections at this server's address. */
  attach(http: HttpServer): void
  /** Open room connections here. */
  connections(): number
  close(): Promise<void>
}

/** Milliseconds between looks for stalled connections, heads told, looks at sessions and attendees, page times written. */
const EVERY = { stalled: 1000, head: 10_000, sessions: 10_000, attendees: 10_000, views: 10_000 }
/**
 * A line that is silent for so long in all is dead: at most thirteen seconds, after which the browser looks for another one. One
 * that comes back sooner goes on, but only at TCP's next repetition, each of which is twice as late as the one before.
 */
const HEARTBEAT = { pingInterval: 5000, pingTimeout: 8000 }
/** How often stored numbers are compared with ours: with several servers the news of an event may get lost. */
const COMPARE = { alone: 5000, among: 1000 }

export function openSockets(parts: Omit<Frame, 'rooms'>): Sockets {
  const { db, log, settings, roomModel } = parts
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const io = new Server<RoomFromClient, RoomFromServer, Record<string, never>, Record<string, never>>({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64e3,
    perMessageDeflate: false,
    ...HEARTBEAT,
    connectTimeout: 10_000,
    destroyUpgradeTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, mayConnect(frame, request)),
  })
  const book = keepBook(parts, () => keeper.open().flatMap(room => room.presence.stays()))
  const cluster = joinCluster(parts, book.serverId, message => hear(message))
  const everywhere = settings.redisUrl ? (pitchId: number) => readHere(db, pitchId) : undefined

  const keeper = keepRooms({
    db,
    log,
    roomModel,
    book,
    presence: (pitchId, room) =>
      watchPresence({
        pitchId,
        serverId: book.serverId,
        book,
        everywhere: everywhere && (() => everywhere(pitchId)),
        announce: (announcement, own) => {
          if (own.joined.length + own.left.length > 0 || own.more) cluster.tell({ kind: 'presence', pitchId, ...own })
          room().send('everybody', prepare('signal', { type: 'presence', payload: room().tells(announcement) }))
        },
        onError: warn('who is here is written later'),
      }),
    // Every server acts on the event itself, so that a removal needs no other news.
    happened: (pitchId, event) => {
      if (event.type === 'attendeeRemoved') lobby.cut({ accountId: event.payload.account, pitchId })
      // Whoever presented looks at the numbers in a moment.
      if (event.type === 'pitchEnded') writeViews(pitchId)
    },
  })
  const noteViews = (room: LocalRoom) => {
    for (const clock of room.clocks) book.viewed(room.pitchId, clock.take(rightTime()))
  }
  const writeViews = (pitchId: number) => {
    const room = keeper.find(pitchId)
    if (room) noteViews(room)
    book.flush().catch(warn('attendance is written later'))
  }
  const enders = roomModel.enders(parts, warn('what ends with a connection may still go on'))
  const signalHere: Rooms['signal'] = (pitchId, to, type, payload) => {
    const room = keeper.find(pitchId)
    const told = roomModel.signed.has(type) ? payload : room?.tells(payload)
    room?.send(to, prepare('signal', { type, payload: told }))
  }
  const hear = (message: ClusterMessage) => {
    if (message.kind === 'events') keeper.take(message.pitchId, message.events)
    else if (message.kind === 'signal') signalHere(message.pitchId, message.to, message.type, message.payload)
    else if (message.kind === 'disconnect') lobby.cut(message.whom)
    else keeper.find(message.pitchId)?.presence.heard(message.joined, message.left, message.more)
  }

  const rooms: Rooms = {
    // The other servers first: a crowd here takes a while to be told, and theirs is told meanwhile.
    publish: (pitchId, events) => {
      cluster.tell({ kind: 'events', pitchId, events })
      keeper.take(pitchId, events)
    },
    signal: (pitchId, to, type, payload) => {
      cluster.tell({ kind: 'signal', pitchId, to, type, payload })
      signalHere(pitchId, to, type, payload)
    },
    disconnect: whom => {
      cluster.tell({ kind: 'disconnect', whom })
      lobby.cut(whom)
      for (const ender of enders) ender.end(whom)
    },
    countHere: async pitchId =>
      everywhere ? (await everywhere(pitchId)).here : (keeper.find(pitchId)?.presence.here().here ?? 0),
  }
  const frame: Frame = { ...parts, rooms }
  const lobby = openLobby(io.of(ROOM_NAMESPACE), frame, keeper)
  io.use((_socket, next) => next(new Error('NotFound'))) // nothing is in the main namespace

  const compare = async () => {
    const open = keeper.open()
    const heads = await headsOf(
      db,
      open.map(room => room.pitchId),
    )
    for (const room of open) room.catchUp(heads.get(room.pitchId) ?? 0)
  }
  const lookAtSessions = async () => {
    const sessions = lobby.sessions()
    if (sessions.length === 0) return
    // Nobody is thrown out for watching: being in a room is use of a session, even when nothing is sent for an hour.
    await noteWatching(db, lobby.watching(), rightNow())
    const going = await findGoingSessions(db, sessions, rightNow())
    for (const sessionId of sessions) if (!going.has(sessionId)) rooms.disconnect({ sessionId })
  }
  // They were cut when they lost the right to attend, unless the server that was to do it died.
  const lookAtAttendees = async () => {
    for (const whom of await findUnadmitted(db, lobby.attending())) rooms.disconnect(whom)
  }
  const tellHeads = () => {
    for (const room of keeper.open()) room.send('everybody', prepare('head', { seq: room.seq }))
    keeper.closeEmpty()
  }
  const stopped = [
    every(EVERY.stalled, () => closeStalled(lobby.members()), warn('connections are looked at later')),
    every(EVERY.head, tellHeads, warn('heads are told later')),
    every(EVERY.views, () => keeper.open().forEach(noteViews), warn('page times are noted later')),
    every(EVERY.sessions, lookAtSessions, warn('sessions are looked at later')),
    every(EVERY.attendees, lookAtAttendees, warn('those who attend are looked at later')),
    every(settings.redisUrl ? COMPARE.among : COMPARE.alone, compare, warn('rooms are compared later')),
  ]

  return {
    ...rooms,
    attach: http => {
      io.attach(http)
      guardPackets(io)
    },
    connections: () => lobby.count(),
    close: async () => {
      for (const stop of stopped) stop()
      for (const ender of enders) ender.stop()
      lobby.close()
      io.engine?.close()
      keeper.close()
      await book.stop()
      await cluster.close()
    },
  }
}
