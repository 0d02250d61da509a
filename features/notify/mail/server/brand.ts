import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'

/** What an organization shows of itself in its mails. */
export interface Brand {
  readonly name: string
  /** The key of its stored picture. */
  readonly logo: string | null
  /** Where its people read questions. */
  readonly replyTo: string | null
}

/** The organization of a mail; undefined for a mail of the console itself. */
export async function brandOf(db: Database | Transaction, organisationId: string | null): Promise<Brand | undefined> {
  const found = organisationId === null ? undefined : await findOrganisation(db, organisationId)
  return found && { name: found.name, logo: found.logo, replyTo: found.supportEmail }
}

/** The name of the logo within a mail, which carries it along: nothing is fetched when the mail is read. */
export const LOGO_CID = 'logo@rostrum'

/** Pictures of logos, drawn as PNG: mail programs show no WebP. */
const drawn = new Map<string, Promise<Buffer | undefined>>()

/** A logo for a mail, at twice the 40 pixels that it is shown at; undefined when it is gone. */
export function logoOf({ storage }: Pick<Frame, 'storage'>, key: string): Promise<Buffer | undefined> {
  const known = drawn.get(key)
  if (known) return known
  if (drawn.size > 50) drawn.clear()
  const made = draw(storage, key)
  drawn.set(key, made)
  made.catch(() => drawn.delete(key))
  return made
}

async function draw(storage: Frame['storage'], key: string): Promise<Buffer | undefined> {
  const stored = await storage.read(key)
  if (!stored) return undefined
  return sharp(await buffer(stored.stream))
    .resize({ width: 480, height: 80, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** The page of a mail for a browser, which has no parts of a mail: the logo stands in it. */
export async function withLogo(
  { db, frame }: { readonly db: Database | Transaction; readonly frame: Pick<Frame, 'storage'> },
  html: string,
  organisationId: string | null,
): Promise<string> {
  if (!html.includes(`cid:${LOGO_CID}`)) return html
  const key = (await brandOf(db, organisationId))?.logo
  const logo = key ? await logoOf(frame, key) : undefined
  return html.replaceAll(`cid:${LOGO_CID}`, logo ? `data:image/png;base64,${logo.toString('base64')}` : '')
}
