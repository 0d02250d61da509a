import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { group, ids, pitch, said } from '#features/room/room/web/testing/fakeRoom.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { noteOnDesk } from '#features/talk/chat/web/onDesk.ts'
import { keepFocus } from '#web/light/keepFocus.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { ChatPanel } from '../ChatPanel.tsx'
import { loadKept } from '../messageStore.ts'
import { growing, tall } from '../testing/scrolling.ts'
import { useChat } from '../useChat.ts'
import { textOf } from '../wording.ts'
import { useMessageActs } from './useMessageActs.ts'

interface Given {
  recent: ChatMessage[]
  loads?: number
  slow?: number
  part?: PitchPart
  isHost?: boolean
}

const listeners = new Set<(event: RoomEvent) => void>()
const connection = {
  onEvent: (listener: (event: RoomEvent) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  onSignal: () => () => {},
}
const happens = (event: object) => {
  for (const listener of listeners) listener({ seq: 1, at: '', ...event } as RoomEvent)
}

function Panel({
  client,
  recent,
  loads = 1,
  slow = 0,
  part = 'attendee',
  isHost = false,
}: Given & { client: RoomClient }) {
  const chat = useChat({ client, group, recent, status: 2, connection, loads })
  const teamRights = { pitch, part, isHost, hosts: [ids.paula] }
  const acts = useMessageActs({ client, chat, me: ids.ivan, mayWrite: true, teamRights })
  return <ChatPanel {...{ chat, acts, slow }} me={ids.ivan} firstNew={undefined} open muted={false} waits={slow > 0} />
}

async function show(given: Given, calls: Record<string, unknown> = {}) {
  const client = {
    getOwnReactions: async () => ({ items: [], total: 0 }),
    getMessageReactions: async () => ({ items: [], total: 0 }),
    getChatHistory: async () => ({ items: [], more: false }),
    ...calls,
  } as unknown as RoomClient
  await startAllTexts()
  const rendered = render(<Panel client={client} {...given} />)
  await waitFor(() => expect(document.querySelector('.chat-message')).toBeTruthy())
  return {
    user: userEvent.setup(),
    again: (next: Given) => rendered.rerender(<Panel client={client} {...next} />),
  }
}
const texts = () => [...document.querySelectorAll('.chat-text, .chat-gone')].map(element => element.textContent)
const mine = (id: number, text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...said(id, text, ids.ivan, 'Ivan Petrov'),
  ...more,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  listeners.clear()
})

