import { cleanup, renderHook } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatMessage } from '#features/chat/events.ts'
import type { RoomClient } from '#features/room/web/roomClient.ts'
import { group, ids, said } from '#features/room/web/testing/fakeRoom.ts'
import { useChat } from './useChat.ts'
import { textOf } from './wording.ts'

/** The last messages, as a room's connection brings them. */
function roomOf(first: readonly ChatMessage[]) {
  let recent = first
  const watchers = new Set<() => void>()
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }
  const comes = (message: ChatMessage) => {
    recent = [...recent, message]
    for (const watcher of watchers) watcher()
  }
  return { subscribe, get: () => recent, comes }
}

const aMoment = () => new Promise(resolve => setTimeout(resolve, 20))

// as in a browser: a test's own batches put together what comes apart there
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('a chat', () => {
  it('shows what others write to whoever has just written, though the answer to it brought nothing new', async () => {
    const room = roomOf([said(1, 'first')])
    const answers: ((message: ChatMessage) => void)[] = []
    const local: string[] = []
    const sendMessage = ({ local_msg_id }: { local_msg_id: string }) => {
      local.push(local_msg_id)
      return new Promise<ChatMessage>(resolve => answers.push(resolve))
    }
    const client = { sendMessage } as unknown as RoomClient
    const { result, rerender } = renderHook(() => {
      const recent = useSyncExternalStore(room.subscribe, room.get)
      return useChat({ client, group, recent, status: 2, loads: 1 })
    })
    const shown = () => result.current.messages.map(textOf)
    const words = ['first']
    for (let round = 0; round < 6; round++) {
      result.current.send(`mine${round}`)
      const mine = { ...said(10 * round + 10, `mine${round}`, ids.ivan), local_msg_id: local[round] ?? '' }
      await aMoment()
      room.comes(mine)
      await aMoment()
      // something of the room around it changes
      rerender()
      await aMoment()
      answers[round]?.(mine)
      await aMoment()
      room.comes(said(10 * round + 11, `theirs${round}`))
      words.push(`mine${round}`, `theirs${round}`)
      await aMoment()
      await aMoment()
      expect(shown()).toEqual(words)
      expect(result.current.drafts).toEqual([])
    }
  })
})
