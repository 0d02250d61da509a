import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { shown } from '#testing/statement.ts'
import { type ConsoleProcess, startConsoleProcess } from '../consoleProcess.ts'
import { auditIs } from './audit.ts'
import { type Attendee, type Post, poster, seat, signIn, watch } from './people.ts'

/** A live pitch in its own console, with people who chat, commit and turn pages until they are told to stop. */
export interface LivePitch {
  readonly console: ConsoleProcess
  readonly uuid: string
  readonly presenterToken: string
  readonly attendees: readonly Attendee[]
  readonly load: Load
  /** On the console's own PostgreSQL, without the console. */
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** How often room connections were retried, in total. */
  attempts(): number
  /** Milliseconds until every room connection is back. */
  untilEverybodyIsBack(): Promise<number>
  /** Compares acknowledged requests with stored rows. */
  check(): Promise<Check>
  stop(): Promise<void>
}

export interface Check {
  readonly acknowledged: number
  /** Acknowledged and not stored. */
  readonly lost: number
  /** Stored more than once. */
  readonly doubled: number
  /** Whether the room shows the last acknowledged page, or one requested after it. */
  readonly pageIsRight: boolean
  /** Events that a room connection missed, or got twice or in another order. */
  readonly wrongEvents: number
  /** The fault in the audit log, or `ok`. */
  readonly audit: string
}

export interface Load {
  /** Acknowledged so far. */
  acknowledged(): number
  /** Answered with "not saved" so far, and repeated. */
  refused(): number
  /** Milliseconds that each acknowledged request took since the last call of this. */
  times(): number[]
  stop(): Promise<void>
}

export interface Counts {
  readonly messages: Set<string>
  readonly commitments: Set<string>
  pageAcknowledged: number
  pagesAskedSince: Set<number>
}

/** Each person writes less often than the chat's limit. */
const CHATTERS = 16

export interface LivePitchOptions {
  /** How many were let in; they commit one after the other. */
  readonly people?: number
  /** How many of them are in the room. The first sixteen write. */
  readonly present?: number
  /** The folder of the console's data. */
  readonly dataDir?: string
}

export async function startLivePitch({
  people: seats = 400,
  present = CHATTERS,
  dataDir,
}: LivePitchOptions = {}): Promise<LivePitch> {
  const console = await startConsoleProcess({ mode: 'demo', copied: true, ...(dataDir ? { dataDir } : {}) })
  const { pitch, people, password } = await console.demo()
  const databaseUrl = `postgres://rostrum@localhost/rostrum?host=${encodeURIComponent(join(console.dataDir, 'postgres'))}`
  const attendees = await seat(databaseUrl, pitch.id, people.presenter.organisationId, seats)
  const presenterToken = await signIn(console.url, people.presenter.username, password)
  const post = poster(console.url)
  const started = await post(presenterToken, '/webapi/rest/app/token/startPitch', { uuid: pitch.uuid })
  if (started?.code !== 1) throw new Error(`the pitch did not start: ${JSON.stringify(started)}`)

  const watchers = attendees.slice(0, present).map(({ token }) => watch(console.url, pitch.uuid, token))
  const groupUuid = await Promise.all(watchers.map(watcher => watcher.welcomed)).then(([first]) => first ?? '')
  const counts: Counts = {
    messages: new Set(),
    commitments: new Set(),
    pageAcknowledged: 1,
    pagesAskedSince: new Set(),
  }
  const load = putUnderLoad({ post, uuid: pitch.uuid, groupUuid, presenterToken, attendees, counts })
  const query = async <T>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows as T[]
    } finally {
      await client.end()
    }
  }
  return {
    console,
    uuid: pitch.uuid,
    presenterToken,
    attendees,
    load,
    query,
    attempts: () => watchers.reduce((sum, watcher) => sum + watcher.attempts(), 0),
    untilEverybodyIsBack: async () => {
      const began = performance.now()
      while (!watchers.every(watcher => watcher.socket.connected)) await sleep(10)
      return performance.now() - began
    },
    check: async () => {
      const stored = await query<{ id: string; n: number }>(
        'select local_message_id as id, count(*)::int as n from chat_message group by 1',
      )
      const committed = await query<{ id: string; n: number }>(
        'select account_id as id, count(*)::int as n from commitment group by 1',
      )
      const [room] = await query<{ page: number; seq: string }>(
        "select (state->>'page')::int as page, seq from room where pitch_id = $1",
        [pitch.id],
      )
      await Promise.all(watchers.map(watcher => watcher.until(Number(room?.seq))))
      const thereAre = new Map([...stored, ...committed].map(({ id, n }) => [id, n]))
      const acknowledged = [...counts.messages, ...counts.commitments]
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.filter(id => !thereAre.has(id)).length,
        doubled: [...thereAre.values()].filter(n => n > 1).length,
        pageIsRight: room?.page === counts.pageAcknowledged || counts.pagesAskedSince.has(room?.page ?? 0),
        wrongEvents: watchers.reduce((sum, watcher) => sum + watcher.wrong(), 0),
        audit: await auditIs(databaseUrl, console.dataDir, counts.commitments.size),
      }
    },
    stop: async () => {
      await load.stop()
      for (const { socket } of watchers) socket.disconnect()
      await console.stop()
    },
  }
}

