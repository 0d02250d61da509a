import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { ids, pitch, pitchAnswers, said, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver, slideStands, videoOff } from '#features/screens/live/web/testing/roomPage.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { renderAt } from '#web/testing/renderAt.tsx'

const mic = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Dictate' })

const answers = {
  getOwnReactions: () => ({ items: [] }),
  getPitchCaptionSettings: () => ({ speech: 'browser', provider: null, keeps: false, spoken: 'en', recognised: true }),
}

const drawn: string[] = vi.hoisted(() => [])
const noting = vi.hoisted(() => async (name: string, original: () => Promise<Record<string, unknown>>) => {
  const { createElement } = await import('react')
  const real = await original()
  // biome-ignore lint/correctness/noComponentHookFactories: made once, when the module is asked for
  const Noted = (given: object) => {
    drawn.push(name)
    return createElement(real[name] as never, given)
  }
  return { ...real, [name]: Noted }
})
vi.mock('./MessageList.tsx', original => noting('MessageList', original as never))
vi.mock('#features/screens/live/web/BarFacts.tsx', original => noting('BarFacts', original as never))
vi.mock('#features/screens/live/web/RoomMain.tsx', original => noting('RoomMain', original as never))
vi.mock('#features/screens/live/web/news/RoomNews.tsx', original => noting('RoomNews', original as never))

/** The live room with its chat open, for a person of that part; all attendees are muted. */
async function mutedRoom(part: PitchPart) {
  await renderAt(`/live/${pitch}`, { ...answers, ...pitchAnswers(part), ...videoOff })
  await connected()
  const me = { id: ids.ivan, session: 'mine', part, name: 'Ivan Petrov' }
  deliver('snapshot', snapshot(7, { mute: { all: true, muted: [], allowed: [] } }, { me }))
  await slideStands()
}

const says = (seq: number, message: ChatMessage) =>
  deliver('event', { seq, type: 'messageSent', payload: { message }, at: message.create_time })

beforeEach(() => {
  vi.stubGlobal('SpeechRecognition', class {})
  localStorage.clear()
})

describe('the chat of a room', () => {
  it.each(['owner', 'coHost', 'admin', 'moderator'] as const)(
    '[PERM-053] gives its mic button to the %s, also while everybody is muted',
    async part => {
      await mutedRoom(part)
      expect((await mic()).disabled).toBe(false)
    },
  )

  it('[PERM-054] gives it to attendees only while the chat is not muted', async () => {
    await mutedRoom('attendee')
    expect((await mic()).disabled).toBe(true)
    deliver('event', {
      seq: 8,
      type: 'chatMuted',
      payload: { msg_type: 1500, action: 'unmute', account: null },
      at: new Date().toISOString(),
    })
    expect((await mic()).disabled).toBe(false)
  })

  it('draws itself anew once for a message, and nothing of the room around it', async () => {
    await mutedRoom('moderator')
    await mic()
    await act(() => new Promise(resolve => setTimeout(resolve, 300)))
    drawn.length = 0
    says(8, said(1, 'Hello'))
    await screen.findByText('Hello')
    expect(drawn).toEqual(['MessageList'])
  })

  it('tells a screen reader each of several messages that come at once, but not what was there before', async () => {
    await renderAt(`/live/${pitch}`, { ...answers, ...pitchAnswers('attendee'), ...videoOff })
    await connected()
    const first = snapshot(7)
    deliver('snapshot', { ...first, state: { ...first.state, chat: { messages: [said(1, 'long ago')] } } })
    await slideStands()
    await waitFor(() => expect(document.querySelectorAll('[aria-live]').length).toBeGreaterThan(3))
    act(() => {
      for (const n of [2, 3, 4]) says(6 + n, said(n, `line ${n}`))
    })
    const live = async (text: string) => (await screen.findAllByText(text)).some(line => line.closest('[aria-live]'))
    for (const n of [2, 3, 4]) expect(await live(`Paula Reyes: line ${n}`)).toBe(true)
    expect(screen.queryByText('Paula Reyes: long ago')).toBeNull()
  })

  it('[RULE-099] marks what is unread when it mentions the reader, and says it aloud', async () => {
    await mutedRoom('moderator')
    await mic()
    await userEvent.click(screen.getByRole('button', { name: /^Chat/ }))
    says(8, { ...said(1, '[b]Hello[/b] all'), part: 'owner' })
    const chat = () => screen.getByRole('button', { name: /^Chat/ })
    await waitFor(() => expect(chat().getAttribute('aria-label')).toMatch(/1 new message$/))
    const told = await screen.findByText('Paula Reyes, Presenter: Hello all')
    expect(told.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    says(9, { ...said(2, 'Hi @Ivan Petrov'), notification_members: [{ id: ids.ivan, name: 'Ivan Petrov' }] })
    await waitFor(() => expect(chat().getAttribute('aria-label')).toMatch(/2 new messages, you were mentioned$/))
    expect(chat().querySelector('[data-count]')?.getAttribute('data-count')).toBe('@2')
    await screen.findByText('Paula Reyes mentioned you: Hi @Ivan Petrov')
    await userEvent.click(chat())
    await waitFor(() => expect(document.querySelector('mark.mine')?.textContent).toBe('@Ivan Petrov'))
    expect(chat().querySelector('[data-count]')).toBeNull()
    const hello = { ...said(3, 'Psst'), type: 'friend', touserid: ids.ivan, group_uuid: ids.paula }
    deliver('signal', { type: 'chatMessage', payload: { message: hello } })
    await screen.findByText('Private message from Paula Reyes: Psst')
  })
})
