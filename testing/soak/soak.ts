import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '#app/contract/calls.ts'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import type { Client } from '#contract/call.ts'
import { createClient } from '#contract/client.ts'
import { reactions } from '#features/room/room/signals.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { type Attendee, seat, signIn, type Watcher, watch } from '../faults/people.ts'

/** The server's memory after garbage collection, in bytes; and its open files, sockets and timers. */
export interface Held {
  readonly rss: number
  readonly objects: number
  readonly handles: number
}

export interface SoakResult {
  /** The actions done, by kind. */
  readonly did: Readonly<Record<string, number>>
  /** At regular intervals while the room is in use, the first after every action has been done once. */
  readonly levels: readonly Held[]
  /** After everybody has left. */
  readonly empty: Held
  /** The growth of the objects over the second half, for each hour of the room, in bytes. */
  readonly grownPerHour: number
}

/** The actions in an hour of a lively room of two hundred. */
const HOURLY: Readonly<Record<string, number>> = {
  comeAndGo: 400,
  reload: 300,
  turn: 40,
  say: 700,
  edit: 60,
  hand: 60,
  stage: 8,
  mute: 20,
  remove: 4,
  react: 1500,
  point: 900,
  look: 600,
  read: 300,
  caption: 900,
  pause: 2,
}
const PEOPLE = 120
const MEASURED = 8

