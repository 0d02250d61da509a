import type { Migration } from '#server/db/migrate.ts'
import { releasedVersions } from '#testing/releases/releases.ts'

/** What a statement must not do while the previous version is still running. `marker` is the comment that permits it. */
interface Rule {
  readonly pattern: RegExp
  readonly why: string
  readonly marker: 'contract' | 'locks'
}

const breaks = (pattern: RegExp, why: string): Rule => ({ pattern, why, marker: 'contract' })
const blocks = (pattern: RegExp, why: string): Rule => ({ pattern, why, marker: 'locks' })

const name = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`
const rules: readonly Rule[] = [
  breaks(/^drop (?!index)/, 'drops what the older server may still use'),
  breaks(/\bdrop column\b/, 'drops a column that the older server may still use'),
  breaks(/\bdrop constraint\b|^drop index/, 'drops what the older server’s writes may rely on'),
  breaks(/\brename\b/, 'renames what the older server knows by its old name'),
  breaks(/\balter (?:column )?\S+ (?:set data )?type\b/, 'changes the type of a column'),
  breaks(/\bset not null\b/, 'refuses rows that the older server writes without that column'),
  breaks(/\bdrop default\b/, 'refuses rows that the older server writes without that column'),
  breaks(
    /\badd (?:column )?(?!constraint)\S+ (?!.*\b(?:default|generated)\b).*\bnot null\b/,
    'adds a column that the older server does not fill',
  ),
  breaks(
    /\badd (?:constraint|check|unique|foreign|primary)\b|^create unique index\b/,
    'refuses rows that the older server may write',
  ),
  breaks(/^(?:truncate|delete)\b/, 'deletes rows'),
  blocks(
    /^create (?:unique )?index (?!concurrently)/,
    'makes an index while all writes wait: create index concurrently',
  ),
  blocks(/^drop index (?!concurrently)/, 'drops an index while all calls wait: drop index concurrently'),
  blocks(
    /\badd (?:column )?(?!constraint)\S+ .*\b(?:generated always as|serial|bigserial|default (?!now\(\))[^,]*\w\()/,
    'writes the whole table anew',
  ),
  blocks(/\balter (?:column )?\S+ (?:set data )?type\b/, 'writes the whole table anew'),
  blocks(
    /\badd (?:constraint\b.*)?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'reads the whole table while all calls wait: add it not valid, and validate it in the next migration',
  ),
  blocks(
    /\badd (?:constraint\b.*)?(?:unique|primary key)\b(?!.*\busing index\b)/,
    'makes an index while all calls wait: make it concurrently, and add the constraint using it',
  ),
  blocks(/^update\b/, 'locks every row that it changes until its end: fill in portions, by a job'),
  blocks(/^(?:cluster|vacuum full|lock|reindex (?!.*concurrently))/, 'keeps all calls waiting'),
]

/** A statement in lower case on one line, without comments, texts and quotes of names. */
const plain = (statement: string): string =>
  statement
    .replace(/--.*$/gm, ' ')
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .replaceAll('"', '')
    .trim()
    .toLowerCase()

/**
 * Why a migration is not safe beside the previous version, one line for each reason; empty if it is safe. Tables that
 * the migration itself creates are not restricted. `-- contract: safe since VERSION` permits changes that an older
 * server could not run with, once VERSION is the oldest that may still run; `-- locks: REASON` permits changes that
 * block calls.
 */
export function objections({ statements }: Pick<Migration, 'statements'>, versions = releasedVersions()): string[] {
  const text = statements.join('\n')
  const contract = /^-- contract: safe since (\S+)$/m.exec(text)?.[1]
  const allowed = {
    contract: contract !== undefined && versions.includes(contract),
    locks: /^-- locks: \S.{9,}$/m.test(text),
  }
  const all = statements
    .flatMap(statement => plain(statement).split(';'))
    .map(one => one.trim())
    .filter(Boolean)
  const made = new Set(all.flatMap(one => new RegExp(`^create table ${name}`).exec(one)?.[1] ?? []))
  const found = all.flatMap((one, i) => {
    if (isRedone(one, all[i + 1])) return []
    const table = new RegExp(
      `^(?:alter table|update|delete from|truncate(?: table)?|create (?:unique )?index .*? on) ${name}`,
    ).exec(one)?.[1]
    if (table && made.has(table)) return []
    const broken = rules.filter(({ pattern, marker }) => !allowed[marker] && pattern.test(one))
    return broken.map(({ why, marker }) => `${why} (-- ${marker}: … allows it): ${one.slice(0, 100)}`)
  })
  const unknown = contract !== undefined && !versions.includes(contract) ? [`no version ${contract} was released`] : []
  return [...unknown, ...found, ...besideCalls(all)]
}

/** An index that is dropped only to be created: the older server does not rely on an invalid one. */
const isRedone = (one: string, next = '') => {
  const index = /^drop index concurrently if exists (\S+)$/.exec(one)?.[1]
  return index !== undefined && new RegExp(`^create (?:unique )?index concurrently ${index} `).test(next)
}

/**
 * Concurrent statements run outside a transaction: after an interruption, the migration has to be repeatable from its
 * beginning.
 */
function besideCalls(all: readonly string[]): string[] {
  const concurrent = /^(create|drop) (?:unique )?index concurrently (?:if (?:not )?exists )?(\w+)/
  if (!all.some(one => concurrent.test(one))) return []
  return all.flatMap((one, i) => {
    const [, act, index] = concurrent.exec(one) ?? []
    if (!act) return [`needs a migration of its own beside a concurrent index: ${one.slice(0, 100)}`]
    const isDroppedBefore = all[i - 1] === `drop index concurrently if exists ${index}`
    return act === 'create' && !isDroppedBefore ? [`begins with: drop index concurrently if exists ${index}`] : []
  })
}
