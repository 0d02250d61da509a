import { isBeforeStart } from '#features/core/pitch/rules.ts'
import type { DashboardPitch } from '#features/results/dashboard/contract.ts'
import { serverNow } from '#web/client/serverTime.ts'

/** Whether the time of a pitch has passed without its start. */
export const isMissed = ({ state, end_date_raw }: Pick<DashboardPitch, 'state' | 'end_date_raw'>): boolean =>
  isBeforeStart(state) && Date.parse(end_date_raw) <= serverNow()
