import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { restorableFrom } from '#features/admin/companies/server/queries.ts'
import type { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { findOrganisation, organisationMeant } from '#features/core/organisation/server/queries.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import type { Spv } from '#features/core/vehicle/contract.ts'
import { brokenSpv } from '#features/core/vehicle/fields.ts'
import { endOfEin, maskedEin } from '#features/core/vehicle/rules.ts'
import {
  findSpv,
  insertSpv,
  lockDeletedSpv,
  lockSpv,
  type SpvRow,
  updateSpvRow,
} from '#features/core/vehicle/server/queries.ts'
import { countSeries } from '#features/core/vehicle/server/seriesQueries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'
import { seal, stamp, unseal } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'
import { listSpvs } from './queries.ts'

const taken = { ein: 'SpvExists' } as const

export const getSpvList: Handler<typeof vehiclesCalls.getSpvList> = async ({ db, actor, input }) => {
  const { items, total } = await listSpvs(db, actor, input)
  return { items: items.map(({ spv, org_name }) => spvOf(spv, org_name, maskedEin(spv.einEnd))), total }
}

export const getSpv: Handler<typeof vehiclesCalls.getSpv> = async ({ db, actor, input, frame, fail }) => {
  const row = (await findSpv(db, actor, input.id)) ?? fail('SpvNotFound')
  const ein = await unseal(frame.settings, row.ein, ownerOf(row.id))
  return spvOf(row, (await findOrganisation(db, row.organisationId))?.name ?? '', ein ?? '')
}

export const createSpv: Handler<typeof vehiclesCalls.createSpv> = async context => {
  const { db, input, now, frame, fail } = context
  const { org_id, ein, ein_again, ...given } = input
  const organisationId = (await organisationMeant(context, org_id)) ?? fail('NoPermission')
  check({ ...given, ein, ein_again })
  const id = randomUUID()
  const values = { ...columnsOf(given), ...(await einColumns(frame.settings, ein, { id, organisationId })) }
  const row = await insertSpv(db, { ...values, id, organisationId, createdAt: now, updatedAt: now })
  const { legalName: name } = row ?? fail('SpvExists', taken)
  await tell(context, { audit: { action: 'spv.create', subject: id, detail: { name }, organisationId } })
  return { id }
}

export const updateSpv: Handler<typeof vehiclesCalls.updateSpv> = async context => {
  const { db, actor, input, now, frame, fail } = context
  const { id, ein, ein_again, ...given } = input
  const before = (await lockSpv(db, actor, id)) ?? fail('SpvNotFound')
  const old = fieldsOf(before)
  const fields = Object.fromEntries(fieldNames.map(field => [field, given[field] ?? old[field]])) as Fields
  check({ ...fields, ein, ein_again })
  const secret = ein === undefined ? undefined : await einColumns(frame.settings, ein, before)
  const changed: string[] = fieldNames.filter(field => fields[field] !== old[field])
  if (secret && secret.einStamp !== before.einStamp) changed.push('ein')
  if (changed.length === 0) return { id }
  const after = await updateSpvRow(db, id, { ...columnsOf(fields), ...secret, updatedAt: now })
  const { legalName: name, organisationId } = after ?? fail('SpvExists', taken)
  const renamed = before.legalName === name ? {} : { from: before.legalName, to: name }
  // the fields' names alone: an EIN stands in no log
  const detail = { name, ...renamed, fields: changed }
  await tell(context, { audit: { action: 'spv.update', subject: id, detail, organisationId } })
  return { id }
}

export const deleteSpv: Handler<typeof vehiclesCalls.deleteSpv> = async context => {
  const { db, actor, input, now, enqueue, fail } = context
  const { id, legalName: name, organisationId } = (await lockSpv(db, actor, input.id)) ?? fail('SpvNotFound')
  if ((await countSeries(db, { spvId: id })) > 0) fail('SpvHasSeries')
  await updateSpvRow(db, id, { deletedAt: now })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgeSpv', { spvId: id }, { key: `purgeSpv:${id}`, runAt })
  await tell(context, { audit: { action: 'spv.delete', subject: id, detail: { name }, organisationId } })
  return {}
}

export const restoreSpv: Handler<typeof vehiclesCalls.restoreSpv> = async context => {
  const { db, actor, input, fail } = context
  const deleted = await lockDeletedSpv(db, actor, input.id)
  if (!deleted?.deletedAt || deleted.deletedAt < restorableFrom()) return fail('SpvNotFound')
  const row = await updateSpvRow(db, deleted.id, { deletedAt: null })
  const { id, legalName: name, organisationId } = row ?? fail('SpvExists', taken)
  await tell(context, { audit: { action: 'spv.restore', subject: id, detail: { name }, organisationId } })
  return {}
}

/** @throws {CallFailed} when fields break a rule together */
function check(fields: Parameters<typeof brokenSpv>[0]) {
  const broken = brokenSpv(fields)
  if (Object.keys(broken).length > 0) throw new CallFailed('InputInvalid', broken)
}

/** Whose secret an EIN is: its SPV's, so that it cannot be read from another row. */
const ownerOf = (id: string) => `spv ${id}`

async function einColumns(
  settings: Settings,
  ein: string,
  { id, organisationId }: Pick<SpvRow, 'id' | 'organisationId'>,
) {
  return {
    ein: await seal(settings, ein, ownerOf(id)),
    einStamp: await stamp(settings, ein, `spv of ${organisationId}`),
    einEnd: endOfEin(ein),
  }
}

/** The column of each field but the EIN. */
const columnOf = {
  spv_legal_name: 'legalName',
  country: 'country',
  state: 'state',
  registered_agent: 'registeredAgent',
} as const satisfies Record<string, keyof SpvRow>
type Field = keyof typeof columnOf
type Fields = Record<Field, string>
const fieldNames = Object.keys(columnOf) as Field[]

const fieldsOf = (row: SpvRow) => Object.fromEntries(fieldNames.map(field => [field, row[columnOf[field]]])) as Fields
const columnsOf = (fields: Fields) =>
  Object.fromEntries(fieldNames.map(field => [columnOf[field], fields[field]])) as Record<
    (typeof columnOf)[Field],
    string
  >

const spvOf = (row: SpvRow, org_name: string, ein: string): z.input<typeof Spv> => ({
  ...fieldsOf(row),
  id: row.id,
  org_id: row.organisationId,
  org_name,
  ein,
  deleted: row.deletedAt !== null,
  created_on: row.createdAt.toISOString(),
  updated_on: row.updatedAt.toISOString(),
})
