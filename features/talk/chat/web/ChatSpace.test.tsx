import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Signal } from '#features/room/room/socket.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { group, ids, pitch, said } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import type { ChatEntry } from '#features/talk/chat/contract.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { ChatSpace } from './ChatSpace.tsx'
import { useChat } from './useChat.ts'
import { usePrivateChats } from './usePrivateChats.ts'

const none: readonly never[] = []
const chatId = '00000000-0000-4000-8000-00000000cccc'
const friend = (id: string, name: string) => ({ id, name, firstname: name, lastname: '', avatar: '', line: true })
const others = ['Abe', 'Bea', 'Cid', 'Dot', 'Eli', 'Fay'].map((name, at) => friend(`f${at}`, name))
const entry = (more: Partial<ChatEntry> = {}): ChatEntry => ({
  chat_type: 'friend',
  chat_id: chatId,
  name: '',
  is_team: false,
  made_by: ids.paula,
  members: [friend(ids.ivan, 'Ivan'), friend(ids.paula, 'Paula')],
  last_message: { ...said(5, 'See you there'), group_uuid: chatId, type: 'friend', touserid: ids.ivan },
  last_time: new Date(Date.now() - 10_000).toISOString(),
  has_read: false,
  fromuser_id: ids.paula,
  ...more,
})

function Space({ connection, link }: { connection: RoomConnection; link: RoomNow['link'] }) {
  const client = roomClient(pitch)
  const chats = usePrivateChats({ client, pitch, connection, link, loads: 1, inSight: true })
  const chat = useChat({ client, group, recent: none, status: 2 })
  const me = { id: ids.ivan, session: 's', part: 'attendee', name: 'Ivan' } as const
  return (
    <InFakeRoom connection={connection} now={{ link, me, group }}>
      <ChatSpace {...{ chat, chats, unread: { count: 2, mentioned: true, firstNew: undefined } }} />
    </InFakeRoom>
  )
}

