import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { createApp } from '#app/server/app.ts'
import { session } from '#features/access/session/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchState } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { RoomEvent, RoomView } from '#features/room/room/parts.ts'
import { openSockets, type Sockets } from '#features/room/room/server/sockets/sockets.ts'
import type { Resumed, RoomFromClient, RoomFromServer, Signal, Snapshot } from '#features/room/room/socket.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { newToken } from '#server/tokens.ts'
import type { Person, PersonName } from './people.ts'
import { plainProxy } from './plainProxy.ts'
import { type Stack, startStack } from './startStack.ts'

export type ClientSocket = Socket<RoomFromServer, RoomFromClient>

/** The real app with real room sockets, listening on the loopback. */
export async function startRooms(environment: Record<string, string> = {}, parts: Partial<Frame> = {}) {
  let sockets: Sockets | undefined
  const late = (): Sockets => {
    if (!sockets) throw new Error('no sockets yet')
    return sockets
  }
  const rooms: Rooms = {
    publish: (...said) => late().publish(...said),
    signal: (...said) => late().signal(...said),
    disconnect: (...said) => late().disconnect(...said),
    countHere: (...said) => late().countHere(...said),
  }
  const { rooms: _recorded, ...stack } = await startStack(environment, { rooms, ...parts })
  sockets = openSockets(stack.frame)
  sockets.attach(stack.app.server as Server)
  const url = await listen(stack.app, Number(environment['PORT'] ?? 0))
  const made: ClientSocket[] = []

  return {
    ...stack,
    sockets: sockets as Sockets,
    url,
    /** A Socket.IO client of a person, or of the holder of a token. */
    connect: (
      who: PersonName | { token: string } | undefined,
      pitchUuid: string,
      options: { since?: number; at?: string; headers?: Record<string, string>; hold?: boolean } = {},
    ) => {
      const token = typeof who === 'string' ? stack.people[who].token : who?.token
      const { since, at = url, headers = {} } = options
      const client: ClientSocket = io(`${at}/room`, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        autoConnect: options.hold !== true,
        extraHeaders: headers,
        auth: { pitch: pitchUuid, ...(token && { token }), ...(since !== undefined && { since }) },
      })
      made.push(client)
      return client
    },
    /** Another server of the same console, on the same database. */
    startSecond: async (): Promise<{ url: string; sockets: Sockets; frame: Frame; stop(): Promise<void> }> => {
      const second = openSockets(stack.frame)
      const frame = { ...stack.frame, rooms: second }
      const app = await createApp(frame)
      second.attach(app.server as Server)
      const at = await listen(app)
      return {
        url: at,
        sockets: second,
        frame,
        stop: async () => {
          await second.close()
          await app.close()
        },
      }
    },
    /** Closes all clients. */
    empty: async () => {
      for (const client of made.splice(0)) client.disconnect()
      await until(() => late().connections() === 0)
    },
    stop: async () => {
      for (const client of made) client.disconnect()
      for (const proxy of proxies.splice(0)) await proxy.close()
      await late().close()
      await stack.stop()
    },
  }
}
export type RoomStack = Awaited<ReturnType<typeof startRooms>>

const proxies: { close(): Promise<void> }[] = []

/** With TEST_PROXY the address is that of a proxy that tells nothing of itself, as `inject` calls from this machine. */
async function listen(app: Stack['app'], port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  if (!process.env['TEST_PROXY']) return url
  const proxy = await plainProxy(url)
  proxies.push(proxy)
  return proxy.url
}

/** A client that keeps its own view of the room, as a browser does, and records all messages. */
export function follow(client: ClientSocket) {
  const seen = {
    seq: -1,
    view: undefined as RoomView | undefined,
    first: undefined as Snapshot | Resumed | undefined,
    events: [] as RoomEvent[],
    signals: [] as Signal[],
    closing: undefined as string | undefined,
    refused: undefined as string | undefined,
  }
  const take = (event: RoomEvent) => {
    seen.events.push(event)
    if (event.seq <= seen.seq) return
    seen.seq = event.seq
    if (seen.view) seen.view = roomModel.apply(seen.view, event)
  }
  client.on('snapshot', snapshot => {
    seen.first = snapshot
    seen.seq = snapshot.seq
    seen.view = snapshot.state
  })
  client.on('resumed', resumed => {
    seen.first = resumed
    resumed.events.forEach(take)
    seen.seq = Math.max(seen.seq, resumed.seq)
  })
  client.on('event', take)
  client.on('signal', signal => void seen.signals.push(signal))
  client.on('closing', ({ code }) => {
    seen.closing = code
  })
  client.on('connect_error', error => {
    seen.refused = (error as { data?: { code?: string } }).data?.code ?? error.message
  })
  return seen
}

/** Waits until a condition holds; fails after ten seconds. */
export async function until(isSo: () => unknown, milliseconds = 10_000): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await isSo()); await new Promise(resolve => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms for ${isSo}`)
}

/** A pitch of the named owner, in the given state, without a deck. */
export async function seedPitch(
  { db, people }: Pick<Stack, 'db' | 'people'>,
  {
    owner = 'presenter',
    state = 'scheduled',
    ...more
  }: { owner?: PersonName; state?: PitchState } & Partial<typeof pitch.$inferInsert> = {},
) {
  const { organisationId, id: userId } = people[owner]
  const startsAt = new Date(Date.now() + 600_000)
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  const [row] = await db
    .insert(pitch)
    .values({
      organisationId,
      userId,
      presentationName: 'Seed round',
      presenterName: 'Paul Presenter',
      startsAt,
      endsAt,
      startZone: 'UTC',
      endZone: 'UTC',
      noFile: true,
      state,
      ...more,
    })
    .returning()
  if (!row) throw new Error('no pitch was seeded')
  return row
}

/** A person invited to a pitch, with a join session for it. */
export async function seedAttendee(
  { db }: Pick<Stack, 'db'>,
  to: { id: number; organisationId: string },
  person: Pick<Person, 'id' | 'email'>,
): Promise<{ attendeeId: string; token: string }> {
  const { id: pitchId, organisationId } = to
  const [row] = await db
    .insert(attendee)
    .values({ pitchId, organisationId, accountId: person.id, email: person.email })
    .returning()
  const { token, hash } = newToken()
  await db.insert(session).values({
    kind: 'join',
    accountId: person.id,
    organisationId,
    pitchId,
    attendeeId: row?.id ?? null,
    tokenHash: hash,
    tokenExpiresAt: new Date(Date.now() + 3_600_000),
    ip: '127.0.0.1',
  })
  return { attendeeId: row?.id ?? '', token }
}

export const closed = (client: ClientSocket) =>
  client.disconnected ? Promise.resolve() : once(client as never, 'disconnect')
