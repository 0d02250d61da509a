import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { inlined, type MailPictures } from './pictures.ts'

/** What an organization shows of itself in its emails. */
export interface Brand {
  readonly name: string
  /** The name under which it writes. */
  readonly sender: string
  /** [#rrggbb] Of its buttons. */
  readonly color: string | null
  /** The key of its stored picture. */
  readonly logo: string | null
  /** Where its people read questions. */
  readonly replyTo: string | null
}

/** The organization of an email; undefined for an email of the console itself. */
export async function brandOf(db: Database | Transaction, organisationId: string | null): Promise<Brand | undefined> {
  const found = organisationId === null ? undefined : await findOrganisation(db, organisationId)
  if (!found) return undefined
  const { name, logo, supportEmail, mailSender, mailColor } = found
  return { name, sender: mailSender ?? name, color: mailColor, logo, replyTo: supportEmail }
}

/** The organizations of emails. */
export async function brandsOf(
  db: Database | Transaction,
  mails: readonly { readonly organisationId: string | null }[],
): Promise<ReadonlyMap<string | null, Brand | undefined>> {
  const brands = new Map<string | null, Brand | undefined>()
  for (const id of new Set(mails.map(({ organisationId }) => organisationId))) brands.set(id, await brandOf(db, id))
  return brands
}

/** The page of an email for a browser, with its pictures in it. */
export const pageForBrowser = async (
  { db, frame }: { readonly db: Database | Transaction; readonly frame: Pick<Frame, 'storage'> },
  html: string,
  {
    organisationId,
    pictures,
  }: { readonly organisationId: string | null; readonly pictures?: MailPictures | null | undefined },
): Promise<string> => inlined(frame, html, { ...pictures, logo: (await brandOf(db, organisationId))?.logo })
