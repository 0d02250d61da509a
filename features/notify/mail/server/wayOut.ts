import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationNames } from '#features/core/organisation/server/queries.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import { type Topic, topics } from '#features/notify/suppression/rules.ts'
import { resubscribe, suppress, unsubscribedFrom } from '#features/notify/suppression/server/suppressing.ts'
import type { Handler } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { maskEmail } from '#server/masks.ts'
import { mailOfWayOut } from './mailToken.ts'
import { findMail } from './queries.ts'

/** Whose mail a token is of, and to whom it went. */
async function holderOf({ db, frame }: { db: Parameters<typeof findMail>[0]; frame: Frame }, token: string) {
  const id = await mailOfWayOut(frame.settings, token)
  const mail = id === undefined ? undefined : await findMail(db, id)
  return mail?.organisationId ? { organisationId: mail.organisationId, address: mail.recipient } : undefined
}

export const getMailPreferences: Handler<typeof mailCalls.getMailPreferences> = async context => {
  const { db, frame, input } = context
  const holder = await holderOf(context, input.token)
  if (!holder) return { organisation: '', address: '', topics: [] }
  const { organisationId, address } = holder
  const stopped = await unsubscribedFrom(db, frame.settings, organisationId, address)
  return {
    organisation: (await organisationNames(db, [organisationId])).get(organisationId) ?? '',
    address: maskEmail(address),
    topics: stopped === null ? [...topics] : [...(stopped ?? [])],
  }
}

/** CALL-213 */
export const unsubscribeEmail: Handler<typeof mailCalls.unsubscribeEmail> = async context => {
  const { input } = context
  await unsubscribe(context, input.token, input.topics)
  return {}
}

interface Leaving {
  readonly db: Transaction
  readonly frame: Frame
  readonly request?: { readonly ip: string }
}

/** Unsubscribes the holder of a token from these topics, or from all. A token that is none of ours does nothing. */
async function unsubscribe(context: Leaving, token: string, from: readonly Topic[] | undefined): Promise<void> {
  const { db, frame } = context
  const holder = await holderOf(context, token)
  if (!holder) return
  const { organisationId, address } = holder
  if (from?.length === 0) {
    const subject = await resubscribe(db, frame.settings, organisationId, address)
    if (subject) await writeAudit(context, { action: 'suppression.resubscribe', subject, organisationId })
    return
  }
  const stopped = from && from.length < topics.length ? topics.filter(topic => from.includes(topic)) : null
  const entry = { organisationId, kind: 'unsubscribe', address, source: 'person', topics: stopped } as const
  const row = await suppress(db, frame.settings, entry)
  const detail = { kind: 'unsubscribe', ...(stopped && { topics: stopped }) }
  if (row) await writeAudit(context, { action: 'suppression.unsubscribe', subject: row.id, organisationId, detail })
}

/**
 * The address in the headers of emails (RFC 8058). A POST unsubscribes from everything of the organization, without
 * cookies and without a redirect. A GET changes nothing, as scanners open every link: it leads to the page that asks.
 */
export function serveWayOut(app: FastifyInstance, frame: Frame): void {
  const tokenOf = (query: unknown): string => {
    const { token } = query as { token?: unknown }
    return typeof token === 'string' && /^[\w-]{1,100}$/.test(token) ? token : ''
  }
  app.get('/unsubscribe', async ({ query }, reply) =>
    reply.header('cache-control', 'no-store').redirect(`/email/preferences#${tokenOf(query)}`, 303),
  )
  void app.register(async own => {
    // form or multipart, its one field says nothing that the address does not
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, async () => ({}))
    own.post('/unsubscribe', async ({ query, ip }, reply) => {
      await frame.db.transaction(db => unsubscribe({ db, frame, request: { ip } }, tokenOf(query), undefined))
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK\n')
    })
  })
}

/** Where the headers of an email lead. A header is ASCII, and so is the address, whatever the name of the server. */
export const oneClickUrl = (publicUrl: string, token: string): string =>
  new URL(`${publicUrl}/unsubscribe?token=${token}`).href
