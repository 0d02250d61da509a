import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { group, ids, pitch, said } from '#features/room/room/web/testing/fakeRoom.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import '#web/theme/tokens.css'
import { startAllTexts } from '#web/testing/texts.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { loadKept } from './messageStore.ts'
import { growing, tall } from './testing/scrolling.ts'
import { useChat } from './useChat.ts'
import { useUnread } from './useUnread.ts'
import { textOf } from './wording.ts'

interface Given {
  recent: ChatMessage[]
  status?: number
  inSight?: boolean
  muted?: boolean
}
interface Sent {
  group_uuid: string
  content: string
  local_msg_id: string
}

function Panel({ client, recent, status = 2, inSight = true, muted = false }: Given & { client: RoomClient }) {
  const chat = useChat({ client, group, recent, status })
  const unread = useUnread(chat.messages, inSight, ids.ivan, recent.at(-1)?.id ?? 0)
  return (
    <>
      <output>{unread.count}</output>
      {inSight && <ChatPanel chat={chat} me={ids.ivan} firstNew={unread.firstNew} open muted={muted} />}
    </>
  )
}

async function chat(given: Given, send: (sent: Sent) => Promise<unknown> = async () => said(99, 'x')) {
  const sent: Sent[] = []
  const getChatHistory = vi.fn(async () => ({ items: [said(1, 'the very first')], more: false }))
  const client = {
    sendMessage: (one: Sent) => {
      sent.push(one)
      return send(one)
    },
    getChatHistory,
  } as unknown as RoomClient
  await startAllTexts()
  const rendered = render(<Panel client={client} {...given} />)
  const show = (next: Given) => rendered.rerender(<Panel client={client} {...next} />)
  if (given.inSight !== false) await screen.findByLabelText('Message to everyone')
  if (given.inSight !== false && given.recent.length > 0)
    await waitFor(() => {
      if (!document.querySelector('.chat-list li')) throw new Error('nothing is said yet')
    })
  return { user: userEvent.setup(), sent, show, getChatHistory }
}
const write = () => screen.getByLabelText<HTMLTextAreaElement>('Message to everyone')
const texts = () => [...document.querySelectorAll('.chat-text')].map(element => element.textContent)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('the chat', () => {
  it('[RULE-100, RULE-101, RULE-102] sends on Enter, breaks on a modifier and Enter, and makes one break of two', async () => {
    const { user, sent } = await chat({ recent: [] })
    await user.type(write(), 'one{Shift>}{Enter}{Enter}{/Shift}two')
    expect(write().value).toBe('one\n\ntwo')
    await user.keyboard('{Enter}')
    expect(sent).toMatchObject([{ group_uuid: group, content: 'one\ntwo' }])
    expect(write().value).toBe('')
  })

  it('[ROOM-008, ROOM-010] sends with its button, for those without a keyboard', async () => {
    const { user, sent } = await chat({ recent: [] })
    await user.type(write(), 'from a phone')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect(sent).toMatchObject([{ content: 'from a phone' }])
  })

  it('[CONST-008] hides the name and time of the same sender within 60 seconds, and shows them again after that', async () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds)).toISOString()
    const message = (id: number, seconds: number, from?: string) => ({
      ...said(id, `after ${seconds}`, from),
      create_time: at(seconds),
    })
    await chat({ recent: [message(1, 0), message(2, 60), message(3, 121), message(4, 122, ids.ivan), message(5, 123)] })
    const heads = [...document.querySelectorAll('.chat-list .chat-message > p:first-of-type')]
    expect(heads.map(head => head.querySelector('time')?.dateTime)).toEqual([0, 60, 121, 122, 123].map(at))
    expect(heads.map(head => getComputedStyle(head).clipPath === 'inset(50%)')).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('sends nothing that is empty', async () => {
    const { user, sent } = await chat({ recent: [] })
    await user.type(write(), '   {Enter}')
    expect(sent).toEqual([])
  })

  it('keeps a message that failed in its place, and sends it again under the same id', async () => {
    let works = false
    const { user, sent, show } = await chat({ recent: [] }, async one => {
      if (!works) throw new CallFailed('Unavailable')
      return { ...said(7, one.content, ids.ivan), local_msg_id: one.local_msg_id }
    })
    await user.type(write(), 'lost?{Enter}')
    expect(await screen.findByText('Not sent')).toBeTruthy()
    expect(texts()).toEqual(['lost?'])
    works = true
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
    expect(sent[1]?.local_msg_id).toBe(sent[0]?.local_msg_id)
    show({ recent: [{ ...said(7, 'lost?', ids.ivan), local_msg_id: sent[0]?.local_msg_id ?? '' }] })
    expect(texts()).toEqual(['lost?'])
  })

  it('stays at the end when what is there grows: a message that fails, or anything else in the list', async () => {
    const grown = growing()
    const fails: (() => void)[] = []
    const { user } = await chat({ recent: [said(1, 'Hello')] }, () => {
      return new Promise((_, reject) => fails.push(() => reject(new CallFailed('Unavailable'))))
    })
    const box = tall(1000)
    await user.type(write(), 'lost?{Enter}')
    await screen.findByText('Sending')
    tall(1040)
    fails[0]?.()
    await screen.findByText('Not sent')
    expect(box.scrollTop).toBe(1040)
    tall(1300)
    grown()
    expect(box.scrollTop).toBe(1300)
    // but a reader who looks back stays there
    box.scrollTop = 400
    fireEvent.scroll(box)
    await screen.findByRole('button', { name: 'Jump to latest' })
    tall(1400)
    grown()
    expect(box.scrollTop).toBe(400)
  })

  it('[RULE-095] shows markup as text and only web addresses as links', async () => {
    await chat({ recent: [said(3, '<img src=x onerror=alert(1)> https://a.test javascript:b')] })
    expect(texts()).toEqual(['<img src=x onerror=alert(1)> https://a.test javascript:b'])
    const links = screen.getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual(['https://a.test'])
    expect(links[0]?.getAttribute('rel')).toContain('noopener')
    expect(document.querySelector('.chat-text img')).toBeNull()
  })

  it('marks team members beside their name, and no other person, whatever their name', async () => {
    const [real, false_] = [said(3, 'Welcome'), { ...said(4, 'Wire it here'), fromuserid: pitch }]
    await chat({ recent: [{ ...real, part: 'owner' }, false_] })
    const heads = [...document.querySelectorAll('.chat-head')].map(head => head.textContent)
    expect(heads).toEqual([expect.stringMatching(/^Paula ReyesPresenter/), expect.stringMatching(/^Paula Reyes\d/)])
  })

  it('parts the days: what was written before today says so', async () => {
    const before = { ...said(3, 'See you'), create_time: '2026-01-01T10:00:00.000Z' }
    await chat({ recent: [before, said(4, 'Hello')] })
    const entries = [...document.querySelectorAll('.chat-list > li')].map(entry => entry.textContent)
    expect(entries[0]).toBe('Thursday, January 1')
    expect(entries[1]).toContain('See you')
    expect(entries[2]).toMatch(/^\w+day, /)
    expect(entries[3]).toContain('Hello')
  })

  it('[CONST-012] words what the room itself says', async () => {
    await chat({ recent: [{ ...said(3, 'pitchStarted'), type: 'system', msg_type: 100 }] })
    expect(document.querySelector('.chat-system')?.textContent).toMatch(/^The pitch has started/)
  })

  it('gives late joiners what was said before, when they scroll up', async () => {
    const { getChatHistory } = await chat({ recent: [said(50, 'recent')] })
    const box = screen.getByRole('region', { name: 'Messages' })
    await waitFor(() => expect(texts()).toEqual(['recent']))
    fireEvent.scroll(box)
    await waitFor(() => expect(texts()).toEqual(['the very first', 'recent']))
    expect(getChatHistory).toHaveBeenCalledWith({ group_uuid: group, before: 50, limit: 50 })
    fireEvent.scroll(box)
    expect(getChatHistory).toHaveBeenCalledTimes(1)
  })

  it('draws the last of many messages at the end, more while the reader looks back, and then loads older ones', async () => {
    const many = Array.from({ length: 600 }, (_, at) => said(at + 1000, `number ${at}`))
    const { show, getChatHistory } = await chat({ recent: many.slice(0, 500) })
    const drawn = (from: number, to: number) =>
      waitFor(() =>
        expect([texts().length, texts()[0], texts().at(-1)]).toEqual([to - from + 1, `number ${from}`, `number ${to}`]),
      )
    await drawn(420, 499)
    // those that stand above the new ones stay for a while: taking one away places all below it anew
    show({ recent: many.slice(420, 501) })
    await drawn(421, 500)
    show({ recent: many.slice(420, 510) })
    await drawn(421, 509)
    show({ recent: many.slice(420, 531) })
    await drawn(451, 530)
    const box = screen.getByRole('region', { name: 'Messages' })
    Object.defineProperty(box, 'scrollHeight', { value: 9000, configurable: true })
    fireEvent.scroll(box)
    await screen.findByRole('button', { name: 'Jump to latest' })
    await drawn(391, 530)
    box.scrollTop = 0
    fireEvent.scroll(box)
    await drawn(331, 530)
    box.scrollTop = 0
    fireEvent.scroll(box)
    await drawn(301, 530)
    // of the others it has let go
    expect(getChatHistory).not.toHaveBeenCalled()
    box.scrollTop = 0
    fireEvent.scroll(box)
    await waitFor(() => expect(getChatHistory).toHaveBeenCalledWith({ group_uuid: group, before: 1301, limit: 50 }))
    // a reader who looks back keeps the messages in view
    show({ recent: many.slice(180, 600) })
    show({ recent: many.slice(0, 600) })
    await waitFor(() => expect(texts().length).toBeGreaterThan(500))
  })

  it('counts what came while it was out of sight, but not one’s own, and marks the first', async () => {
    const before = [said(1, 'a')]
    const { show } = await chat({ recent: before, inSight: false })
    const now = [...before, said(2, 'mine', ids.ivan), said(3, 'b'), said(4, 'c')]
    show({ recent: now, inSight: false })
    expect(screen.getByRole('status').textContent).toBe('2')
    show({ recent: now, inSight: true })
    const mark = await screen.findByText('New')
    expect(mark.closest('li')?.nextElementSibling?.textContent).toContain('b')
    expect(document.querySelector('output')?.textContent).toBe('0')
  })

  it('answers a message, shown above the answer; a muted reader is not offered it', async () => {
    const recent = [said(3, 'Any questions?')]
    const { user, sent, show } = await chat({ recent })
    await user.click(screen.getByRole('button', { name: 'Reply to Paula Reyes' }))
    expect(document.activeElement).toBe(write())
    await user.type(write(), 'One{Enter}')
    expect(sent).toMatchObject([{ content: 'One', father_message: 3 }])
    await user.type(write(), 'Two{Enter}')
    expect(sent[1]).not.toHaveProperty('father_message')
    const answered = { ...said(4, 'One', ids.ivan), father_message: 3 }
    show({ recent: [...recent, answered, { ...said(5, 'Old'), father_message: 1 }] })
    await waitFor(() =>
      expect([...document.querySelectorAll('.chat-father')].map(quote => quote.textContent)).toEqual([
        'Paula Reyes Any questions?',
        'An earlier message',
      ]),
    )
    show({ recent, muted: true })
    expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull()
  })

  it('says where one answers that the message is gone, and leaves the focus where it is', async () => {
    const { user, show } = await chat({ recent: [said(3, 'Any questions?')] })
    await user.click(screen.getByRole('button', { name: 'Reply to Paula Reyes' }))
    const answered = () => document.querySelector('.chat-answers')?.textContent
    expect(answered()).toBe('Replying to Paula Reyes Any questions?')
    const box = screen.getByRole('region', { name: 'Messages' })
    box.focus()
    show({ recent: [{ ...said(3, ''), deleted: 'sender', revision: 1 }] })
    await waitFor(() => expect(answered()).toBe('Replying to Paula Reyes Message deleted'))
    expect(document.activeElement).toBe(box)
  })

  it('[PERM-055] takes no message from a muted attendee, says why, and keeps the text', async () => {
    const { user, sent, show } = await chat({ recent: [] })
    await user.type(write(), 'half a thought')
    show({ recent: [], muted: true })
    expect(write().disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' }).disabled).toBe(true)
    expect(screen.getByText('You’re muted and can’t post in chat right now.')).toBeTruthy()
    await user.type(write(), '{Enter}')
    expect(sent).toEqual([])
    show({ recent: [], muted: false })
    expect(write().value).toBe('half a thought')
    await user.type(write(), '{Enter}')
    expect(sent).toMatchObject([{ content: 'half a thought' }])
  })

  it('[STATE-009] clears what this browser kept when the pitch leaves status 2', async () => {
    const recent = [said(1, 'kept')]
    const { show } = await chat({ recent })
    await waitFor(() => expect(loadKept(group).messages.map(textOf)).toEqual(['kept']))
    show({ recent, status: 3 })
    await waitFor(() => expect(loadKept(group).messages).toEqual([]))
  })
})
