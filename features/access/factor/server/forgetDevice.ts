import type { factorCalls } from '#features/access/factor/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { forgetDevices } from './stepQueries.ts'

/** It only ever asks for more, so it needs no proof. */
export const forgetDevice: Handler<typeof factorCalls.forgetDevice> = async context => {
  const { db, input, actor } = context
  const count = await forgetDevices(db, actor.accountId, input.device_id)
  const detail = { count }
  if (count) await writeAudit(context, { action: 'factor.forgetDevices', subject: actor.accountId, detail })
  return { count }
}
