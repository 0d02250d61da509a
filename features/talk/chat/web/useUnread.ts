import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#features/talk/chat/events.ts'

export interface Unread {
  readonly count: number
  /** [RULE-099] One of these mentions the reader. */
  readonly mentioned: boolean
  /** The id of the first message that was new when the panel was opened. */
  readonly firstNew: number | undefined
}

/**
 * What came while the chat was out of sight. What was there on arrival counts as read, and so does one's own. `onArrival`
 * is the newest message then, 0 when there was none; undefined until that is known.
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
  // counted as read when it goes out of sight, and not one by one: each would draw the room once more
  useLayoutEffect(() => {
    if (inSight) return () => setRead(before => newest.current ?? before)
  }, [inSight])
  const mentioned =
    !inSight && unread.some(({ notification_members }) => notification_members?.some(({ id }) => id === me))
  return { count: inSight ? 0 : unread.length, mentioned, firstNew }
}
