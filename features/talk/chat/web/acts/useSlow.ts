import { useEffect, useRef, useState } from 'react'
import { useNow } from '#features/room/room/web/times.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { slowFor } from '#features/talk/chat/rules.ts'
import type { Draft } from '../messages.ts'

interface Given {
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
  readonly me: string | undefined
  /** Seconds between two messages of the reader; 0: slow mode does not apply. */
  readonly slow: number
}

/**
 * Whole seconds until the reader may write again. Clocks differ, so it counts by this browser's clock from the moment
 * at which the last message was acknowledged, unless a refusal by the server says otherwise.
 */
export function useSlow({ messages, drafts, me, slow }: Given): number {
  const last = messages.findLast(message => message.fromuserid === me && message.msg_type === 0)
  const refused = drafts.findLast(draft => draft.failure?.code === 'ChatTooSoon')
  const [from, setFrom] = useState(0)
  const [until, setUntil] = useState(0)
  const seen = useRef<number | 'nothing'>('nothing')
  useEffect(() => {
    if (!last || seen.current === last.id) return
    // for a message from before the page was loaded only the server's time is known
    const sent = seen.current === 'nothing' ? Math.min(Date.now(), Date.parse(last.create_time)) : Date.now()
    seen.current = last.id
    setFrom(sent)
  }, [last])
  const seconds = Number(refused?.failure?.fields?.['seconds'] ?? 0)
  const refusal = refused && `${refused.local_msg_id} ${refused.failure?.at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal says it once
  useEffect(() => {
    if (refusal) setUntil(Date.now() + seconds * 1000)
  }, [refusal])
  const end = slow > 0 ? Math.max(from + slow * 1000, until) : 0
  const [runs, setRuns] = useState(false)
  useEffect(() => {
    const left = end - Date.now()
    setRuns(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setRuns(false), left)
    return () => clearTimeout(timer)
  }, [end])
  const now = useNow(runs)
  return runs ? slowFor(slow, slow * 1000 - (end - Math.max(now, Date.now()))) : 0
}
