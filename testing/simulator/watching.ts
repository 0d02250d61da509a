import { io } from 'socket.io-client'
import { type ClientSocket, follow, until } from '#testing/startRooms.ts'
import type { Run } from './acts/act.ts'
import { wordsIn } from './chance.ts'
import type { SimPerson } from './people.ts'
import type { SimServer } from './servers.ts'
import { PATIENCE, Violation } from './violation.ts'

/** A person's browser in the room, as far as the socket goes. */
export interface Watcher {
  readonly person: SimPerson
  readonly client: ClientSocket
  readonly seen: ReturnType<typeof follow>
  /** What this person was sent and must not have been. */
  readonly wrong: Violation[]
  /** The number of the event with which they were removed; nothing may come after it. */
  removedAt: number | undefined
}

/** Opens a connection to the room and waits until it is greeted or refused. */
export async function enterRoom(run: Run, server: SimServer, person: SimPerson, since?: number): Promise<Watcher> {
  const client: ClientSocket = io(`${server.url}/room`, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true },
    auth: {
      pitch: run.pitch.uuid,
      ...(person.token && { token: person.token }),
      ...(since !== undefined && { since }),
    },
  })
  const wrong: Violation[] = []
  const watcher: Watcher = { person, client, wrong, removedAt: undefined, seen: follow(client) }
  let last = since ?? -1
  client.onAny((type: string, payload: { seq?: number; type?: string; payload?: { account?: string } }) => {
    if (type === 'head' || type === 'closing') return
    const text = JSON.stringify(payload)
    if (watcher.removedAt !== undefined)
      wrong.push(
        new Violation(
          'removal',
          `${person.label} was removed by event ${watcher.removedAt} and got ${text.slice(0, 200)}`,
        ),
      )
    if (type === 'event') {
      if (payload.seq !== last + 1)
        wrong.push(new Violation('numbers', `${person.label} got event ${payload.seq} after ${last}`))
      if (payload.type === 'attendeeRemoved' && payload.payload?.account === person.id) watcher.removedAt = payload.seq
    }
    if (payload.seq !== undefined) last = payload.seq
    checkFrame(run, watcher, type, payload.type, text)
  })
  await until(() => watcher.seen.first ?? watcher.seen.refused ?? watcher.seen.closing, PATIENCE)
  return watcher
}

/** Guest mode is judged by the room as this person has it: what was sent before it was on may still come. */
function checkFrame(
  run: Run,
  { person, seen, wrong }: Watcher,
  type: string,
  signal: string | undefined,
  text: string,
) {
  const isGuest = seen.view?.room.guests.on ?? false
  const model = { ...run.model, isGuest: isGuest && type !== 'event' }
  for (const word of wordsIn(text)) {
    const secret = run.secrets.get(word)
    // managers hear by name who has committed
    if (!secret || signal === 'commitmentMade' || secret.may({ viewer: person, call: 'socket' }, model)) continue
    if (!secret.rests && !isGuest) continue
    wrong.push(
      new Violation(
        'secrecy',
        `${person.label} was sent ${secret.what} by ${type} ${signal ?? ''}: ${text.slice(0, 300)}`,
      ),
    )
  }
}