describe('what one may do with a message', () => {
  it('edits one’s own where it stands, keeps what was typed when that fails, and marks it as edited', async () => {
    let works = false
    const editMessage = vi.fn(async ({ message_id, content }: { message_id: number; content: string }) => {
      if (!works) throw new CallFailed('Unavailable')
      return mine(message_id, content, { revision: 1, edited_time: new Date().toISOString() })
    })
    const { user } = await show({ recent: [said(1, 'Hello'), mine(2, 'Helo')] }, { editMessage })
    await user.click(screen.getByRole('button', { name: 'More actions: message from Paula Reyes' }))
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'More actions: message from You' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const box = screen.getByLabelText<HTMLTextAreaElement>('Edit your message')
    await user.clear(box)
    await user.type(box, 'Hello you{Enter}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(box.value).toBe('Hello you')
    works = true
    await user.type(box, '{Enter}')
    await waitFor(() => expect(texts()).toEqual(['Hello', 'Hello you']))
    expect(screen.getByText('edited')).toBeTruthy()
    expect(editMessage).toHaveBeenLastCalledWith({ group_uuid: group, message_id: 2, content: 'Hello you' })
  })

  it('[RULE-101] takes no key of an input method for its own while one edits, and breaks the line on any modifier', async () => {
    const editMessage = vi.fn(async () => mine(1, 'x'))
    const { user } = await show({ recent: [mine(1, 'Ni')] }, { editMessage })
    await user.click(screen.getByRole('button', { name: /^More actions: / }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const box = screen.getByLabelText<HTMLTextAreaElement>('Edit your message')
    for (const isComposing of [true, false])
      for (const key of ['Enter', 'Escape']) fireEvent.keyDown(box, { key, keyCode: 229, isComposing })
    expect(editMessage).not.toHaveBeenCalled()
    expect(box.isConnected).toBe(true)
    await user.type(box, ' hao{Control>}{Enter}{/Control}ma{Enter}')
    expect(editMessage).toHaveBeenCalledWith(expect.objectContaining({ content: 'Ni hao\nma' }))
  })

  it('does not scroll away what one edits, and keeps it drawn, whatever others say meanwhile', async () => {
    const grown = growing()
    const many = Array.from({ length: 200 }, (_, at) => said(at + 10, `number ${at}`))
    const recent = [...many.slice(0, 100), mine(110, 'Helo')]
    const { user, again } = await show({ recent })
    await user.click(screen.getByRole('button', { name: 'More actions: message from You' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const box = tall(1000)
    box.scrollTop = 700
    grown()
    expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
    tall(4000)
    again({ recent: [...recent, ...many.slice(101)] })
    await screen.findByText('number 199')
    grown()
    expect(box.scrollTop).toBe(700)
    const input = screen.getByLabelText<HTMLTextAreaElement>('Edit your message')
    expect(document.activeElement).toBe(input)
    // it goes on where it is, and the way to the end is offered
    await screen.findByRole('button', { name: 'Jump to latest' })
    await user.keyboard('{Escape}')
    grown()
    expect(box.scrollTop).toBe(700)
  })

  it('gives the focus to the button of the message that was edited, past its reactions, unless it is elsewhere', async () => {
    let answer = () => {}
    const editMessage = ({ message_id, content }: { message_id: number; content: string }) =>
      new Promise(resolve => {
        answer = () => resolve(mine(message_id, content, { revision: 2, reactions: { '👍': 2 } }))
      })
    const recent = [mine(2, 'See https://a.test', { revision: 1, reactions: { '👍': 2 } })]
    const { user } = await show({ recent }, { editMessage })
    const stop = keepFocus()
    const more = () => screen.getByRole('button', { name: 'More actions: message from You' })
    for (const [how, ends] of [
      ['{Enter}', true],
      ['{Tab}{Tab}{Enter}', true],
      ['{Escape}', false],
    ] as const) {
      await user.click(more())
      await user.click(screen.getByRole('button', { name: 'Edit' }))
      await user.keyboard(`!${how}`)
      if (ends) answer()
      await waitFor(() => expect(screen.queryByLabelText('Edit your message')).toBeNull())
      expect(document.activeElement).toBe(more())
    }
    await user.click(more())
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.keyboard('!{Enter}')
    const input = screen.getByLabelText('Message to everyone')
    await user.click(input)
    answer()
    await waitFor(() => expect(screen.queryByLabelText('Edit your message')).toBeNull())
    expect(document.activeElement).toBe(input)
    stop()
  })

  it('asks before it deletes, and leaves the place of the message', async () => {
    const deleteMessage = vi.fn(async () => ({ ...mine(2, ''), revision: 1, deleted: 'sender' as const }))
    const { user } = await show(
      { recent: [mine(2, 'Secret'), { ...mine(3, 'Answer'), father_message: 2 }] },
      { deleteMessage },
    )
    await user.click(screen.getAllByRole('button', { name: 'More actions: message from You' })[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(deleteMessage).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Delete message', hidden: true }))
    await waitFor(() => expect(texts()).toEqual(['Message deleted', 'Answer']))
    expect(document.body.textContent).not.toContain('Secret')
    await waitFor(() => expect(loadKept(group).messages.map(textOf)).toEqual(['', 'Answer']))
  })

  it('reacts once, counts, and says who', async () => {
    const reactToMessage = vi.fn(async ({ on }: { on: boolean }) => ({
      ...said(1, 'Hello'),
      revision: on ? 2 : 3,
      reactions: { '👍': on ? 3 : 2 },
    }))
    const getMessageReactions = async () => ({
      items: ['Ada', 'Bo'].map(name => ({ user_id: ids.paula, name, emoji: '👍' as const })),
      total: 2,
    })
    const recent = [{ ...said(1, 'Hello'), revision: 1, reactions: { '👍': 2 } }]
    const { user } = await show({ recent }, { reactToMessage, getMessageReactions })
    const chip = screen.getByRole('button', { name: '👍 2, Agree' })
    expect(chip.getAttribute('aria-pressed')).toBe('false')
    await user.click(chip)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '👍 3, Agree' }).getAttribute('aria-pressed')).toBe('true'),
    )
    await user.click(screen.getByRole('button', { name: /^More actions: / }))
    expect(await within(await screen.findByLabelText('Who reacted')).findByText(/Ada and Bo/)).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^More actions: /)
    await user.click(screen.getByRole('button', { name: '👍 3, Agree' }))
    expect(reactToMessage).toHaveBeenLastCalledWith({ group_uuid: group, message_id: 1, emoji: '👍', on: false })
  })

  it('follows what others do, also to what was read of the past, and never goes back to an older state', async () => {
    const older = { items: [said(1, 'the very first')], more: false }
    const { again } = await show({ recent: [said(50, 'recent')] }, { getChatHistory: async () => older })
    document.querySelector('.chat-scroll')?.dispatchEvent(new Event('scroll'))
    await waitFor(() => expect(texts()).toEqual(['the very first', 'recent']))
    happens({ type: 'messageDeleted', payload: { id: 1, deleted: 'moderator', revision: 2 } })
    happens({ type: 'messageEdited', payload: { id: 1, msg_content: btoa('late'), edited_time: '', revision: 1 } })
    await waitFor(() => expect(texts()).toEqual(['Message deleted by the pitch team', 'recent']))
    // so much was missed that the last messages came anew: what is further back is asked for again
    again({ recent: [said(50, 'recent'), said(90, 'newer')], loads: 2 })
    await waitFor(() => expect(texts()).toEqual(['recent', 'newer']))
  })

  it('shows nothing that this browser kept once the room has said what there is', async () => {
    const kept = { messages: [said(3, 'gone since'), said(4, 'as it was')], drafts: [] }
    sessionStorage.setItem(`rostrum.chat.${group}`, JSON.stringify(kept))
    await show({ recent: [{ ...said(4, 'as it is'), revision: 1 }] })
    await waitFor(() => expect(texts()).toEqual(['as it is']))
  })
})

describe('[PERM-056] forwarding', () => {
  it('[PERM-057] gives moderators checkboxes, and sends what they choose to the host', async () => {
    const forwardMessages = vi.fn(async () => ({ forwarded: 2, already: 0 }))
    const recent = [
      said(1, 'Why now?'),
      mine(2, 'My own'),
      said(3, 'Why you?'),
      { ...said(4, ''), deleted: 'sender' as const },
    ]
    const { user } = await show({ recent, part: 'moderator' }, { forwardMessages })
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes.map(box => box.getAttribute('aria-label'))).toEqual([
      'Select message from Paula Reyes: Why now?',
      'Select message from Paula Reyes: Why you?',
    ])
    expect(screen.queryByRole('button', { name: 'Send to Q&A' })).toBeNull()
    for (const box of boxes) await user.click(box)
    expect(screen.getByText('2 messages selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send to Q&A' }))
    expect(forwardMessages).toHaveBeenCalledWith({ pitch_uuid: pitch, message_ids: [1, 3] })
    expect(await screen.findByText('2 messages sent to Q&A')).toBeTruthy()
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(box => box.checked)).toBe(false)
  })

  it('[PERM-056] marks messages on the desk, of any moderator, in place of their checkbox', async () => {
    await show({ recent: [said(1, 'Why now?'), said(3, 'Why you?')], part: 'moderator' })
    const left = () => screen.getAllByRole('checkbox').map(box => box.getAttribute('aria-label'))
    expect(left()).toHaveLength(2)
    act(() => noteOnDesk([1]))
    expect(left()).toEqual(['Select message from Paula Reyes: Why you?'])
    expect(screen.getByRole('img', { name: 'In Q&A' }).closest('li')?.textContent).toContain('Why now?')
    act(() => noteOnDesk([]))
    expect(left()).toHaveLength(2)
  })

  it('keeps what was chosen when it fails', async () => {
    const forwardMessages = async () => Promise.reject(new CallFailed('Unavailable'))
    const { user } = await show({ recent: [said(1, 'Why now?')], part: 'coHost' }, { forwardMessages })
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Send to Q&A' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  })

  it('gives attendees none, and the host an act of their own', async () => {
    const forwardMessages = vi.fn(async () => ({ forwarded: 1, already: 0 }))
    const { user, again } = await show({ recent: [said(1, 'Why now?')] }, { forwardMessages })
    expect(screen.queryByRole('checkbox')).toBeNull()
    again({ recent: [said(1, 'Why now?')], part: 'owner', isHost: true })
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^More actions: / }))
    await user.click(screen.getByRole('button', { name: 'Add to Q&A' }))
    expect(await screen.findByText('Added to Q&A.')).toBeTruthy()
  })
})

