import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import type { roomClient } from '#features/room/room/web/roomClient.ts'

/** Whether a pitch that is recorded from its start would not be. False where the server does not answer. */
export async function lacksRecording(
  client: Pick<ReturnType<typeof roomClient>, 'getRecordingCapacity'>,
  pitch_uuid: string,
  { recording, rehearsal_of }: Pick<JoinInfo, 'recording' | 'rehearsal_of'>,
): Promise<boolean> {
  if (recording !== 'start' || rehearsal_of) return false
  const asked = client.getRecordingCapacity({ pitch_uuid })
  return asked.then(
    ({ is_taken, is_filling }) => is_taken || is_filling,
    () => false,
  )
}
