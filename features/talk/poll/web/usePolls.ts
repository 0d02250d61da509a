import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { PollShown } from '../apply.ts'

/** While a poll is open its numbers change without an event when somebody only changes their mind, in milliseconds. */
const LOOK_AGAIN = 4000
/** Milliseconds: many votes at once are asked for once, and those who run it see them grow all the same. */
const WAIT = { pause: 150, most: 600 }

/** The polls of a pitch with their numbers, for those who run them: asked for anew whenever the room says more. */
export function usePolls(pitch: string, shown: PollShown) {
  const again = shown?.open ? LOOK_AGAIN : undefined
  const polls = useLoad(pitch, () => roomClient(pitch).getPollList({ pitch_uuid: pitch }), again)
  useDelayed(`${shown?.id} ${shown?.open} ${shown?.voters} ${shown?.counts?.join()}`, WAIT, polls.reload)
  return polls
}
