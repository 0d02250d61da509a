import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import type { PollNow } from '../apply.ts'
import { PollCard } from './PollCard.tsx'
import { PollPanel } from './PollPanel.tsx'

const id = '00000000-0000-4000-8000-0000000000c1'
const poll: PollNow = {
  ...{ id, question: 'Which round?', options: ['Seed', 'Series A'], multiple: false, anonymous: true },
  ...{ open: true, voters: 3, counts: null },
}
const listed = {
  ...{ id, question: 'Which round?', options: ['Seed', 'Series A'], is_multiple: false, is_anonymous: true },
  ...{ state: 'draft', is_shown: false, voters: 0, counts: [0, 0], opened_at: null, closed_at: null },
}

async function start(answers: Record<string, (input: Record<string, string>) => object>) {
  const made: { call: string; input: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = Object.fromEntries(new URLSearchParams(String(init.body)))
    const call = path.split('/').at(-1)?.split('?')[0] ?? ''
    made.push({ call, input })
    const answer = answers[call]?.(input) ?? {}
    return new Response(JSON.stringify({ code: 1, message: '', data: answer, results: answer }))
  })
  await startAllTexts()
  return { made, user: userEvent.setup(), last: (call: string) => made.findLast(one => one.call === call)?.input }
}
const card = (shown: PollNow | null, part: PitchPart = 'attendee') => (
  <InFakeRoom part={part} room={{ poll: shown }}>
    <PollCard beside={false} />
  </InFakeRoom>
)
const panel = (shown: PollNow | null, status: 0 | 2 = 2) => (
  <InFakeRoom part="owner" room={{ poll: shown, status }}>
    <PollPanel />
  </InFakeRoom>
)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the card of a poll', () => {
  it('is announced, votes by keyboard alone, says that it counted, and lets change', async () => {
    const { user, last } = await start({
      getOwnVote: () => ({ choices: [] }),
      votePoll: input => ({ choices: JSON.parse(input['choices'] ?? '[]') }),
    })
    const { rerender } = render(card(null))
    rerender(card(poll))
    expect(screen.getByText('A poll is open: Which round?')).toBeTruthy()
    const vote = screen.getByRole('button', { name: 'Vote' })
    expect(vote).toHaveProperty('disabled', true)
    screen.getByRole('radio', { name: 'Seed' }).focus()
    await user.keyboard(' ')
    await user.click(vote)
    await screen.findByText('Vote recorded. You can change it until the poll closes.')
    expect(last('votePoll')).toEqual({ pitch_uuid: pitch, poll_id: id, choices: '[0]' })
    await user.click(screen.getByRole('button', { name: 'Change my vote' }))
    await user.click(screen.getByRole('radio', { name: 'Series A' }))
    await user.click(screen.getByRole('button', { name: 'Vote' }))
    await screen.findByText('You voted: Series A')
    rerender(card({ ...poll, open: false, voters: 4, counts: [1, 3] }))
    expect(screen.getByText('75%')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('shows what was voted on another device as soon as this one is looked at, and not what an older answer says', async () => {
    let stands = [0]
    let hold: Promise<unknown> = Promise.resolve()
    const { user } = await start({
      getOwnVote: () => ({ choices: stands }),
      votePoll: input => ({ choices: JSON.parse(input['choices'] ?? '[]') }),
    })
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answered = await answer(path, init)
      if (path.includes('getOwnVote')) await hold
      return answered
    })
    render(card(poll))
    await screen.findByText('You voted: Seed')
    stands = [1]
    window.dispatchEvent(new Event('focus'))
    await screen.findByText('You voted: Series A')
    const slow = Promise.withResolvers<void>()
    hold = slow.promise
    window.dispatchEvent(new Event('focus'))
    await user.click(screen.getByRole('button', { name: 'Change my vote' }))
    await user.click(screen.getByRole('radio', { name: 'Seed' }))
    await user.click(screen.getByRole('button', { name: 'Vote' }))
    await screen.findByText('You voted: Seed')
    slow.resolve()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(screen.getByText('You voted: Seed')).toBeTruthy()
  })

  it('shows a returning attendee their vote, and several choices where several are allowed', async () => {
    await start({ getOwnVote: () => ({ choices: [0, 1] }) })
    render(card({ ...poll, multiple: true }))
    await screen.findByText('You voted: Seed and Series A')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Change my vote' }))
    expect(screen.getAllByRole('checkbox').map(box => (box as HTMLInputElement).checked)).toEqual([true, true])
  })

  it('folds to one line, and stays so where it stands beside another panel', async () => {
    const { user } = await start({ getOwnVote: () => ({ choices: [] }) })
    const another = { ...poll, id: '00000000-0000-4000-8000-0000000000c2' }
    render(card(another))
    await user.click(screen.getByRole('button', { name: 'Collapse poll', expanded: true }))
    cleanup()
    render(card(another))
    expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull()
    expect(screen.getByText('3 voted').previousSibling?.textContent).toBe('Which round?')
  })

  it('is one line beside a panel for the team, until it is unfolded', async () => {
    const { user } = await start({ getPollList: () => ({ items: [], total: 0 }) })
    const another = { ...poll, id: '00000000-0000-4000-8000-0000000000c3' }
    const beside = (part: PitchPart, isBeside = true, shown = another) => (
      <InFakeRoom part={part} room={{ poll: shown }}>
        <PollCard beside={isBeside} />
      </InFakeRoom>
    )
    const { rerender } = render(beside('moderator'))
    expect(screen.queryByRole('button', { name: 'Close without sharing results' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Expand poll', expanded: false }))
    expect(screen.getByRole('button', { name: 'Close without sharing results' })).toBeTruthy()
    rerender(beside('moderator', false))
    expect(screen.getByRole('button', { name: 'Close without sharing results' })).toBeTruthy()
    cleanup()
    render(beside('attendee', true, { ...another, id: pitch }))
    expect(screen.getByRole('button', { name: 'Vote' })).toBeTruthy()
  })

  it('gives the team the counts that the room does not see, and closes it', async () => {
    const { user, last } = await start({
      getPollList: () => ({ items: [{ ...listed, state: 'open', voters: 3, counts: [1, 2] }], total: 1 }),
      closePoll: () => listed,
    })
    render(card(poll, 'moderator'))
    await screen.findByText('67%')
    expect(screen.getByText('Only the pitch team and admins see these results.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close and share results' }))
    expect(last('closePoll')).toEqual({ pitch_uuid: pitch, poll_id: id, is_shown: '1' })
  })
})

describe('the panel of polls', () => {
  it('makes a poll of two options that differ, and asks it', async () => {
    let items: object[] = []
    const { user, last } = await start({ getPollList: () => ({ items, total: items.length }), savePoll: () => listed })
    render(panel(null))
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    await user.type(screen.getByRole('textbox', { name: 'Question' }), 'Which round?')
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Seed')
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'seed')
    const second = screen.getByRole('textbox', { name: 'Option 2' })
    const same = 'This option is a duplicate. Change or remove it.'
    expect(document.getElementById(second.getAttribute('aria-describedby') ?? '')?.textContent).toBe(same)
    const save = screen.getByRole('button', { name: 'Save poll' })
    await user.click(save)
    await user.clear(second)
    await user.clear(screen.getByRole('textbox', { name: 'Question' }))
    await user.click(save)
    expect(screen.queryByText(same)).toBeNull()
    expect(screen.getByText('Enter a question.')).toBeTruthy()
    expect(screen.getByText('Enter at least two options.')).toBeTruthy()
    expect(last('savePoll')).toBeUndefined()
    await user.type(screen.getByRole('textbox', { name: 'Question' }), 'Which round?')
    await user.type(second, 'Series A')
    items = [listed]
    await user.click(save)
    expect(last('savePoll')).toMatchObject({ options: '["Seed","Series A"]', is_multiple: '0', is_anonymous: '1' })
    await user.click(await screen.findByRole('checkbox', { name: 'Show live results to everyone' }))
    await user.click(screen.getByRole('button', { name: 'Launch poll' }))
    await waitFor(() => expect(last('openPoll')).toEqual({ pitch_uuid: pitch, poll_id: id, is_shown: '1' }))
  })

  it('saves a poll once, however often its panel is closed and opened meanwhile, and says there that it failed', async () => {
    let fails = true
    const waiting: (() => void)[] = []
    const { user, made } = await start({ getPollList: () => ({ items: [], total: 0 }) })
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answered = await answer(path, init)
      if (!path.includes('savePoll')) return answered
      await new Promise<void>(go => waiting.push(go))
      return fails
        ? new Response(JSON.stringify({ code: 0, error: { code: 'StorageFull' } }), { status: 507 })
        : answered
    })
    const saved = () => made.filter(({ call }) => call === 'savePoll').length
    const anew = () => {
      cleanup()
      render(panel(null))
    }
    const save = () => screen.getByRole('button', { name: 'Save poll' })
    anew()
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    await user.type(screen.getByRole('textbox', { name: 'Question' }), 'Who leads?')
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Us')
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'You')
    await user.click(save())
    await waitFor(() => expect(waiting).toHaveLength(1))
    anew()
    await user.click(save())
    expect(saved()).toBe(1)
    waiting[0]?.()
    await screen.findByRole('alert')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe('Who leads?')
    fails = false
    await user.click(save())
    await waitFor(() => expect(waiting).toHaveLength(2))
    anew()
    anew()
    // what is being saved stays as it is
    await user.type(screen.getByRole('textbox', { name: 'Question' }), ' Really?')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe('Who leads?')
    waiting[1]?.()
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Question' })).toBeNull())
    expect(saved()).toBe(2)
    anew()
    expect(screen.queryByRole('textbox', { name: 'Question' })).toBeNull()
  })

  it('keeps what is written anew after a poll was given up that was being saved', async () => {
    let go = () => {}
    const { user } = await start({ getPollList: () => ({ items: [], total: 0 }) })
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (path.includes('savePoll')) await new Promise<void>(done => (go = done))
      return answer(path, init)
    })
    const question = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' })
    render(panel(null))
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    await user.type(question(), 'Who leads?')
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Us')
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'You')
    await user.click(screen.getByRole('button', { name: 'Save poll' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    await user.type(question(), 'Another?')
    go()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(question().value).toBe('Another?')
    cleanup()
    render(panel(null))
    expect(question().value).toBe('Another?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  })

  it('keeps a poll that is being written while another panel is open, until it is saved or given up', async () => {
    const { user, last } = await start({
      getPollList: () => ({ items: [listed], total: 1 }),
      savePoll: () => listed,
    })
    const anew = () => {
      cleanup()
      render(panel(null))
    }
    const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
    const form = () => screen.queryByRole('textbox', { name: 'Question' })
    anew()
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    await user.type(box('Question'), 'Who leads?')
    for (const [place, text] of ['Us', 'You', 'Them'].entries()) {
      if (place === 2) await user.click(screen.getByRole('button', { name: 'Add option' }))
      await user.type(box(`Option ${place + 1}`), text)
    }
    await user.click(screen.getByRole('checkbox', { name: 'Allow multiple choices' }))
    anew()
    // the rows stay apart
    await user.click(screen.getByRole('button', { name: 'Add option' }))
    await user.type(box('Option 4'), 'Nobody')
    await user.click(screen.getByRole('button', { name: 'Remove option 2' }))
    await user.click(screen.getByRole('button', { name: 'Save poll' }))
    await waitFor(() => expect(form()).toBeNull())
    const saved = { question: 'Who leads?', options: '["Us","Them","Nobody"]', is_multiple: '1' }
    expect(last('savePoll')).toMatchObject(saved)
    anew()
    expect(form()).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    expect(box('Question').value).toBe('Which round?')
    await user.type(box('Question'), ' Now?')
    anew()
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Question' })).value).toBe('Which round? Now?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    anew()
    await user.click(await screen.findByRole('button', { name: 'New poll' }))
    expect(box('Question').value).toBe('')
    await user.click(screen.getByRole('button', { name: /^Edit/ }))
    expect(box('Question').value).toBe('Which round?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  })

  it('asks nothing before the start, and nothing beside another one', async () => {
    await start({ getPollList: () => ({ items: [listed], total: 1 }) })
    const { rerender } = render(panel(null, 0))
    expect(await screen.findByRole('button', { name: 'Launch poll' })).toHaveProperty('disabled', true)
    expect(screen.getByText('You can launch it once the pitch is live.')).toBeTruthy()
    rerender(panel({ ...poll, id: pitch }))
    expect(await screen.findByText('Only one poll at a time. Close the open one first.')).toBeTruthy()
  })
})
