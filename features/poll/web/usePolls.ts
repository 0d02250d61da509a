import { useEffect } from 'react'
import { useLoad } from '#features/room/web/pieces/useLoad.ts'
import { roomClient } from '#features/room/web/roomClient.ts'
import type { PollShown } from '../apply.ts'

/** While a poll is open its numbers change without an event when somebody only changes their mind, in milliseconds. */
const LOOK_AGAIN = 4000

/** The polls of a pitch with their numbers, for those who run them: asked for anew whenever the room says more. */
export function usePolls(pitch: string, shown: PollShown) {
  const key = `${pitch} ${shown?.id} ${shown?.open} ${shown?.voters} ${shown?.counts?.join()}`
  const polls = useLoad(key, () => roomClient(pitch).getPollList({ pitch_uuid: pitch }))
  const isOpen = shown?.open === true
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(polls.reload, LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [isOpen, polls.reload])
  return polls
}
