import { timingSafeEqual } from 'node:crypto'
import { stamp } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'

type Keyed = Pick<Settings, 'secretKey' | 'dataDir'>

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const macOf = async (settings: Keyed, id: string, use: string): Promise<Buffer> =>
  Buffer.from(await stamp(settings, id, use), 'base64url')
const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * The token by which the holder of an email unsubscribes: the email's id and a keyed hash of it. Nothing of it is
 * stored, so access to the database is not enough to unsubscribe a person.
 */
export async function wayOutToken(settings: Keyed, mailId: string): Promise<string> {
  return Buffer.concat([bytesOf(mailId), await macOf(settings, mailId, 'unsubscribe')]).toString('base64url')
}

/** The id of a token's mail; undefined for what is no token of ours. */
export async function mailOfWayOut(settings: Keyed, token: string): Promise<string | undefined> {
  const bytes = Buffer.from(token, 'base64url')
  const id = idOf(bytes.subarray(0, 16))
  const mac = await macOf(settings, id, 'unsubscribe')
  return equal(bytes.subarray(16), mac) ? id : undefined
}

/**
 * How a returned mail proves that it was ours: the email's id and a short keyed hash, in small letters and digits,
 * because mail servers change the case of addresses.
 */
export async function mailReference(settings: Keyed, mailId: string): Promise<string> {
  const mac = await macOf(settings, mailId, 'mail reference')
  return `${bytesOf(mailId).toString('hex')}.${mac.toString('hex').slice(0, 16)}`
}

const reference = /\b([0-9a-f]{32})\.([0-9a-f]{16})\b/gi

/** The id of the email whose reference a text has; undefined without one, or with one that we did not write. */
export async function mailOfReference(settings: Keyed, text: string): Promise<string | undefined> {
  for (const [found, id = ''] of text.toLowerCase().matchAll(reference)) {
    const mailId = idOf(Buffer.from(id, 'hex'))
    if (equal(Buffer.from(await mailReference(settings, mailId)), Buffer.from(found))) return mailId
  }
  return undefined
}