describe('slow mode', () => {
  it('says how long one waits, sends nothing meanwhile, and keeps what is typed', async () => {
    const sendMessage = vi.fn(async () => said(9, 'x'))
    const now = new Date().toISOString()
    const { user, again } = await show({ recent: [mine(1, 'a', { create_time: now })], slow: 30 }, { sendMessage })
    expect(await screen.findByText(/you can post again in (30|29) seconds/)).toBeTruthy()
    const input = screen.getByLabelText<HTMLTextAreaElement>('Message to everyone')
    await user.type(input, 'too soon{Enter}')
    expect(sendMessage).not.toHaveBeenCalled()
    expect(input.value).toBe('too soon')
    again({ recent: [mine(1, 'a', { create_time: now })], slow: 0 })
    await user.type(input, '{Enter}')
    await waitFor(() => expect(sendMessage).toHaveBeenCalled())
  })

  it('takes the server’s word for it, and says why a message did not go', async () => {
    const sendMessage = async () => Promise.reject(new CallFailed('ChatTooSoon', { seconds: '12' }))
    const { user } = await show({ recent: [said(1, 'a')], slow: 30 }, { sendMessage })
    expect(screen.getByText('Slow mode: one message every 30 seconds')).toBeTruthy()
    await user.type(screen.getByLabelText('Message to everyone'), 'hello{Enter}')
    expect(await screen.findByText('Slow mode: you can post again in 12 seconds.')).toBeTruthy()
    expect(await screen.findByRole('timer')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resend' })).toBeTruthy()
  })
})
