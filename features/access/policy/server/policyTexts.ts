import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Language, languages } from '#contract/fields.ts'
import { policyVersions } from '#features/access/policy/rules.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type PolicyType, policyTypes } from '#features/core/site/rules.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { policyText } from './tables.ts'

/** What an operator has written, by language; empty when they leave a text to us. */
export type OwnTexts = Readonly<Partial<Record<Language, string>>>

/** Bytes of a text that an operator may put there. */
const MOST = 200_000

const folders: Readonly<Record<PolicyType, string>> = {
  terms_of_service: 'terms-of-service.md',
  privacy_policy: 'privacy-policy.md',
}

interface OwnText {
  readonly text: string
  /** When the file was written. */
  readonly at: number
}
const read = new Map<string, OwnText & { stamp: string }>()

/** A file's text, read again when the file is another. */
async function textOf(path: string): Promise<OwnText> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return { text: '', at: 0 }
  const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`
  const known = read.get(path)
  if (known?.stamp === stamp) return known
  const text = (await readFile(path, 'utf8').catch(() => '')).slice(0, MOST)
  const now = { stamp, text, at: found.mtimeMs }
  read.set(path, now)
  return now
}

async function ownFiles(dataDir: string, type: PolicyType): Promise<(readonly [Language, OwnText])[]> {
  const found = await Promise.all(
    languages.map(
      async language => [language, await textOf(join(dataDir, 'policies', language, folders[type]))] as const,
    ),
  )
  return found.filter(([, { text }]) => text.trim())
}

/** The operator's own text of a kind, from `DATA_DIR/policies/<language>/`. */
export const ownTexts = async (dataDir: string, type: PolicyType): Promise<OwnTexts> =>
  textsOf(await ownFiles(dataDir, type))

const textsOf = (files: Awaited<ReturnType<typeof ownFiles>>): OwnTexts =>
  Object.fromEntries(files.map(([language, { text }]) => [language, text]))

type Parts = Pick<Frame, 'db' | 'settings'>
export type PolicyVersions = Readonly<Record<PolicyType, string>>

/**
 * The version of each text as it stands: of ours the day it was written, of an operator's the day that its files say
 * and a part of its hash. A text in any language that changes makes another version; one that is put back as it was is
 * the version that it was.
 */
export async function currentVersions(frame: Parts): Promise<PolicyVersions> {
  const pairs = await Promise.all(policyTypes.map(async type => [type, await versionOf(frame, type)] as const))
  return Object.fromEntries(pairs) as unknown as PolicyVersions
}

/** The version of one text. */
export const versionOf = async (frame: Parts, type: PolicyType): Promise<string> =>
  (await publishedOf(frame, type)).version

/** Whether a text was put there after an instant: a person who was at work then is asked at their next visit. */
export const isNewSince = async (frame: Parts, type: PolicyType, instant: Date): Promise<boolean> =>
  (await publishedOf(frame, type)).seenAt > instant

interface Published {
  readonly version: string
  readonly seenAt: Date
}

async function publishedOf(frame: Parts, type: PolicyType): Promise<Published> {
  const files = await ownFiles(frame.settings.dataDir, type)
  if (files.length === 0) return ownVersion(frame, type)
  const texts = textsOf(files)
  const hash = createHash('sha256')
    .update(JSON.stringify([type, texts]))
    .digest('hex')
  const writtenAt = new Date(Math.min(rightTime(), Math.max(...files.map(([, { at }]) => at))))
  const version = `${writtenAt.toISOString().slice(0, 10)}.${hash.slice(0, 8)}`
  return (await knownVersions(frame)).get(hash) ?? publish(frame, { type, version, texts, hash, seenAt: writtenAt })
}

/** Our text, which counts as new from the first start of its release. */
async function ownVersion(frame: Parts, type: PolicyType): Promise<Published> {
  const version = policyVersions[type]
  const hash = `${type} ${version}`
  return (
    (await knownVersions(frame)).get(hash) ?? publish(frame, { type, version, texts: {}, hash, seenAt: rightNow() })
  )
}

const versions = new WeakMap<Frame['db'], Map<string, Published>>()

/** The versions that this server has seen, by the hash of their text. */
async function knownVersions({ db }: Parts): Promise<Map<string, Published>> {
  const known = versions.get(db)
  if (known) return known
  const { hash, version, seenAt } = policyText
  const rows = await db.select({ hash, version, seenAt }).from(policyText)
  const map = new Map<string, Published>(rows.map(row => [row.hash, row]))
  versions.set(db, map)
  return map
}

interface NewText {
  readonly type: PolicyType
  readonly version: string
  readonly texts: OwnTexts
  readonly hash: string
  readonly seenAt: Date
}

/** Keeps a new text with its day, as evidence of what was agreed to. Racing requests store it once. */
async function publish(frame: Parts, { type, version, texts, hash, seenAt }: NewText): Promise<Published> {
  const kept = await frame.db.transaction(async db => {
    const made = await db
      .insert(policyText)
      .values({ policyType: type, version, hash, texts, seenAt })
      .onConflictDoNothing()
      .returning({ version: policyText.version, seenAt: policyText.seenAt })
    // changed by an operator; Rostrum's own texts change with a release
    if (made[0] && Object.keys(texts).length > 0)
      await writeAudit({ db }, { action: 'policy.publish', subject: type, organisationId: null, detail: { version } })
    const [earlier] = await db
      .select({ version: policyText.version, seenAt: policyText.seenAt })
      .from(policyText)
      .where(eq(policyText.hash, hash))
    return earlier ?? { version, seenAt }
  })
  const known = await knownVersions(frame)
  known.set(hash, kept)
  return kept
}
