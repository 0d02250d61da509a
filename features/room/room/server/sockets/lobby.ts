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
import { prepare, type RoomSocket, send } from './frames.ts'
import { end } from './guard.ts'
import type { LocalRoom, Member } from './localRoom.ts'
import type { RoomKeeper } from './roomKeeper.ts'
import { passSignals, readSignal } from './saying.ts'
import { readWatching } from './watching.ts'

type Whom = Parameters<Rooms['disconnect']>[0]

/** Where connections come in, and from where they are sent away. */
export interface Lobby {
  members(): Iterable<Member>
  count(): number
  /** The sessions that have connections here. */
  sessions(): string[]
  /** Those of whoever is in a room whose pitch is not over: they are there, though they may not touch anything. */
  watching(): string[]
  /** Those who attend here, and what. */
  attending(): Attending[]
  /** Ends connections, also those that are just coming in. */
  cut(whom: Whom): void
  close(): void
}

/** Connections of one person to one server. */
const CONNECTIONS_PER_PERSON = 10
/** Milliseconds in which each of those who are to come again at once comes, and all of them at most. */
const AGAIN = { each: 2, most: 2500 }
/** The time over which so many people spread as they come again. */
export const spreadOf = (people: number): number => Math.min(AGAIN.most, AGAIN.each * people)
/** For how long a cut holds against connections that were admitted before it, in milliseconds. */
const CUT_HOLDS = 60_000

export function openLobby(
  namespace: Namespace<RoomFromClient, RoomFromServer, Record<string, never>, Record<string, never>>,
  frame: Frame,
  keeper: RoomKeeper,
): Lobby {
  const admissions = new WeakMap<RoomSocket, Admission>()
  const inside = new Map<Member, LocalRoom>()
  const perPerson = new Map<string, number>()
  let cuts: { whom: Whom; at: number }[] = []
  const passSignal = passSignals(frame.rooms.signal)
  let closing = false

  namespace.use((socket, next) => {
    const admission = closing ? Promise.reject(new CallFailed('Unavailable')) : admit(frame, socket)
    admission.then(
      admitted => {
        if ((perPerson.get(admitted.actor.accountId) ?? 0) >= CONNECTIONS_PER_PERSON)
          return next(refusal('TooManyRequests'))
        // whoever has gone meanwhile will not go again
        if (socket.conn.readyState !== 'open') return next(refusal('Unavailable'))
        // From here on it counts: a hundred that come at the same moment must not all find the place still free.
        count(admitted.actor.accountId, 1)
        socket.conn.once('close', () => count(admitted.actor.accountId, -1))
        admissions.set(socket, admitted)
        next()
      },
      error => {
        if (!(error instanceof CallFailed)) frame.log.error({ err: error }, 'room connection')
        next(refusal(error instanceof CallFailed ? error.code : 'Unavailable'))
      },
    )
  })
  namespace.on('connection', socket => {
    enter(socket).catch(error => {
      frame.log.error({ err: error }, 'room connection')
      refuse(socket, 'Unavailable')
    })
  })

  const enter = async (socket: RoomSocket) => {
    const admission = admissions.get(socket)
    if (!admission) return refuse(socket, 'Unavailable')
    admissions.delete(socket)
    const { actor, part, pitch, since, askedAt } = admission
    const me = { id: actor.accountId, session: actor.sessionId, part, name: nameOrNumber(actor.accountId, actor.name) }
    const member: Member = { socket, me, manages: manages(part) }
    socket.once('disconnect', () => leave(member, false))
    slim(socket)
    const room = await keeper.enter(pitch)
    socket.onAny((type: string, ...said: unknown[]) => {
      const watching = type === 'watching' ? readWatching(said) : undefined
      const signal = type === 'signal' ? readSignal(said) : undefined
      if (watching) for (const clock of room.clocks) clock.watch(me.id, member, watching, rightTime())
      // before the start and after the end there is nothing to show, and nobody did wrong
      else if (!signal || (room.isLive && !passSignal(room, member, signal, () => room.tells(me).name))) end(socket)
    })
    const cut = cuts.find(({ whom, at }) => at >= askedAt && isMeant(whom, member, pitch.id))
    if (cut) return refuse(socket, codeOf(cut.whom))
    if (!socket.connected) return
    inside.set(member, room)
    await room.join(member, since)
    // Gone, or sent away, while it was coming in.
    if (socket.connected && inside.has(member)) return
    inside.delete(member)
    room.leave(member, false)
  }
  const leave = (member: Member, final: boolean) => {
    const room = inside.get(member)
    inside.delete(member)
    room?.leave(member, final)
  }
  const count = (id: string, change: number) => {
    const now = (perPerson.get(id) ?? 0) + change
    if (now > 0) perPerson.set(id, now)
    else perPerson.delete(id)
  }
  const refuse = (socket: RoomSocket, code: ErrorCode, within?: number) => {
    send(socket, prepare('closing', { code, ...(within !== undefined && { within }) }))
    end(socket)
  }
  const isMeant = (whom: Whom, { me }: Member, pitchId: number) => {
    if ('sessionId' in whom) return me.session === whom.sessionId
    if ('attendeesOf' in whom) return me.part === 'attendee' && pitchId === whom.attendeesOf
    return me.id === whom.accountId && (whom.pitchId === undefined || whom.pitchId === pitchId)
  }

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
      const now = rightTime()
      cuts = [...cuts.filter(({ at }) => now - at < CUT_HOLDS), { whom, at: now }]
      const meant = [...inside].flatMap(([member, room]) => (isMeant(whom, member, room.pitchId) ? [member] : []))
      // most of those who attend are invited, and come again
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

/** Why somebody is sent away: out of one room, because their session has ended, or to ask anew whether they may come in. */
const codeOf = (whom: Whom): ErrorCode => {
  if ('attendeesOf' in whom) return 'Unavailable'
  return 'accountId' in whom && whom.pitchId !== undefined ? 'RemovedFromRoom' : 'NotSignedIn'
}

const refusal = (code: ErrorCode) => Object.assign(new Error(code), { data: { code } })

/** A connection keeps its request, headers and all, for as long as it lasts; nobody reads them any more. */
function slim(socket: RoomSocket): void {
  const loose = socket as unknown as { handshake: unknown; conn: { request: unknown } }
  loose.handshake = { auth: {}, headers: {}, query: {} }
  loose.conn.request = undefined
}
