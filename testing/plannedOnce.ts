import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Statements of more characters are lists of rows, of which each length would be a statement of its own. */
const LONGEST = 3000

const names = new Map<string, string>()

const nameOf = (text: string) => {
  const known = names.get(text) ?? createHash('sha1').update(text).digest('base64')
  names.set(text, known)
  return known
}

/**
 * Gives every statement with parameters a name, so that PostgreSQL reads and plans it once for each connection: half of
 * its work in thousands of small runs.
 */
export function plannedOnce(pool: pg.Pool): void {
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const named = (asked: unknown, values?: unknown, ...more: unknown[]) => {
      const { text, name } = asked as { text?: string; name?: string }
      const isOwn = !text || name || text.length > LONGEST || !Array.isArray(values) || values.length === 0
      return query(isOwn ? asked : { ...(asked as object), name: nameOf(text) }, values, ...more)
    }
    client.query = named as typeof client.query
  })
}
