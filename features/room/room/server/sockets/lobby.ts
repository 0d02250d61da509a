import type { Namespace } from 'socket.io'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { Attending } from '#features/room/room/server/admissionQueries.ts'
import type { RoomFromClient, RoomFromServer } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { type Admission, admit } from './admission.ts'
import { passSignals, readSignal, readWatching } from './clientSignals.ts'
import { prepare, type RoomSocket, send } from './frames.ts'
import { end } from './guard.ts'
import type { LocalRoom, Member } from './localRoom.ts'
import type { RoomKeeper } from './roomKeeper.ts'

type RoomNamespace = Namespace<RoomFromClient, RoomFromServer, Record<string, never>, Record<string, never>>
type Whom = Parameters<Rooms['disconnect']>[0]

/** Admits connections to rooms, and ends them. */
export interface Lobby {
  members(): Iterable<Member>
  count(): number
  /** The sessions that have connections here. */
  sessions(): string[]
  /** The sessions in a room whose pitch is not over: they are in use, even without any input. */
  watching(): string[]
  /** The attendees here, and the pitches that they attend. */
  attending(): Attending[]
  /** Ends connections, also those that are still being admitted. */
  cut(whom: Whom): void
  close(): void
}

/** Connections of one person to one server. */
const CONNECTIONS_PER_PERSON = 10
/** Milliseconds over which reconnecting members spread: for each of them, and at most for all. */
const RECONNECT = { each: 2, most: 2500 }
/** The milliseconds over which this number of people spread when they reconnect. */
export const spreadOf = (people: number): number => Math.min(RECONNECT.most, RECONNECT.each * people)
/** Milliseconds for which a cut also ends connections that were admitted before it. */
const CUT_HOLDS = 60_000

export function openLobby(namespace: RoomNamespace, frame: Frame, keeper: RoomKeeper): Lobby {
  const inside = new Map<Member, LocalRoom>()
  const cuts = rememberCuts()
  const passSignal = passSignals(frame.rooms.signal)
  let closing = false
  const takeAdmission = admitHandshakes(namespace, frame, () => closing)

  const enter = async (socket: RoomSocket) => {
    const admission = takeAdmission(socket)
    if (!admission) return refuse(socket, 'Unavailable')
    const { actor, part, pitch, since, requestedAt } = admission
    const me = { id: actor.accountId, session: actor.sessionId, part, name: nameOrNumber(actor.accountId, actor.name) }
    const member: Member = { socket, me, manages: manages(part) }
    socket.once('disconnect', () => leave(member, false))
    slim(socket)
    const room = await keeper.enter(pitch)
    listen(member, room, passSignal)
    const cut = cuts.since(requestedAt, member, pitch.id)
    if (cut) return refuse(socket, codeOf(cut))
    if (!socket.connected) return
    inside.set(member, room)
    await room.join(member, since)
    // the member disconnected or was cut while joining
    if (socket.connected && inside.has(member)) return
    inside.delete(member)
    room.leave(member, false)
  }
  const leave = (member: Member, final: boolean) => {
    const room = inside.get(member)
    inside.delete(member)
    room?.leave(member, final)
  }
  namespace.on('connection', socket => {
    enter(socket).catch(error => {
      frame.log.error({ err: error }, 'room connection')
      refuse(socket, 'Unavailable')
    })
  })

  return {
    members: () => inside.keys(),
    count: () => inside.size,
    sessions: () => [...new Set([...inside.keys()].map(member => member.me.session))],
    watching: () => [
      ...new Set([...inside].filter(([, room]) => room.room.status !== 3).map(([member]) => member.me.session)),
    ],
    attending: () =>
      [...inside].flatMap(([{ me }, { pitchId }]) => (me.part === 'attendee' ? [{ pitchId, accountId: me.id }] : [])),
    cut: whom => {
      cuts.add(whom)
      const meant = [...inside].flatMap(([member, room]) => (isMeant(whom, member, room.pitchId) ? [member] : []))
      // most attendees are invited and reconnect
      const within = 'attendeesOf' in whom ? spreadOf(meant.length) : undefined
      for (const member of meant) {
        leave(member, within === undefined)
        refuse(member.socket, codeOf(whom), within)
      }
    },
    close: () => {
      closing = true
      const within = spreadOf(inside.size)
      for (const member of inside.keys()) refuse(member.socket, 'Unavailable', within)
    },
  }
}

