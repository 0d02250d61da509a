import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { paced } from '#server/pace.ts'
import { leaveRoom } from './leaveRoom.ts'

/** [CALL-069] Nobody leaves for somebody else. When they came and went the server counts itself. */
export const ExitLive = paced<typeof stageCalls.ExitLive>(mayAttempt, async context => {
  const { actor, input, fail } = context
  if (input.user_id !== undefined && input.user_id !== actor.accountId) return fail('NoPermission')
  return leaveRoom({ ...context, input: { pitch_uuid: input.pitch_uuid } })
})
