import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import { noteWatching } from '#features/access/session/server/ownSessionQueries.ts'
import { findGoingSessions } from '#features/access/session/server/queries.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { findUnaccredited, findUnadmitted } from '#features/room/room/server/admissionQueries.ts'
import { headsOf } from '#features/room/room/server/queries.ts'
import { readHere } from '#features/room/room/server/stays.ts'
import { type Here, ROOM_NAMESPACE, type RoomFromClient, type RoomFromServer } from '#features/room/room/socket.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import { every } from '#server/every.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { type AttendanceWriter, startAttendanceWriter } from './attendanceWriter.ts'
import { type Cluster, type ClusterMessage, joinCluster } from './cluster.ts'
import { prepare } from './frames.ts'
import { closeStalled, guardPackets, mayConnect } from './guard.ts'
import { type Lobby, openLobby } from './lobby.ts'
import type { LocalRoom } from './localRoom.ts'
import { type Presence, watchPresence } from './presence.ts'
import { keepRooms, type RoomKeeper } from './roomKeeper.ts'

declare module '#server/frame.ts' {
  interface Rooms {
    /** Sends numbered events to everyone in the room. */
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

type ServerParts = Omit<Frame, 'rooms'>
type Warn = (what: string) => (error: unknown) => void

/** Milliseconds between two runs of each upkeep task. */
const EVERY = { stalled: 1000, head: 10_000, sessions: 10_000, attendees: 10_000, views: 10_000 }
/**
 * A connection that is silent for thirteen seconds in all is dead, and the browser opens another one. A connection that
 * recovers sooner goes on, but only at TCP's next repetition, each of which is twice as late as the one before.
 */
const HEARTBEAT = { pingInterval: 5000, pingTimeout: 8000 }
/** Milliseconds between comparisons of stored event numbers with ours: among several servers, events may get lost. */
const COMPARE = { alone: 5000, among: 1000 }

export function openSockets(parts: ServerParts): Sockets {
  const { db, log, settings, roomModel } = parts
  const warn: Warn = what => error => log.warn({ err: error }, what)
  const io = createServer(request => mayConnect(frame, request))
  const attendance = startAttendanceWriter(parts, () => keeper.open().flatMap(room => room.presence.stays()))
  const cluster = joinCluster(parts, attendance.serverId, message => hear(message))
  const everywhere = settings.redisUrl ? (pitchId: number) => readHere(db, pitchId) : undefined

  const keeper = keepRooms({
    ...parts,
    attendance,
    presence: presenceIn({ attendance, cluster, everywhere, warn }),
    // every server acts on the event itself, so that a removal needs no other message
    happened: (pitchId, event) => {
      if (event.type === 'attendeeRemoved') lobby.cut({ accountId: event.payload.account, pitchId })
      // the presenter looks at the numbers in a moment
      if (event.type === 'pitchEnded') writeViews(pitchId)
    },
  })
  const noteViews = (room: LocalRoom) => {
    for (const clock of room.clocks) attendance.viewed(room.pitchId, clock.take(rightTime()))
  }
  const writeViews = (pitchId: number) => {
    const room = keeper.find(pitchId)
    if (room) noteViews(room)
    attendance.flush().catch(warn('attendance is written later'))
  }
  const enders = roomModel.enders(parts, warn('what ends with a connection may still go on'))
  const signalHere = signalIn(keeper, roomModel)
  const hear = (message: ClusterMessage) => {
    if (message.kind === 'events') keeper.take(message.pitchId, message.events)
    else if (message.kind === 'signal') signalHere(message.pitchId, message.to, message.type, message.payload)
    else if (message.kind === 'disconnect') lobby.cut(message.whom)
    else keeper.find(message.pitchId)?.presence.heard(message.joined, message.left, message.more)
  }

  const rooms: Rooms = {
    ...roomsOver(cluster, {
      publish: (pitchId, events) => keeper.take(pitchId, events),
      signal: signalHere,
      disconnect: whom => {
        lobby.cut(whom)
        for (const ender of enders) ender.end(whom)
      },
    }),
    countHere: async pitchId =>
      everywhere ? (await everywhere(pitchId)).here : (keeper.find(pitchId)?.presence.here().here ?? 0),
  }
  const frame: Frame = { ...parts, rooms }
  const lobby = openLobby(io.of(ROOM_NAMESPACE), frame, keeper)
  const stopUpkeep = startUpkeep({ frame, keeper, lobby, noteViews, warn })

  return {
    ...rooms,
    attach: http => {
      io.attach(http)
      guardPackets(io)
    },
    connections: () => lobby.count(),
    close: async () => {
      stopUpkeep()
      for (const ender of enders) ender.stop()
      lobby.close()
      io.engine?.close()
      keeper.close()
      await attendance.stop()
      await cluster.close()
    },
  }
}

/** Sends a signal to the connections that this server has in a room. */
const signalIn =
  (keeper: RoomKeeper, { signed }: ServerParts['roomModel']): Rooms['signal'] =>
  (pitchId, to, type, payload) => {
    const room = keeper.find(pitchId)
    const shown = signed.has(type) ? room?.shows(payload) : room?.tells(payload)
    room?.send(to, prepare('signal', { type, payload: shown }))
  }

type Everywhere = ((pitchId: number) => Promise<Here>) | undefined

/** Makes the presence of each room, which informs the people here and the other servers. */
const presenceIn =
  (parts: { attendance: AttendanceWriter; cluster: Cluster; everywhere: Everywhere; warn: Warn }) =>
  (pitchId: number, room: () => Pick<LocalRoom, 'send' | 'tells'>): Presence => {
    const { attendance, cluster, everywhere, warn } = parts
    return watchPresence({
      pitchId,
      serverId: attendance.serverId,
      attendance,
      everywhere: everywhere && (() => everywhere(pitchId)),
      announce: (announcement, own) => {
        if (own.joined.length + own.left.length > 0 || own.more) cluster.send({ kind: 'presence', pitchId, ...own })
        room().send('everybody', prepare('signal', { type: 'presence', payload: room().tells(announcement) }))
      },
      onError: warn('who is here is written later'),
    })
  }

/** Does at every server what `here` does at this one. The others come first: sending to a crowd here takes a while. */
function roomsOver(cluster: Cluster, here: Omit<Rooms, 'countHere'>): Omit<Rooms, 'countHere'> {
  return {
    publish: (pitchId, events) => {
      cluster.send({ kind: 'events', pitchId, events })
      here.publish(pitchId, events)
    },
    signal: (pitchId, to, type, payload) => {
      cluster.send({ kind: 'signal', pitchId, to, type, payload })
      here.signal(pitchId, to, type, payload)
    },
    disconnect: whom => {
      cluster.send({ kind: 'disconnect', whom })
      here.disconnect(whom)
    },
  }
}

function createServer(mayConnect: (request: IncomingMessage) => boolean) {
  const io = new Server<RoomFromClient, RoomFromServer, Record<string, never>, Record<string, never>>({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64e3,
    perMessageDeflate: false,
    ...HEARTBEAT,
    connectTimeout: 10_000,
    destroyUpgradeTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, mayConnect(request)),
  })
  io.use((_socket, next) => next(new Error('NotFound'))) // nothing is in the main namespace
  return io
}

interface Upkeep {
  readonly frame: Frame
  readonly keeper: RoomKeeper
  readonly lobby: Lobby
  readonly noteViews: (room: LocalRoom) => void
  readonly warn: Warn
}

/** Starts what the sockets do at intervals. Returns the function that stops all of it. */
function startUpkeep({ frame, keeper, lobby, noteViews, warn }: Upkeep): () => void {
  const { db, rooms, settings } = frame
  const compare = async () => {
    const open = keeper.open()
    const heads = await headsOf(
      db,
      open.map(room => room.pitchId),
    )
    for (const room of open) room.catchUp(heads.get(room.pitchId) ?? 0)
  }
  const checkSessions = async () => {
    const sessions = lobby.sessions()
    if (sessions.length === 0) return
    // being in a room uses a session, even when nothing is sent for an hour
    await noteWatching(db, lobby.watching(), rightNow())
    const going = await findGoingSessions(db, sessions, rightNow())
    for (const sessionId of sessions) if (!going.has(sessionId)) rooms.disconnect({ sessionId })
  }
  // attendees are cut when they lose their right, unless the server that was to do it died
  const checkAttendees = async () => {
    for (const whom of await findUnadmitted(db, lobby.attending())) rooms.disconnect(whom)
    // they ask to come in again, and are told what is missing
    for (const { accountId } of await findUnaccredited(db, lobby.attending())) rooms.disconnect({ accountId })
  }
  const sendHeads = () => {
    for (const room of keeper.open()) room.send('everybody', prepare('head', { seq: room.seq }))
    keeper.closeEmpty()
  }
  const stops = [
    every(EVERY.stalled, () => closeStalled(lobby.members()), warn('connections are looked at later')),
    every(EVERY.head, sendHeads, warn('heads are told later')),
    every(EVERY.views, () => keeper.open().forEach(noteViews), warn('page times are noted later')),
    every(EVERY.sessions, checkSessions, warn('sessions are looked at later')),
    every(EVERY.attendees, checkAttendees, warn('those who attend are looked at later')),
    every(settings.redisUrl ? COMPARE.among : COMPARE.alone, compare, warn('rooms are compared later')),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
