import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line, listOf, paging, sorting } from '#contract/fields.ts'
import { Spv } from '#features/core/vehicle/contract.ts'
import { einAgain, spvFields } from '#features/core/vehicle/fields.ts'

export const spvSorts = ['name', 'country', 'created_on', 'updated_on'] as const
const Id = z.object({ id: z.uuid() })
/** [PERM-016, PERM-071] Within their organisation; superadmins everywhere. */
const { pitchAdmins: who } = callers
const written = { ...spvFields, ein_again: einAgain }

export const vehiclesCalls = {
  /** CALL-152. The SPVs of the own organisation, a superadmin's of all. */
  getSpvList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      /** In the legal name and the registered agent's. */
      name: line(160).optional(),
      /** Only SPVs that were deleted in the last 30 days. */
      deleted: z.boolean().default(false),
      ...sorting(spvSorts, 'name', 'asc'),
    }),
    output: listOf(Spv),
  }),
  /** An SPV with its whole EIN, to be changed. */
  getSpv: call({ who, reads: true, input: Id, output: Spv, errors: ['SpvNotFound'] }),
  /** CALL-149. Only a superadmin names another organisation than their own. */
  createSpv: call({
    who,
    input: z.object({ ...written, org_id: z.uuid().optional() }),
    output: Id,
    errors: ['NoPermission', 'SpvExists'],
  }),
  /** CALL-150. Fields that are left out stay as they are; an EIN comes twice. */
  updateSpv: call({
    who,
    input: z.object(written).partial().extend({ id: z.uuid() }),
    output: Id,
    errors: ['SpvNotFound', 'SpvExists'],
  }),
  /** CALL-151. Can be undone for 30 days. */
  deleteSpv: call({ who, input: Id, errors: ['SpvNotFound'] }),
  /** Undoes a deletion, unless another SPV has the EIN by now. */
  restoreSpv: call({ who, input: Id, errors: ['SpvNotFound', 'SpvExists'] }),
}
