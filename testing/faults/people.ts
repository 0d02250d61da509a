import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { Decoder, Encoder, type Packet } from 'socket.io-parser'
import { openSession } from '#features/access/session/server/openSession.ts'
import { insertAccount } from '#features/core/account/server/queries.ts'
import { insertAttendees } from '#features/core/part/server/attendeeQueries.ts'
import type { RoomEvent, RoomState } from '#features/room/room/parts.ts'
import { ALIVE, keepPatience } from '#features/room/room/patience.ts'
import {
  type Me,
  type Resumed,
  ROOM_NAMESPACE,
  type RoomFromServer,
  type Snapshot,
} from '#features/room/room/socket.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { openDatabase } from '#server/db/database.ts'

export interface Attendee {
  readonly accountId: string
  readonly token: string
}

/** Milliseconds within which people can join: less than the error of a server's clock here, which must not matter. */
const SEATED_FOR = 90 * 60_000

/** Admits people to the pitch as a join link does, without the e-mails. */
export async function seat(
  databaseUrl: string,
  pitchId: number,
  organisationId: string,
  seats: number,
): Promise<Attendee[]> {
  const { pool, db } = openDatabase(databaseUrl)
  const seated: Attendee[] = []
  const now = new Date()
  for (let i = 0; i < seats; i++) {
    const person = { email: `person${i}@faults.example`, firstname: 'Person', lastname: String(i) }
    const row = await insertAccount(db, { ...person, organisationId, roles: [], state: 'invited' })
    if (!row) throw new Error(`${person.email} is taken`)
    const [added] = await insertAttendees(db, [
      { ...person, pitchId, organisationId, accountId: row.id, invitedAt: now, language: 'en' },
    ])
    const attendeeId = typeof added === 'string' ? added : added?.id
    if (!attendeeId) throw new Error(`${person.email} was not invited`)
    const join = { pitchId, attendeeId, expiresAt: new Date(now.getTime() + SEATED_FOR) }
    const opened = { accountId: row.id, organisationId, ip: '127.0.0.1', userAgent: 'faults', now, join }
    seated.push({ accountId: row.id, token: (await openSession(db, opened)).accessToken })
  }
  await pool.end()
  return seated
}

export async function signIn(url: string, username: string, password: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username, password })
  const answer = await fetch(`${url}/restapi/v1.4/oauth/token/pbx/`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

export type Answer = { code: number; error?: string; data?: Record<string, unknown> }
export type Post = ReturnType<typeof poster>

/** Returns undefined if no answer came: the request may or may not have been carried out. */
export const poster =
  (url: string) => async (token: string, path: string, fields: Record<string, string>, key?: string) => {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(5000),
      })
      return (await answer.json()) as Answer
    } catch {
      return undefined
    }
  }

/** The behaviour of a simulated client; with a browser's own numbers, or shorter ones. */
export interface WatchOptions {
  /** Milliseconds until it tries again, at least and at most. */
  readonly again?: readonly [number, number]
  /** The time limit of an attempt: a browser's, and longer over a slow line. */
  readonly patient?: boolean
  /** Does not resume what it has missed: a control, which must show gaps. */
  readonly forgets?: boolean
}

/** Three hundred clients here get the same message: it is parsed once, as real clients have separate machines. */
const read = new Map<unknown, Packet>()
const READ_AT_MOST = 100
class SharedDecoder extends Decoder {
  override add(text: unknown): void {
    const known = read.get(text)
    if (known) return void this.emitReserved('decoded', { ...known })
    this.once('decoded', packet => read.set(text, packet))
    super.add(text)
    const [oldest] = read.keys()
    if (read.size > READ_AT_MOST) read.delete(oldest)
  }
}

/** Over a separate connection: three hundred aborted `fetch` requests would occupy this whole process. */
const knockAt = (url: string, milliseconds: number) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(url, { method: 'HEAD', agent: false }, ({ statusCode }) =>
      statusCode === 200 ? resolve() : reject(new Error(`answered ${statusCode}`)),
    )
    const timer = setTimeout(() => asked.destroy(new Error('late')), milliseconds)
    asked
      .on('error', reject)
      .on('close', () => clearTimeout(timer))
      .end()
  })

/** A room connection that reconnects by itself with the number of its last event, and counts errors. */
export function watch(url: string, pitch: string, token: string, options: WatchOptions = {}) {
  const [least, most] = options.again ?? [100, 500]
  let seq = 0
  let wrong = 0
  let room: RoomState | undefined
  let me: Me | undefined
  const shown = new Map<string, number>()
  const take = (event: RoomEvent) => {
    if (event.seq !== seq + 1) wrong++
    seq = event.seq
    if (event.type === 'messageSent') note(event.payload.message.local_msg_id)
    else if (room) room = roomModel.apply({ ...roomModel.emptyView, room }, event).room
  }
  const note = (id: string) => shown.set(id, (shown.get(id) ?? 0) + 1)
  const socket: Socket<RoomFromServer> = io(url + ROOM_NAMESPACE, {
    transports: ['websocket'],
    forceNew: true,
    parser: { Encoder, Decoder: SharedDecoder },
    reconnectionDelay: least,
    reconnectionDelayMax: most,
    auth: answer => answer({ pitch, token, ...(seq ? { since: seq } : {}) }),
  })
  if (options.patient)
    keepPatience(socket.io, {
      knock: milliseconds => knockAt(url + ALIVE, milliseconds),
      again: () => socket.disconnect().connect(),
      wait: sleep,
    })
  let gone = false
  let giveUp: (why: Error) => void = () => {}
  const welcomed = new Promise<string>((resolve, reject) => {
    giveUp = reject
    socket.on('snapshot', (snapshot: Snapshot) => {
      if (snapshot.seq < seq) wrong++
      seq = snapshot.seq
      room = snapshot.state.room
      me = snapshot.me
      resolve(snapshot.group_uuid)
    })
    socket.on('connect_error', error => {
      if (!socket.active) reject(error)
    })
  })
  welcomed.catch(() => {})
  socket.on('resumed', (resumed: Resumed) => {
    me = resumed.me
    if (!options.forgets) resumed.events.forEach(take)
  })
  socket.on('event', take)
  let attempts = 0
  socket.io.on('reconnect_attempt', () => void attempts++)
  // The server closes connections in order when it stops; Socket.IO treats that as final unless configured otherwise.
  let within = 0
  socket.on('closing', closing => {
    within = closing.within ?? 0
  })
  socket.on('disconnect', reason => {
    if (reason === 'io server disconnect') setTimeout(() => gone || socket.connect(), within * Math.random())
  })
  return {
    socket,
    welcomed,
    /** Leaves for good; a pending welcome is abandoned. */
    leave: () => {
      gone = true
      socket.disconnect()
      giveUp(new Error('left before it was welcomed'))
    },
    wrong: () => wrong,
    /** How often it has tried to reconnect. */
    attempts: () => attempts,
    seq: () => seq,
    /** The room as this client shows it, without its chat: three hundred copies of that would occupy this whole process. */
    room: () => room,
    me: () => me,
    /** Messages that came as events more than once. */
    twice: () => [...shown.values()].filter(times => times > 1).length,
    /** Waits until it has seen that many. On a busy machine late is acceptable; never is not. */
    until: async (number: number) => {
      for (const end = Date.now() + 60_000; seq < number; await sleep(20)) if (Date.now() > end) break
      if (seq < number) wrong++
    },
  }
}
export type Watcher = ReturnType<typeof watch>
