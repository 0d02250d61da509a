import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { forget, forgetAll, keep, loadKept } from './messageStore.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const message = (id: number, age: number): ChatMessage => ({
  id,
  local_msg_id: `l${id}`,
  group_uuid: 'g',
  fromuserid: 'ada',
  name: 'Ada',
  msg_type: 0,
  type: 'group',
  touserid: null,
  msg_content: 'eA==',
  create_time: new Date(now - age).toISOString(),
})

describe('the local chat messages', () => {
  beforeEach(() => sessionStorage.clear())

  it('[CONST-007] does not load messages older than 18,000,000 ms', () => {
    keep('g', { messages: [message(1, 18_000_001), message(2, 18_000_000)], drafts: [] })
    expect(loadKept('g', now).messages.map(({ id }) => id)).toEqual([2])
  })

  it('loads a message that was being sent as one that failed, so that it can be sent again', () => {
    keep('g', { messages: [], drafts: [{ local_msg_id: 'l', content: 'hi', written: now, state: 'sending' }] })
    expect(loadKept('g', now).drafts).toMatchObject([{ content: 'hi', state: 'failed' }])
  })

  it('stays small', () => {
    keep('g', { messages: Array.from({ length: 500 }, (_, id) => message(id, 0)), drafts: [] })
    expect(loadKept('g', now).messages).toHaveLength(100)
  })

  it('[STATE-009] can be cleared, one group at a time', () => {
    keep('g', { messages: [message(1, 0)], drafts: [] })
    keep('h', { messages: [message(2, 0)], drafts: [] })
    forget('g')
    expect(loadKept('g', now).messages).toEqual([])
    expect(loadKept('h', now).messages).toHaveLength(1)
  })

  it('[STATE-009] can be cleared as a whole, and leaves alone what is not of the chat', () => {
    keep('g', { messages: [message(1, 0)], drafts: [] })
    keep('h', { messages: [message(2, 0)], drafts: [] })
    sessionStorage.setItem('rostrum.other', 'stays')
    forgetAll()
    expect(Object.keys(sessionStorage)).toEqual(['rostrum.other'])
  })

  it('survives a storage that holds something else', () => {
    sessionStorage.setItem('rostrum.chat.g', '{"no":1}')
    expect(loadKept('g', now)).toEqual({ messages: [], drafts: [] })
  })
})
