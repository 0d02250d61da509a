import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { ids, pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import type { QuestionShown } from '#features/talk/question/apply.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { NowAnswering } from './NowAnswering.tsx'
import { QuestionPanel } from './QuestionPanel.tsx'

const answers: Record<string, unknown> = vi.hoisted(() => ({}))
vi.mock('#features/room/room/web/roomClient.ts', () => ({ roomClient: () => answers }))

const listeners = new Set<(signal: { type: string; payload: unknown }) => void>()
const connection = {
  onSignal: (listener: never) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
} as unknown as RoomConnection

const question = (id: string, content: string, state = 'waiting') => ({
  ...{ id, content, state, user_id: ids.ivan, name: 'Ivan Petrov', is_named: true, message_id: null },
  ...{ forwarded_by: '', asked_at: new Date().toISOString() },
})
const counts = { waiting: 2, answered: 1, dismissed: 0, open: true, total: 2, message_ids: [] }

async function show(
  part: 'moderator' | 'attendee',
  calls: Record<string, unknown>,
  more: { pitch?: string; open?: boolean } = {},
) {
  Object.assign(answers, calls)
  await startAllTexts()
  const { pitch: uuid = pitch, open = true } = more
  render(
    <InFakeRoom pitch={uuid} part={part} info={{ show_question: open }} connection={connection}>
      <QuestionPanel />
    </InFakeRoom>,
  )
  return userEvent.setup()
}

afterEach(() => {
  cleanup()
  listeners.clear()
})

describe('the question desk', () => {
  it('shows what waits in its order, takes one up, and moves another one', async () => {
    const getQuestionList = vi.fn(async () => ({
      ...counts,
      items: [question('a', 'First?'), question('b', 'Second?')],
    }))
    const updateQuestion = vi.fn(async () => ({ state: 'answering' }))
    const moveQuestion = vi.fn(async () => ({}))
    const user = await show('moderator', { getQuestionList, updateQuestion, moveQuestion })
    expect(await screen.findByText('First?')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Attendees can ask questions' }).checked).toBe(true)
    await user.click(screen.getAllByRole('button', { name: 'Answer now' })[1] as HTMLElement)
    expect(updateQuestion).toHaveBeenCalledWith({ pitch_uuid: pitch, question_id: 'b', state: 'answering' })
    await user.click(screen.getByRole('button', { name: 'Move up: Second?' }))
    expect(moveQuestion).toHaveBeenLastCalledWith({ pitch_uuid: pitch, question_id: 'b' })
    await user.click(screen.getByRole('button', { name: 'Move down: First?' }))
    expect(moveQuestion).toHaveBeenLastCalledWith({ pitch_uuid: pitch, question_id: 'a', after: 'b' })
    await user.click(screen.getByRole('button', { name: 'Move to top: Second?' }))
    expect(moveQuestion).toHaveBeenLastCalledWith({ pitch_uuid: pitch, question_id: 'b' })
    const asked = getQuestionList.mock.calls.length
    for (const listener of listeners) listener({ type: 'questionsChanged', payload: {} })
    await waitFor(() => expect(getQuestionList.mock.calls.length).toBeGreaterThan(asked))
  })

  it('says what to expect when there is none, and offers to ask again when it failed', async () => {
    let works = false
    const getQuestionList = async () => {
      if (!works) throw new CallFailed('Unavailable')
      return { ...counts, waiting: 0, items: [] }
    }
    const user = await show('moderator', { getQuestionList })
    const again = await screen.findByRole('button', { name: /again/i })
    works = true
    await user.click(again)
    expect(await screen.findByText(/^No questions waiting\./)).toBeTruthy()
  })
})

describe('asking', () => {
  it('keeps the text when it fails, asks under the same id again, and shows how it stands', async () => {
    let works = false
    const own: unknown[] = []
    const askQuestion = vi.fn(async (asked: { content: string; local_question_id: string }) => {
      if (!works) throw new CallFailed('Unavailable')
      own.push({ id: 'a', state: 'waiting', content: asked.content, asked_at: new Date().toISOString() })
    })
    const getOwnQuestions = async () => ({ items: own, total: own.length })
    const user = await show('attendee', { askQuestion, getOwnQuestions })
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Your question')
    await user.type(box, 'What is next?')
    await user.click(screen.getByRole('checkbox', { name: 'Show my name when it’s answered' }))
    await user.click(screen.getByRole('button', { name: 'Send question' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(box.value).toBe('What is next?')
    works = true
    await user.click(screen.getByRole('button', { name: 'Send question' }))
    expect(await screen.findByText('Your question was sent to the pitch team.')).toBeTruthy()
    expect(await screen.findByText('What is next?')).toBeTruthy()
    expect(screen.getByText('Waiting')).toBeTruthy()
    const [first, second] = askQuestion.mock.calls.map(([asked]) => asked)
    expect(second).toEqual(first)
    expect(second).toMatchObject({ is_named: false })
    expect(box.value).toBe('')
  })

  it('keeps the text and that it goes without a name while another panel is open', async () => {
    const askQuestion = vi.fn(async () => {})
    const calls = { askQuestion, getOwnQuestions: async () => ({ items: [], total: 0 }) }
    const named = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Show my name when it’s answered' })
    const user = await show('attendee', calls, { pitch: ids.paula })
    await user.type(await screen.findByLabelText('Your question'), 'Who pays?')
    await user.click(await named())
    cleanup()
    const again = await show('attendee', calls, { pitch: ids.paula })
    expect((await named()).checked).toBe(false)
    await again.click(screen.getByRole('button', { name: 'Send question' }))
    expect(askQuestion).toHaveBeenCalledWith(expect.objectContaining({ content: 'Who pays?', is_named: false }))
    await screen.findByText('Your question was sent to the pitch team.')
    cleanup()
    await show('attendee', calls, { pitch: ids.paula })
    expect((await named()).checked).toBe(false)
  })

  it('keeps what is typed while a question is on its way, as another one', async () => {
    let arrive = () => {}
    const askQuestion = vi.fn((_: { local_question_id: string }) => new Promise<void>(done => (arrive = done)))
    const calls = { askQuestion, getOwnQuestions: async () => ({ items: [], total: 0 }) }
    const user = await show('attendee', calls, { pitch: ids.ivan })
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Your question')
    await user.type(box, 'What is next?')
    await user.click(screen.getByRole('button', { name: 'Send question' }))
    await user.clear(box)
    await user.type(box, 'And wh')
    arrive()
    await screen.findByText('Your question was sent to the pitch team.')
    expect(box.value).toBe('And wh')
    await user.type(box, 'en?')
    await user.click(screen.getByRole('button', { name: 'Send question' }))
    const [first, second] = askQuestion.mock.calls.map(([asked]) => asked)
    expect(second).toMatchObject({ content: 'And when?' })
    expect(second?.local_question_id).not.toBe(first?.local_question_id)
    arrive()
    await waitFor(() => expect(box.value).toBe(''))
  })

  it('is not offered while questions are not taken', async () => {
    await show('attendee', { getOwnQuestions: async () => ({ items: [], total: 0 }) }, { open: false })
    expect(await screen.findByText('Q&A is closed right now.')).toBeTruthy()
    expect(screen.queryByLabelText('Your question')).toBeNull()
  })
})

describe('the question that is being answered', () => {
  it('is shown to everybody, may be hidden, and is ended by the team', async () => {
    await startAllTexts()
    const shown = { question_id: 'a', account: ids.ivan, name: 'Ivan Petrov', content: 'What is next?' }
    const updateQuestion = vi.fn(async () => ({ state: 'answered' }))
    Object.assign(answers, { updateQuestion })
    const answering = (part: 'attendee' | 'moderator', question: QuestionShown) => (
      <InFakeRoom part={part}>
        <NowAnswering question={question} />
      </InFakeRoom>
    )
    const rendered = render(answering('attendee', shown))
    const user = userEvent.setup()
    expect(await screen.findByText('Now answering Ivan Petrov')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark as answered' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Hide question' }))
    expect(document.querySelector('.now-answering')).toBeNull()
    rendered.rerender(answering('moderator', { ...shown, question_id: 'b', account: null, name: '' }))
    expect(document.querySelector('.now-answering-head')?.textContent).toBe('Now answering')
    await user.click(screen.getByRole('button', { name: 'Mark as answered' }))
    expect(updateQuestion).toHaveBeenCalledWith({ pitch_uuid: pitch, question_id: 'b', state: 'answered' })
  })
})
