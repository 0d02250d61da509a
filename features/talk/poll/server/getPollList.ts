import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { runsPolls } from '#features/talk/poll/rules.ts'
import { listPolls } from './queries.ts'

export const getPollList = withPitch<typeof pollCalls.getPollList>(runsPolls, async ({ db, pitch }) => {
  const items = await listPolls(db, pitch.id)
  return { items, total: items.length }
})