/** The given hours of a room in the given seconds. */
export async function soak(
  hours: number,
  seconds: number,
  say: (line: string) => void = () => {},
): Promise<SoakResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-soak-'))
  await chmod(dataDir, 0o711) // PostgreSQL's user has to pass through it
  const port = await freePort()
  const child = fork(new URL('server.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn', TRUST_PROXY: 'true' },
      ...{ DATA_DIR: dataDir, PORT: String(port), VIDEO_UDP_PORT: String(await freeUdpPort(0)) },
    },
  })
  try {
    await Promise.race([once(child, 'message'), once(child, 'exit').then(([code]) => ended(code))])
    const measure = async (): Promise<Held> => {
      child.send('held')
      return (await once(child, 'message'))[0]
    }
    const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts
    const room = await openRoom(`http://localhost:${port}`, dataDir, facts)
    const levels: Held[] = []
    const parts = MEASURED
    for (let part = 0; part <= parts; part++) {
      // the first part does everything a little, so that code loaded and compiled once does not count as a leak
      const [of, within] = part === 0 ? [hours / parts / 2, seconds / parts / 2] : [hours / parts, seconds / parts]
      await room.live(of, within * 1000)
      levels.push(await measure())
      say(
        `${((part * hours) / parts).toFixed(1)} h: ${megabytes(levels.at(-1)?.objects)} in objects, ${megabytes(levels.at(-1)?.rss)} in all`,
      )
    }
    await room.leave()
    // people who have left count as present for three seconds more, and an empty room is unloaded every ten
    await sleep(Math.min(15_000, Math.max(4000, seconds * 200)))
    const empty = await measure()
    const half = levels.slice(Math.ceil(levels.length / 2))
    const grown = (half.at(-1)?.objects ?? 0) - (half[0]?.objects ?? 0)
    return { did: room.did, levels, empty, grownPerHour: grown / ((hours / parts) * (half.length - 1)) }
  } finally {
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const ended = (code: number): never => {
  throw new Error(`the console ended with ${code}`)
}
export const megabytes = (bytes = 0) => `${(bytes / 1e6).toFixed(1)} MB`

type Api = Client<typeof calls>

async function openRoom(url: string, dataDir: string, { pitch, people, password }: DemoFacts) {
  const databaseUrl = `postgres://rostrum@localhost/rostrum?host=${encodeURIComponent(join(dataDir, 'postgres'))}`
  const attendees = await seat(databaseUrl, pitch.id, people.presenter.organisationId, PEOPLE)
  let asked = 0
  const as = (token: string): Api =>
    createClient(calls, async ({ path, form }) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        // From many addresses, as real people connect.
        'x-forwarded-for': `10.0.0.${asked++ % 250}`,
      }
      const answer = await fetch(url + path, { method: 'POST', headers, body: form })
      return answer.json()
    })
  const presenterToken = await signIn(url, people.presenter.username, password)
  const host = as(presenterToken)
  const pitch_uuid = pitch.uuid
  await host.startPitch({ uuid: pitch.uuid })
  const lead = watch(url, pitch.uuid, presenterToken)
  const group_uuid = await lead.welcomed
  const here = new Map<Attendee, Watcher>()
  const did: Record<string, number> = {}
  const one = () => attendees[Math.floor(Math.random() * attendees.length)] as Attendee
  const present = () => [...here.keys()][Math.floor(Math.random() * here.size)] ?? one()
  const come = async (who: Attendee) => {
    if (here.has(who)) return
    const watcher = watch(url, pitch.uuid, who.token)
    here.set(who, watcher)
    await watcher.welcomed
  }
  const go = (who: Attendee) => {
    here.get(who)?.leave()
    here.delete(who)
  }
  const send = async ({ token }: Attendee) =>
    as(token).sendMessage({ group_uuid, content: 'What is the churn?', local_msg_id: crypto.randomUUID() })
  const emit = (watcher: Watcher | undefined, type: string, what: object) =>
    (watcher?.socket.emit as unknown as ((type: string, what: object) => void) | undefined)?.call(
      watcher?.socket,
      type,
      what,
    )
  let page = 1
  const acts: Readonly<Record<string, () => unknown>> = {
    comeAndGo: async () => {
      const who = one()
      if (here.has(who) && here.size > PEOPLE / 2) go(who)
      else await come(who)
    },
    reload: async () => {
      const who = present()
      go(who)
      await come(who)
    },
    turn: () => {
      page = (page % 10) + 1
      return host.sgUpdatePitchPages({ pitch_uuid, page, action: 'right', index: 0 })
    },
    say: () => send(present()),
    edit: async () => {
      const who = present()
      const { id } = await send(who)
      await as(who.token).editMessage({ group_uuid, message_id: id, content: 'What is the gross churn?' })
    },
    hand: async () => {
      const who = present()
      await as(who.token).setHand({ pitch_uuid, raised: true })
      await as(who.token).setHand({ pitch_uuid, raised: false })
    },
    stage: async () => {
      const user_id = present().accountId
      await host.grantStage({ pitch_uuid, user_id, microphone: true, camera: false })
      await host.revokeStage({ pitch_uuid, user_id })
    },
    mute: async () => {
      const user_id = present().accountId
      await host.updatePitchMuteChat({ pitch_uuid, user_id, is_mute_chat: true })
      await host.updatePitchMuteChat({ pitch_uuid, user_id, is_mute_chat: false })
    },
    remove: async () => {
      // people who never attend, or their sessions would have to be opened again
      const user_id = attendees.at(-1 - Math.floor(Math.random() * 5))?.accountId ?? ''
      await host.removeAttendee({ pitch_uuid, user_id })
      await host.readmitAttendee({ pitch_uuid, user_id })
    },
    react: () => emit(here.get(present()), 'signal', { type: 'reaction', payload: { emoji: reactions[0] } }),
    point: () => emit(lead, 'signal', { type: 'pointer', payload: { page, x: Math.random(), y: 0.5 } }),
    look: () => emit(here.get(present()), 'watching', { visible: Math.random() > 0.3, page }),
    read: () => as(present().token).getRoomPeople({ pitch_uuid }),
    caption: () =>
      host.sendCaption({
        ...{ pitch_uuid, id: crypto.randomUUID(), language: 'en', text: 'Three ports have signed.', final: true },
        spoken_ms: 1500,
      }),
    pause: async () => {
      await host.sgFixPause({ pitch_uuid, is_paused: true })
      await host.sgFixPause({ pitch_uuid, is_paused: false })
    },
  }
  for (const who of attendees.slice(0, PEOPLE - 10)) await come(who)

  return {
    did,
    /** The actions of the given hours, within the given milliseconds, evenly mixed. */
    live: async (hours: number, milliseconds: number) => {
      const plan = Object.entries(HOURLY)
        .flatMap(([name, times]) => Array.from({ length: Math.max(1, Math.round(times * hours)) }, () => name))
        .map(name => ({ name, at: Math.random() * milliseconds }))
        .toSorted((a, b) => a.at - b.at)
      const began = Date.now()
      const under = new Set<Promise<void>>()
      for (const { name, at } of plan) {
        const wait = began + at - Date.now()
        if (wait > 1) await sleep(wait)
        while (under.size >= 12) await Promise.race(under)
        // by chance some act on a person who has just left: a refusal counts as done
        const act = (async () => {
          await acts[name]?.()
          did[name] = (did[name] ?? 0) + 1
        })().catch(error => {
          const what = `${name}: ${(error as { code?: string }).code ?? error}`
          did[what] = (did[what] ?? 0) + 1
        })
        under.add(act)
        void act.then(() => under.delete(act))
      }
      await Promise.all(under)
    },
    leave: async () => {
      lead.leave()
      for (const who of [...here.keys()]) go(who)
      await sleep(100)
    },
  }
}
