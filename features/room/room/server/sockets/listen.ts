import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A channel of the database, by which the servers reach each other while Redis is away. */
export interface DatabaseChannel {
  /** Sends to every server, this one included, in the order of calls. Fails when the database does. */
  send(text: string): Promise<void>
  stop(): Promise<void>
}

/** Characters of one notification: PostgreSQL takes less than 8000 bytes, and a character has up to four. */
const PIECE = 1900
/** Milliseconds until a lost connection is replaced. */
const RECONNECT = 500

/** Listens on a connection of its own, and reconnects. Messages sent meanwhile are lost to this server. */
export function listenToDatabase(
  pool: pg.Pool,
  channel: string,
  receive: (text: string) => void,
  onError: (error: unknown) => void,
): DatabaseChannel {
  let client: pg.Client | undefined
  const parts = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** The pieces of a message arrive one after the other, because one statement sends them. */
  const collect = (text: string) => {
    const [, id = '', number = '', of = '', piece = ''] = /^(\w+) (\d+) (\d+) (.*)$/s.exec(text) ?? []
    const pieces = number === '1' ? [piece] : [...(parts.get(id) ?? []), piece]
    parts.delete(id)
    if (pieces.length === Number(of)) receive(pieces.join(''))
    else if (pieces.length === Number(number)) parts.set(id, pieces)
  }
  const connect = async () => {
    parts.clear()
    const fresh = new pg.Client({ ...pool.options, keepAlive: true })
    const again = () => {
      if (client !== fresh) return
      client = undefined
      if (!stopped) timer = setTimeout(() => void connect(), RECONNECT).unref()
    }
    client = fresh
    fresh.on('error', onError)
    fresh.on('end', again)
    fresh.on('notification', ({ payload = '' }) => collect(payload))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      onError(error)
      fresh.end().catch(() => {})
      again()
    }
  }
  const first = connect()
  return {
    send: async text => {
      const pieces = text.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? []
      const id = randomBytes(8).toString('hex')
      const numbered = pieces.map((piece, i) => `${id} ${i + 1} ${pieces.length} ${piece}`)
      await pool.query('select pg_notify($1, piece) from unnest($2::text[]) as piece', [channel, numbered])
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await first
      await client?.end().catch(() => {})
    },
  }
}
