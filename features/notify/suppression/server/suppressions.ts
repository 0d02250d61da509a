import { CallFailed } from '#contract/call.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import type { suppressionCalls } from '../contract.ts'
import type { SuppressionKind } from '../rules.ts'
import { listSuppressions, lockRemoved, lockSuppression, setRemoved } from './queries.ts'
import { type SuppressionRow, suppress } from './suppressing.ts'

/** What the mail system reports of an address holds for every organization, so no one of them takes it off. */
const mayChange = ({ roles }: Actor, { organisationId }: Pick<SuppressionRow, 'organisationId'>): boolean =>
  organisationId !== null || roles.includes('superadmin')

export const getSuppressionList: Handler<typeof suppressionCalls.getSuppressionList> = async context => {
  const { items, total } = await listSuppressions(context.db, context.actor, context.input)
  return {
    items: items.map(({ row, createdAt, ...shown }) => ({
      ...shown,
      id: row.id,
      kind: row.kind,
      address: row.address ?? '',
      source: row.source,
      topics: row.topics ?? [],
      created_on: createdAt.toISOString(),
      expires: row.expiresAt?.toISOString() ?? null,
      removable: mayChange(context.actor, row) && mayRemoveKind(context.actor, row.kind),
    })),
    total,
  }
}

export const addSuppression: Handler<typeof suppressionCalls.addSuppression> = async context => {
  const { db, input, frame, actor, fail } = context
  const { kind, address, reason } = input
  // a whole domain has neither complained nor unsubscribed
  if (address.startsWith('@') && kind !== 'blocks') throw new CallFailed('InputInvalid', { address: 'invalid_format' })
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  const entry = { kind, address, organisationId, detail: reason, source: 'admin', createdBy: actor.accountId } as const
  const row = await suppress(db, frame.settings, entry)
  const { id } = row ?? fail('SuppressionExists', { address: 'SuppressionExists' })
  await writeAudit(context, { action: 'suppression.create', subject: id, organisationId, detail: { kind, reason } })
  return { id }
}

/** Kinds that a person has caused themself: they are not removed without a reason. */
const ownWish: readonly string[] = ['spam', 'unsubscribe']

const mayRemoveKind = ({ roles }: Actor, kind: SuppressionKind): boolean =>
  kind !== 'spam' || roles.includes('superadmin')

export const deleteSuppression: Handler<typeof suppressionCalls.deleteSuppression> = async context => {
  const { db, actor, input, now, fail } = context
  const row = (await lockSuppression(db, actor, input.id)) ?? fail('SuppressionNotFound')
  const { id, kind, organisationId } = row
  if (!mayChange(actor, row)) fail('SuppressionEverywhere')
  if (!mayRemoveKind(actor, kind)) fail('NoPermission')
  const { reason } = input
  if (ownWish.includes(kind) && !reason) throw new CallFailed('InputInvalid', { reason: 'required' })
  await setRemoved(db, id, now)
  const whose = organisationId ?? actor.organisationId
  await writeAudit(context, {
    action: 'suppression.delete',
    subject: id,
    organisationId: whose,
    detail: { kind, reason },
  })
  return {}
}

export const restoreSuppression: Handler<typeof suppressionCalls.restoreSuppression> = async context => {
  const { db, actor, input, fail } = context
  const row = (await lockRemoved(db, actor, input.id)) ?? fail('SuppressionNotFound')
  if (!mayChange(actor, row)) fail('SuppressionEverywhere')
  await setRemoved(db, row.id, null)
  const organisationId = row.organisationId ?? actor.organisationId
  const detail = { kind: row.kind }
  await writeAudit(context, { action: 'suppression.restore', subject: row.id, organisationId, detail })
  return {}
}