/** Passes on what a member's client sends, and ends the connection of a client that sends anything else. */
function listen(member: Member, room: LocalRoom, passSignal: ReturnType<typeof passSignals>): void {
  const { socket, me } = member
  socket.onAny((type: string, ...args: unknown[]) => {
    const watching = type === 'watching' ? readWatching(args) : undefined
    const signal = type === 'signal' ? readSignal(args) : undefined
    if (watching) for (const clock of room.clocks) clock.watch(me.id, member, watching, rightTime())
    // before the start and after the end a signal has no effect, but it is no misuse either
    else if (!signal || (room.isLive && !passSignal(room, member, signal, () => room.tells(me).name))) end(socket)
  })
}

/** Admits or refuses each handshake. Returns the function that takes a socket's admission, which it gives once. */
function admitHandshakes(
  namespace: RoomNamespace,
  frame: Frame,
  isClosing: () => boolean,
): (socket: RoomSocket) => Admission | undefined {
  const admissions = new WeakMap<RoomSocket, Admission>()
  const perPerson = new Map<string, number>()
  const count = (id: string, change: number) => {
    const now = (perPerson.get(id) ?? 0) + change
    if (now > 0) perPerson.set(id, now)
    else perPerson.delete(id)
  }
  namespace.use((socket, next) => {
    const admission = isClosing() ? Promise.reject(new CallFailed('Unavailable')) : admit(frame, socket)
    admission.then(
      admitted => {
        const { accountId } = admitted.actor
        if ((perPerson.get(accountId) ?? 0) >= CONNECTIONS_PER_PERSON) return next(refusal('TooManyRequests'))
        // a socket that has closed meanwhile gets no 'close' event that would count it down
        if (socket.conn.readyState !== 'open') return next(refusal('Unavailable'))
        // counted before it enters: a hundred connections at the same moment must not all find a free place
        count(accountId, 1)
        socket.conn.once('close', () => count(accountId, -1))
        admissions.set(socket, admitted)
        next()
      },
      error => {
        if (!(error instanceof CallFailed)) frame.log.error({ err: error }, 'room connection')
        next(refusal(error instanceof CallFailed ? error.code : 'Unavailable'))
      },
    )
  })
  return socket => {
    const admission = admissions.get(socket)
    admissions.delete(socket)
    return admission
  }
}

/** Keeps the latest cuts, for connections that were admitted before a cut and enter after it. */
function rememberCuts() {
  let cuts: { whom: Whom; at: number }[] = []
  return {
    add: (whom: Whom) => {
      const now = rightTime()
      cuts = [...cuts.filter(({ at }) => now - at < CUT_HOLDS), { whom, at: now }]
    },
    /** The cut that means this member, when it came after the request for admission. */
    since: (requestedAt: number, member: Member, pitchId: number): Whom | undefined =>
      cuts.find(({ whom, at }) => at >= requestedAt && isMeant(whom, member, pitchId))?.whom,
  }
}

function isMeant(whom: Whom, { me }: Member, pitchId: number): boolean {
  if ('sessionId' in whom) return me.session === whom.sessionId
  if ('attendeesOf' in whom) return (whom.andTeam || me.part === 'attendee') && pitchId === whom.attendeesOf
  return me.id === whom.accountId && (whom.pitchId === undefined || whom.pitchId === pitchId)
}

/**
 * The code that a cut member gets: removed from one room, the session has ended, or the member has to request admission
 * again.
 */
function codeOf(whom: Whom): ErrorCode {
  if ('attendeesOf' in whom) return 'Unavailable'
  return 'accountId' in whom && whom.pitchId !== undefined ? 'RemovedFromRoom' : 'NotSignedIn'
}

function refuse(socket: RoomSocket, code: ErrorCode, within?: number): void {
  send(socket, prepare('closing', { code, ...(within !== undefined && { within }) }))
  end(socket)
}

const refusal = (code: ErrorCode) => Object.assign(new Error(code), { data: { code } })

/** Frees the memory of the request and its headers, which Socket.IO keeps as long as the connection lasts. */
function slim(socket: RoomSocket): void {
  const loose = socket as unknown as { handshake: unknown; conn: { request: unknown } }
  loose.handshake = { auth: {}, headers: {}, query: {} }
  loose.conn.request = undefined
}
