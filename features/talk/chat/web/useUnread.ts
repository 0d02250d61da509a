import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#features/talk/chat/events.ts'

export interface Unread {
  readonly count: number
  /** [RULE-099] One of the unread messages mentions the reader. */
  readonly mentioned: boolean
  /** The id of the first message that was new when the panel was opened. */
  readonly firstNew: number | undefined
}

/**
 * The unread messages while the chat is closed. Messages from before the arrival count as read, and so do the reader's
 * own. `onArrival`: the id of the newest message on arrival, 0 if there was none, undefined until it is known.
 */
export function useUnread(
  messages: readonly ChatMessage[],
  inSight: boolean,
  me: string | undefined,
  onArrival: number | undefined,
): Unread {
  const [read, setRead] = useState<number | undefined>()
  const [firstNew, setFirstNew] = useState<number | undefined>()
  const last = messages.at(-1)?.id
  const unread = read === undefined ? [] : messages.filter(message => message.id > read && message.fromuserid !== me)
  const first = unread[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark is set at the moment of opening and stays
  useEffect(() => setFirstNew(inSight ? first : undefined), [inSight])
  useEffect(() => {
    if (!inSight && read === undefined) setRead(onArrival)
  }, [inSight, read, onArrival])
  const newest = useRef(last)
  newest.current = last
  // counted when the chat is closed, since counting each message would draw the room again
  useLayoutEffect(() => {
    if (inSight) return () => setRead(before => newest.current ?? before)
  }, [inSight])
  const mentioned =
    !inSight && unread.some(({ notification_members }) => notification_members?.some(({ id }) => id === me))
  return { count: inSight ? 0 : unread.length, mentioned, firstNew }
}
