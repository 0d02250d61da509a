import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { languages } from '#contract/fields.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { type PolicyType, policyTypes, policyVersions } from '#features/registration/rules.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { policyText } from './tables.ts'

/** What an operator has written, by language; empty when they leave a text to us. */
export type OwnTexts = Readonly<Partial<Record<(typeof languages)[number], string>>>

/** Bytes of a text that an operator may put there. */
const MOST = 200_000

const folders: Readonly<Record<PolicyType, string>> = {
  terms_of_service: 'terms-of-service.md',
  privacy_policy: 'privacy-policy.md',
}

const read = new Map<string, { stamp: string; text: string }>()

/** A file's text, read again when the file is another. */
async function textOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return ''
  const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`
  const known = read.get(path)
  if (known?.stamp === stamp) return known.text
  const text = (await readFile(path, 'utf8').catch(() => '')).slice(0, MOST)
  read.set(path, { stamp, text })
  return text
}

/** The operator's own text of a kind, from `DATA_DIR/policies/<language>/`. */
export async function ownTexts(dataDir: string, type: PolicyType): Promise<OwnTexts> {
  const found = await Promise.all(
    languages.map(
      async language => [language, await textOf(join(dataDir, 'policies', language, folders[type]))] as const,
    ),
  )
  return Object.fromEntries(found.filter(([, text]) => text.trim()))
}

type Parts = Pick<Frame, 'db' | 'settings'>
export type PolicyVersions = Readonly<Record<PolicyType, string>>

/**
 * The version of each text as it stands: of ours the day it was written, of an operator's the day on which the console
 * first saw it and a part of its hash. A text in any language that changes makes another version; one that is put back
 * as it was is the version that it was.
 */
export async function currentVersions(frame: Parts): Promise<PolicyVersions> {
  const pairs = await Promise.all(policyTypes.map(async type => [type, await versionOf(frame, type)] as const))
  return Object.fromEntries(pairs) as unknown as PolicyVersions
}

/** The version of one text. */
export async function versionOf(frame: Parts, type: PolicyType): Promise<string> {
  const texts = await ownTexts(frame.settings.dataDir, type)
  if (Object.keys(texts).length === 0) return policyVersions[type]
  const hash = createHash('sha256')
    .update(JSON.stringify([type, texts]))
    .digest('hex')
  return (await knownVersions(frame)).get(hash) ?? publish(frame, type, texts, hash)
}

const versions = new WeakMap<Frame['db'], Map<string, string>>()

/** The versions that this server has seen, by the hash of their text. */
async function knownVersions({ db }: Parts): Promise<Map<string, string>> {
  const known = versions.get(db)
  if (known) return known
  const rows = await db.select({ hash: policyText.hash, version: policyText.version }).from(policyText)
  const map = new Map(rows.map(({ hash, version }) => [hash, version]))
  versions.set(db, map)
  return map
}

/** Keeps a text that is new, with the day, for whoever asks later what somebody has agreed to. Once, whoever sees it first. */
async function publish(frame: Parts, type: PolicyType, texts: OwnTexts, hash: string): Promise<string> {
  const seenAt = rightNow()
  const version = `${seenAt.toISOString().slice(0, 10)}.${hash.slice(0, 8)}`
  const kept = await frame.db.transaction(async db => {
    const made = await db
      .insert(policyText)
      .values({ policyType: type, version, hash, texts, seenAt })
      .onConflictDoNothing()
      .returning({ version: policyText.version })
    if (made[0]) {
      await writeAudit({ db }, { action: 'policy.publish', subject: type, organisationId: null, detail: { version } })
      return version
    }
    const [earlier] = await db.select({ version: policyText.version }).from(policyText).where(eq(policyText.hash, hash))
    return earlier?.version ?? version
  })
  const known = await knownVersions(frame)
  known.set(hash, kept)
  return kept
}
