import { useCallback, useEffect, useRef } from 'react'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { forget, keep } from './messageStore.ts'
import type { Draft } from './messages.ts'

/** Milliseconds before acknowledged messages are written to the kept copy. */
const LATER = 500

/** Keeps a copy of the last messages and the drafts in this tab; [STATE-009] leaving status 2 removes it. */
export function useKeeping(
  group: string | undefined,
  messages: readonly ChatMessage[],
  drafts: readonly Draft[],
  status: number,
): void {
  const before = useRef({ status, drafts })
  const unwritten = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    unwritten.current?.()
    unwritten.current = undefined
  }, [])
  useEffect(() => {
    const left = before.current.status === 2 && status !== 2
    const isOwn = before.current.drafts !== drafts
    before.current = { status, drafts }
    if (!group) return
    if (left) unwritten.current = () => forget(group)
    else if (status === 2) unwritten.current = () => keep(group, { messages, drafts })
    // acknowledged messages may be written late, drafts are written at once
    if (left || isOwn) write()
    else timer.current ??= setTimeout(write, LATER)
  }, [group, messages, drafts, status, write])
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
}