async function space(entries: ChatEntry[], { total = entries.length, refuses = '' } = {}) {
  const history = [said(4, 'Hello Ivan')]
  const made: { call: string; input: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = String(path).split('/').slice(-2).join('/')
    const input = Object.fromEntries(new URLSearchParams(String(init.body)))
    made.push({ call, input })
    const people = { items: others.map(one => ({ ...one, part: 'attendee', removed: false })), total: 6, here: 6 }
    const results =
      call === 'group/list'
        ? { items: entries.slice(0, Number(input['limit'] ?? 100)), total }
        : call.endsWith('People')
          ? people
          : { items: history, more: false }
    if (refuses && call === 'group/add') return Response.json({ code: 0, message: '', error: refuses })
    const data = call === 'group/add' ? entry({ chat_id: group, last_message: null, chat_type: 'group' }) : said(9, 'x')
    return new Response(JSON.stringify({ code: 1, message: '', data, results }))
  })
  const heard = new Set<(signal: Signal) => void>()
  const connection = {
    onSignal: (listener: (signal: Signal) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    onEvent: () => () => {},
  } as unknown as RoomConnection
  await startAllTexts()
  const rendered = render(<Space connection={connection} link="on" />)
  return {
    made,
    user: userEvent.setup(),
    hear: (signal: Signal) =>
      act(() => {
        for (const listener of heard) listener(signal)
      }),
    link: (link: RoomNow['link']) => rendered.rerender(<Space connection={connection} link={link} />),
  }
}
const asked = (made: { call: string; input: Record<string, string> }[], call: string) =>
  made.filter(one => one.call.endsWith(call)).map(one => one.input)

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('private chats', () => {
  it('[PROD-021, ROOM-011] stand in a list with who, what last and when; one opens, and there is a way back', async () => {
    const { made, user } = await space([entry()])
    const tab = await screen.findByRole('button', { name: /^Private chat/ })
    expect(screen.getByRole('button', { name: /^Everyone/ }).textContent).toBe('Everyone@2')
    await waitFor(() => expect(tab.textContent).toContain('1'), { timeout: 4000 })
    await user.click(tab)
    const row = within(screen.getByRole('list', { name: 'Chats' })).getByRole('button')
    for (const words of ['Paula', 'See you there', 'just now', 'New']) expect(row.textContent).toContain(words)
    await user.click(row)
    expect(await screen.findByText('Hello Ivan')).toBeTruthy()
    await user.type(screen.getByLabelText('Private message'), 'Yes{Enter}')
    await waitFor(() => expect(asked(made, 'messaging/send')[0]).toMatchObject({ group_uuid: chatId, content: 'Yes' }))
    await waitFor(() => expect(asked(made, 'readChatGroup')[0]).toEqual({ group_uuid: chatId, message_id: '4' }))
    await user.click(screen.getByRole('button', { name: 'All chats' }))
    expect(screen.getByRole('list', { name: 'Chats' })).toBeTruthy()
  })

  it('hears what is said, and asks for what was said while the connection was lost', async () => {
    const { made, user, hear, link } = await space([entry()])
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    await user.click(await screen.findByRole('button', { name: /See you there/ }, { timeout: 4000 }))
    await screen.findByText('Hello Ivan')
    hear({ type: 'chatMessage', payload: { message: { ...said(6, 'heard'), group_uuid: chatId } } })
    expect(await screen.findByText('heard')).toBeTruthy()
    hear({ type: 'chatMessage', payload: { message: { ...said(7, 'of another chat'), group_uuid: group } } })
    expect(screen.queryByText('of another chat')).toBeNull()
    const before = asked(made, 'getChatHistory').length
    link('lost')
    link('on')
    await waitFor(() => expect(asked(made, 'getChatHistory').length).toBe(before + 1))
  })

  it('[CONST-016] shows five faces in its head, and how many more there are', async () => {
    const members = [friend(ids.ivan, 'Ivan'), ...others]
    const { user } = await space([entry({ chat_type: 'group', name: 'Syndicate', members })])
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    const row = await screen.findByRole('button', { name: /Syndicate/ }, { timeout: 4000 })
    // the reader is counted in the list as well, where the others' faces are
    const listed = within(row).getByRole('img', { name: '7 people in this chat' })
    expect([...listed.children].map(face => face.textContent)).toEqual(['A', 'B', 'C', 'D', 'E', '+1'])
    await user.click(row)
    const stack = await screen.findByRole('img', { name: '7 people in this chat' })
    expect([...stack.children].map(face => face.textContent)).toEqual(['I', 'A', 'B', 'C', 'D', '+2'])
  })

  it('counts one person as one where all others have left', async () => {
    const { user } = await space([
      entry({ chat_type: 'group', name: 'Syndicate', members: [friend(ids.ivan, 'Ivan')] }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    await user.click(await screen.findByRole('button', { name: /Syndicate/ }, { timeout: 4000 }))
    expect(await screen.findByRole('img', { name: '1 person in this chat' })).toBeTruthy()
  })

  it('[ROOM-012] adds people: to a group as it is, to a chat of two by making one of three', async () => {
    const { made, user } = await space([entry()])
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    await user.click(await screen.findByRole('button', { name: /See you there/ }, { timeout: 4000 }))
    await user.click(screen.getByRole('button', { name: 'Add people' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add people' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Bea' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(asked(made, 'group/add')[0]).toEqual({ pitch_uuid: pitch, members: JSON.stringify([ids.paula, 'f1']) }),
    )
  })

  it('[ROOM-011] stand in the list a hundred at a time, the newest first', async () => {
    const many = Array.from({ length: 130 }, (_, at) => entry({ chat_id: `c${at}`, name: `Chat ${at}` }))
    const { made, user } = await space(many)
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    const rows = () => within(screen.getByRole('list', { name: 'Chats' })).queryAllByRole('button')
    await waitFor(() => expect(rows()).toHaveLength(100), { timeout: 4000 })
    await user.click(screen.getByRole('button', { name: 'Show more chats' }))
    await waitFor(() => expect(rows()).toHaveLength(130), { timeout: 4000 })
    expect(asked(made, 'group/list').at(-1)).toMatchObject({ limit: '200' })
    expect(screen.queryByRole('button', { name: 'Show more chats' })).toBeNull()
  })

  it('are refused beyond 200 that one began, and it says so where one was to begin', async () => {
    const { user } = await space([entry()], { refuses: 'ChatTooManyGroups' })
    await user.click(await screen.findByRole('button', { name: /^Private chat/ }))
    await user.click(await screen.findByRole('button', { name: 'New private chat' }))
    const dialog = within(screen.getByRole('dialog', { name: 'New private chat' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Bea' }))
    await user.click(dialog.getByRole('button', { name: 'Start chat' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'You’ve reached the limit of 200 private chats for this pitch.',
    )
    expect(dialog.getByRole('checkbox', { name: 'Bea' })).toHaveProperty('checked', true)
  })
})
