import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

type Kept = Pick<Settings, 'secretKey' | 'dataDir'>

const keys = new WeakMap<Kept, Promise<KeyObject>>()

/**
 * Encrypts a secret that has to be read again (AES-256-GCM). It is bound to `owner`: copied into another row it cannot
 * be decrypted.
 */
export async function seal(settings: Kept, secret: string, owner: string): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(settings), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`
}

/** Decrypts the result of `seal`; undefined when the key, the owner or the text differs. */
export async function unseal(settings: Kept, sealed: string, owner: string): Promise<string | undefined> {
  const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url')
  if (!sealed.startsWith('v1.') || bytes.length < 28) return undefined
  try {
    const cipher = createDecipheriv('aes-256-gcm', await keyOf(settings), bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * A keyed hash of a text (HMAC-SHA256): the same again for the same `owner`, and without the key the text cannot be
 * guessed from it.
 */
export async function stamp(settings: Kept, text: string, owner: string): Promise<string> {
  return createHmac('sha256', await keyOf(settings))
    .update(`${owner}\n${text}`)
    .digest('base64url')
}

function keyOf(settings: Kept): Promise<KeyObject> {
  const known = keys.get(settings)
  if (known) return known
  const key = settings.secretKey ? Promise.resolve(derive(settings.secretKey)) : keptKey(settings.dataDir)
  keys.set(settings, key)
  key.catch(() => keys.delete(settings))
  return key
}

const derive = (from: string | Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), 'rostrum secrets at rest', 32)))

/** This machine's key, created when the first secret is stored. If two consoles create one, the first wins. */
async function keptKey(dataDir: string): Promise<KeyObject> {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'secrets.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) await makeKey(file)
  const kept = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  if (kept.length < 32) throw new Error(`${file} holds no key; remove it if no authenticator app is set yet`)
  return derive(kept)
}

/** A link appears with its whole content or not at all, so a half-written key is never read. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}
