import { type Language, languages } from '#contract/fields.ts'
import { wireStatus } from '#features/core/pitch/rules.ts'
import { pitchByUuid } from '#features/core/pitch/server/queries.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { isUuid } from '#server/uuid.ts'
import { pageForBrowser } from './brand.ts'
import { findMailToView, type MailRow } from './queries.ts'

/** How long an email can be read in a browser, in milliseconds. */
const VIEW_LIFE = 90 * 86_400_000

export const getViewInBrowserData: Handler<typeof mailCalls.getViewInBrowserData> = async context => {
  const { db, frame, input, now, request, fail } = context
  const mail = await findMailToView(db, hashToken(input.code))
  if (!mail) {
    await countWrongLink(frame, request.ip)
    return fail('LinkNotFound')
  }
  if (now.getTime() - mail.createdAt.getTime() > VIEW_LIFE) fail('LinkExpired')
  const { subject, language, createdAt } = mail
  return {
    subject,
    html: await pageForBrowser(context, mail.html, mail),
    language: languages.find(one => one === language) ?? ('en' satisfies Language),
    created_at: createdAt.toISOString(),
    pitch: await pitchOf(db, mail),
  }
}

/**
 * The pitch of an email with a calendar entry as it stands now, and where the email leads. Undefined of one that is not
 * to take place: a cancellation, and a pitch that was deleted.
 */
async function pitchOf(db: Database | Transaction, { calendar }: MailRow) {
  const lines = calendar?.replace(/\r?\n[ \t]/g, '').split(/\r?\n/) ?? []
  const propertyOf = (name: string) => {
    const line = lines.find(one => one.startsWith(`${name}:`) || one.startsWith(`${name};`))
    return line?.slice(line.indexOf(':') + 1)
  }
  const uuid = propertyOf('UID')?.split('@')[0]
  const url = propertyOf('URL')
  if (!isUuid(uuid) || !url?.startsWith('http') || propertyOf('METHOD') !== 'REQUEST') return undefined
  const pitch = await pitchByUuid(db, uuid)
  if (!pitch) return undefined
  const times = { starts: pitch.startsAt.toISOString(), ends: pitch.endsAt.toISOString() }
  return { uuid, url, status: wireStatus(pitch.state), ...times }
}
