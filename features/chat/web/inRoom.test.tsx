import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatMessage } from '#features/chat/events.ts'
import type { PitchPart } from '#features/pitch/rules.ts'
import { ids, pitch, pitchAnswers, said, snapshot } from '#features/room/web/testing/fakeRoom.ts'
import { connected, deliver, slideStands, videoOff } from '#features/room/web/testing/roomPage.ts'
import { renderAt } from '#web/testing/renderAt.tsx'

const mic = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Speak instead of typing' })

const answers = {
  getOwnReactions: () => ({ items: [] }),
  getPitchCaptionSettings: () => ({ speech: 'browser', provider: null, keeps: false, spoken: 'en', recognised: true }),
}

/** The live room with its chat open, of somebody of that part; everybody who attends is muted. */
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

  it('[PERM-054] gives it to whoever attends only while the chat is not muted', async () => {
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

  it('[RULE-099] marks what is unread when it mentions the reader, and says it aloud', async () => {
    await mutedRoom('moderator')
    await mic()
    await userEvent.click(screen.getByRole('button', { name: /^Chat/ }))
    says(8, { ...said(1, '[b]Hello[/b] all'), part: 'owner' })
    const chat = () => screen.getByRole('button', { name: /^Chat/ })
    await waitFor(() => expect(chat().getAttribute('aria-label')).toMatch(/1 new message$/))
    await waitFor(() =>
      expect(screen.getByText('Paula Reyes, Presenter: Hello all').getAttribute('aria-live')).toBe('polite'),
    )
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
