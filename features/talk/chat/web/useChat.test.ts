import { cleanup, renderHook } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { group, ids, said } from '#features/room/room/web/testing/fakeRoom.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
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
  it('shows messages of others to the sender of a message, though its answer brought nothing new', async () => {
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

  /** A chat whose requests end when the test says so, and what was asked of the server so far. */
  function waiting() {
    const asked: string[] = []
    const ends: { well: () => void; badly: () => void }[] = []
    const sendMessage = ({ content, local_msg_id }: { content: string; local_msg_id: string }) => {
      const at = asked.push(content)
      return new Promise<ChatMessage>((resolve, reject) =>
        ends.push({
          well: () => resolve({ ...said(at, content, ids.ivan), local_msg_id }),
          badly: () => reject(new CallFailed('Unavailable')),
        }),
      )
    }
    return { asked, ends, client: { sendMessage } as unknown as RoomClient }
  }
  const none: readonly ChatMessage[] = []
  const open = (client: RoomClient, of = group) =>
    renderHook(() => useChat({ client, group: of, recent: none, status: 2, loads: 1 }))

  it('delivers one’s messages in the order in which they were written, each shown at once', async () => {
    const { asked, ends, client } = waiting()
    const { result } = open(client)
    for (const words of ['one', 'two', 'three']) result.current.send(words)
    await aMoment()
    expect(result.current.drafts.map(draft => draft.content)).toEqual(['one', 'two', 'three'])
    expect(asked).toEqual(['one'])
    ends[0]?.well()
    await aMoment()
    expect(asked).toEqual(['one', 'two'])
    // one that failed is waited for no longer, and joins the end when it is sent again
    ends[1]?.badly()
    await aMoment()
    expect(asked).toEqual(['one', 'two', 'three'])
    const failed = result.current.drafts.find(draft => draft.state === 'failed')
    expect(failed?.content).toBe('two')
    if (failed) result.current.resend(failed)
    await aMoment()
    expect(asked).toHaveLength(3)
    ends[2]?.well()
    await aMoment()
    expect(asked).toEqual(['one', 'two', 'three', 'two'])
    ends[3]?.well()
    await aMoment()
    expect(result.current.messages.map(textOf)).toEqual(['one', 'three', 'two'])
    expect(result.current.drafts).toEqual([])
  })

  it('delivers nothing that was discarded before its turn, and lets those behind it go on', async () => {
    const { asked, ends, client } = waiting()
    const { result } = open(client)
    for (const words of ['one', 'two', 'three']) result.current.send(words)
    await aMoment()
    const [, second] = result.current.drafts
    if (second) result.current.discard(second)
    ends[0]?.well()
    await aMoment()
    expect(asked).toEqual(['one', 'three'])
    if (second) result.current.resend(second)
    ends[1]?.well()
    await aMoment()
    expect(asked).toEqual(['one', 'three', 'two'])
  })

  it('waits for no other chat, but for what was written in it before it was closed and opened again', async () => {
    const { asked, ends, client } = waiting()
    const everybody = open(client)
    const first = open(client, ids.paula)
    everybody.result.current.send('to all')
    first.result.current.send('Psst')
    await aMoment()
    expect(asked).toEqual(['to all', 'Psst'])
    first.unmount()
    const again = open(client, ids.paula)
    again.result.current.send('are you there?')
    await aMoment()
    expect(asked).toHaveLength(2)
    ends[1]?.well()
    await aMoment()
    expect(asked).toEqual(['to all', 'Psst', 'are you there?'])
  })
})