interface Loaded {
  readonly post: Post
  readonly uuid: string
  readonly groupUuid: string
  readonly presenterToken: string
  readonly attendees: readonly Attendee[]
  readonly counts: Counts
  /** How many write. */
  readonly chatters?: number
  /** Milliseconds between two actions; if there is none for pages, they are not turned. */
  readonly pauses?: { readonly chat: number; readonly commit: number; readonly turn?: number }
}

/** People who chat, commit and turn pages until they are told to stop, and repeat each request until it is acknowledged. */
export function putUnderLoad({
  post,
  uuid,
  groupUuid,
  presenterToken,
  attendees,
  counts,
  chatters = CHATTERS,
  pauses = { chat: 500, commit: 100, turn: 300 },
}: Loaded): Load {
  let going = true
  let acknowledged = 0
  let refused = 0
  let times: number[] = []
  /** Repeats until it is acknowledged, as a browser does; true unless the run stopped first. */
  const insist = async (token: string, path: string, fields: Record<string, string>) => {
    const key = randomUUID()
    while (going) {
      const began = performance.now()
      const answer = await post(token, path, fields, key)
      if (answer?.code === 1) {
        acknowledged++
        times.push(performance.now() - began)
        return true
      }
      if (answer) refused++
      if (answer && !['Unavailable', 'Internal', 'TooManyRequests', 'StorageFull'].includes(answer.error ?? ''))
        throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
      await sleep(50)
    }
    return false
  }
  const chat = async ({ token }: Attendee) => {
    while (going) {
      const local_msg_id = randomUUID()
      const fields = { group_uuid: groupUuid, content: `line ${local_msg_id}`, local_msg_id }
      if (await insist(token, '/imapi/v1.4/instant/messaging/send', fields)) counts.messages.add(local_msg_id)
      await sleep(pauses.chat)
    }
  }
  const commit = async () => {
    for (const { token, accountId } of attendees) {
      if (!going) return
      const signed = { ...shown, statement_version: String(shown.statement_version) }
      const fields = { uuid, money_amount: '$25,000', initials: 'PP', ...signed }
      if (await insist(token, '/webapi/rest/app/token/commitInPitch', fields)) counts.commitments.add(accountId)
      await sleep(pauses.commit)
    }
  }
  const turn = async () => {
    for (let page = 2; going; page = (page % 10) + 1) {
      counts.pagesAskedSince.add(page)
      const fields = { pitch_uuid: uuid, page: String(page), action: 'right', index: '0' }
      if (await insist(presenterToken, '/webapi/rest/app/token/sgUpdatePitchPages', fields)) {
        counts.pageAcknowledged = page
        counts.pagesAskedSince.clear()
      }
      await sleep(pauses.turn ?? 0)
    }
  }
  const all = [...attendees.slice(0, chatters).map(chat), commit(), ...(pauses.turn ? [turn()] : [])]
  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    times: () => {
      const taken = times
      times = []
      return taken
    },
    stop: async () => {
      going = false
      await Promise.all(all)
    },
  }
}
