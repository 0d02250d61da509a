import { useCallback, useEffect, useRef } from 'react'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { forget, keep } from './messageStore.ts'
import type { Draft } from './messages.ts'

/** Milliseconds for which messages that the server has wait to be kept here. */
const LATER = 500

/** Keeps the last messages and the unsent ones in this tab; [STATE-009] leaving status 2 clears them. */
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
    // in a room that talks much the copy for a reload may be a moment old, but never what only this browser has
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
