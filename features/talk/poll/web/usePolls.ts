import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { PollShown } from '../apply.ts'

/** Milliseconds between reloads of an open poll: a changed vote changes the counts, but not always causes an event. */
const LOOK_AGAIN = 4000
/** Milliseconds: many votes at once cause one reload, and the counts still grow visibly. */
const WAIT = { pause: 150, most: 600 }

/** The polls of a pitch with their counts, loaded again with every event of the shown poll. */
export function usePolls(pitch: string, shown: PollShown) {
  const again = shown?.open ? LOOK_AGAIN : undefined
  const polls = useLoad(pitch, () => roomClient(pitch).getPollList({ pitch_uuid: pitch }), again)
  useDelayed(`${shown?.id} ${shown?.open} ${shown?.voters} ${shown?.counts?.join()}`, WAIT, polls.reload)
  return polls
}
