import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Recogniser } from '#features/talk/caption/web/recognition.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { Composer } from './Composer.tsx'
import type { Mentionable } from './mention/people.ts'
import { atTyped } from './useWriting.ts'

const person = (id: string, name: string): Mentionable & { firstname: string; lastname: string } => ({
  ...{ id, name, firstname: name, lastname: '', avatar: '', line: true },
})
const members = [person('me', 'Ivan Petrov'), person('a', 'Ada Lovelace'), person('g', 'Grace Hopper')]
const mentions = { source: { members }, me: 'me', nameOf: ({ name }: Mentionable) => name }

let spoken: Recogniser[]
class FakeRecogniser {
  lang = ''
  onstart = null
  onend = null
  onerror = null
  onresult = null
  start = vi.fn()
  abort = vi.fn()
  constructor() {
    spoken.push(this as unknown as Recogniser)
  }
}
const last = () => spoken.at(-1) as Recogniser
const hears = (transcript: string) =>
  act(() => last().onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] }))

interface Given {
  muted?: boolean
  chat?: string
  withMentions?: boolean
}
async function composer(given: Given = {}) {
  await startAllTexts()
  const onSend = vi.fn()
  const draw = ({ muted = false, chat, withMentions = true }: Given) => (
    <Composer
      chat={chat}
      onSend={onSend}
      answers={undefined}
      onNoAnswer={() => {}}
      muted={muted}
      label="Message to everyone"
      mentions={withMentions ? mentions : undefined}
    />
  )
  const rendered = render(draw(given))
  await screen.findByLabelText('Message to everyone')
  return { user: userEvent.setup(), onSend, show: (next: Given) => rendered.rerender(draw(next)), ...rendered }
}
const write = () => screen.getByLabelText<HTMLTextAreaElement>('Message to everyone')
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find an attendee ...' })
const options = () => screen.queryAllByRole('option').map(option => option.textContent)
const mic = (name = 'Dictate') => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  spoken = []
  vi.stubGlobal('SpeechRecognition', FakeRecogniser)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('mentioning', () => {
  it('[ROOM-014, ROOM-015, ROOM-016, ROOM-017] opens the picker behind an @, with its search and its hints', async () => {
    const { user } = await composer()
    await user.type(write(), 'Hi @')
    expect(document.activeElement).toBe(search())
    expect(search().placeholder).toBe('Find an attendee ...')
    expect(screen.getByText('click to select')).toBeTruthy()
    expect(screen.getByText('esc to dismiss')).toBeTruthy()
    expect(options()).toHaveLength(2)
    await user.click(screen.getByRole('option', { name: /Grace Hopper/ }))
    expect(write().value).toBe('Hi @Grace Hopper ')
    expect(document.activeElement).toBe(write())
    await user.keyboard('@{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(write().value).toBe('Hi @Grace Hopper @')
  })

  it('[ROOM-014, ENT-098] is done by keyboard alone, and sends who is mentioned', async () => {
    const { user, onSend } = await composer()
    await user.type(write(), '@lovelxce')
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('Ada Lovelace')]))
    expect(search().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
    await user.keyboard('{Enter}look')
    expect(write().value).toBe('@Ada Lovelace look')
    expect(onSend).not.toHaveBeenCalled()
    await user.keyboard(' @{ArrowDown}{Tab}{Enter}')
    expect(onSend).toHaveBeenCalledWith('@Ada Lovelace look @Grace Hopper', undefined, [
      { id: 'a', name: 'Ada Lovelace' },
      { id: 'g', name: 'Grace Hopper' },
    ])
    await user.type(write(), 'nobody{Enter}')
    expect(onSend).toHaveBeenLastCalledWith('nobody', undefined, undefined)
  })

  it('mentions no person whose name was deleted again', async () => {
    const { user, onSend } = await composer()
    await user.type(write(), '@{Enter}{Backspace}{Backspace}!{Enter}')
    expect(onSend).toHaveBeenCalledWith('@Ada Lovelac!', undefined, undefined)
  })

  it('gives back what is no name, and is not in the way of addresses', async () => {
    const { user, onSend } = await composer()
    await user.type(write(), 'at @ 5pm, @5pm sharp')
    expect(write().value).toBe('at @ 5pm, @5pm sharp')
    await user.clear(write())
    await user.type(write(), 'ada@quill.test @')
    await user.keyboard('{Backspace}ok{Enter}')
    expect(onSend).toHaveBeenCalledWith('ada@quill.test ok', undefined, undefined)
    expect(atTyped('我们', '我们@', 3)).toBe(2)
    expect(atTyped('', '@x', 2)).toBeUndefined()
  })

  it('has a button for those without an @ at hand, and closes when one goes elsewhere', async () => {
    const { user } = await composer()
    await user.type(write(), 'Hi ')
    await user.click(screen.getByRole('button', { name: 'Mention an attendee' }))
    expect(document.activeElement).toBe(search())
    await user.keyboard('ada')
    await user.click(document.body)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(write().value).toBe('Hi @ada')
    expect(document.activeElement).not.toBe(write())
  })
})

describe('voice to text', () => {
  it('[PROD-023, ROOM-009, STATE-114, STATE-115, STATE-116, STATE-117] writes what is said where one writes', async () => {
    const { user } = await composer()
    await user.type(write(), 'Well:')
    expect(mic().getAttribute('aria-pressed')).toBe('false')
    await user.click(mic())
    expect(screen.getByText('Allow the microphone in your browser.')).toBeTruthy()
    act(() => last().onstart?.())
    expect(screen.getByText('Listening. Speak now.')).toBeTruthy()
    expect(screen.getByText(/Your browser converts speech to text\./)).toBeTruthy()
    expect(document.querySelector('.chat-mic-waves')).toBeTruthy()
    hears('we grew')
    hears('we grew threefold')
    expect(write().value).toBe('Well: we grew threefold')
    await user.click(mic('Stop listening'))
    expect(document.querySelector('.chat-mic-waves')).toBeNull()
    expect(mic().getAttribute('aria-pressed')).toBe('false')
    hears('nothing more')
    expect(write().value).toContain('threefold')
    expect(write().value).not.toContain('nothing')
  })

  it('[RULE-103] begins with Enter in an empty input, and ends so', async () => {
    const { user, onSend } = await composer()
    await user.type(write(), '  {Enter}')
    expect(spoken).toHaveLength(1)
    await user.keyboard('{Enter}')
    expect(last().abort).toHaveBeenCalled()
    expect(onSend).not.toHaveBeenCalled()
    await user.keyboard('words{Enter}')
    expect(spoken).toHaveLength(1)
    expect(onSend).toHaveBeenCalledTimes(1)
  })

  it('[CONST-025] listens for en-US, or for the language that was chosen, which this browser remembers', async () => {
    const { user, unmount } = await composer()
    await user.click(mic())
    expect(last().lang).toBe('en-US')
    await user.selectOptions(screen.getByLabelText('The language you speak'), 'zh-CN')
    expect(last().lang).toBe('zh-CN')
    unmount()
    await composer()
    await user.click(mic())
    expect(last().lang).toBe('zh-CN')
  })

  it.each([
    ['[ERR-056]', 'no-speech', 'status', 'We didn’t hear anything.'],
    ['[ERR-057]', 'audio-capture', 'alert', 'No microphone found.'],
    ['[ERR-058]', 'not-allowed', 'alert', 'The microphone is blocked for this page.'],
  ])('%s says what %s means and what to do, as %s', async (_rule, error, role, words) => {
    const { user } = await composer()
    // on a slow machine as well, no person was asked
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    await user.click(mic())
    act(() => {
      last().onerror?.({ error })
      last().onend?.()
    })
    now.mockRestore()
    const said = await screen.findByText(new RegExp(`^${words}`))
    expect(said.getAttribute('role')).toBe(role)
  })

  it('[ERR-059] says that the person denied it, in the three languages', async () => {
    const { user } = await composer()
    const now = vi.spyOn(performance, 'now')
    now.mockReturnValue(0)
    await user.click(mic())
    now.mockReturnValue(100)
    act(() => {
      last().onerror?.({ error: 'not-allowed' })
      last().onend?.()
    })
    now.mockRestore()
    for (const [language, words] of [
      ['en', 'Microphone access was denied.'],
      ['zh-Hans', '未获得麦克风权限。'],
      ['zh-Hant', '麥克風權限遭拒。請重新點選按鈕並允許。'],
    ] as const) {
      await act(() => chooseLanguage(language))
      expect((await screen.findByRole('alert')).textContent).toContain(words)
    }
  })

  it('[PERM-054, PERM-055] is disabled for a muted attendee, with the reason, and stops listening', async () => {
    const { user, show } = await composer()
    await user.click(mic())
    act(() => last().onstart?.())
    show({ muted: true })
    expect(last().abort).toHaveBeenCalled()
    expect(mic().disabled).toBe(true)
    const why = document.getElementById(mic().getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('You’re muted and can’t post in chat right now.')
    show({ muted: false })
    expect(mic().disabled).toBe(false)
  })

  it('is offered only where something can listen', async () => {
    vi.stubGlobal('SpeechRecognition', undefined)
    const { user, onSend } = await composer()
    expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull()
    await user.type(write(), '{Enter}')
    expect(onSend).not.toHaveBeenCalled()
  })

  it('stops when one types or sends, and keeps what was said', async () => {
    const { user, onSend } = await composer()
    await user.click(mic())
    hears('We grew')
    await user.type(write(), '!')
    expect(last().abort).toHaveBeenCalled()
    expect(write().value).toBe('We grew!')
    await user.click(mic())
    hears('Twice')
    await user.keyboard('{Enter}')
    expect(onSend).toHaveBeenCalledWith('We grew! Twice', undefined, undefined)
    hears('too late')
    expect(write().value).toBe('')
  })
})

/** The Enter by which an input method's word is taken: as most browsers tell it, and as Safari does, behind the end. */
const taking = [
  ['most browsers', { key: 'Enter', keyCode: 229, isComposing: true }],
  ['Safari', { key: 'Enter', keyCode: 229, isComposing: false }],
] as const

describe('writing', () => {
  it.each(taking)('[RULE-100] sends nothing when Enter picks a word of an input method, in %s', async (_where, key) => {
    const { user, onSend } = await composer()
    await user.type(write(), '你好')
    fireEvent.keyDown(write(), key)
    expect(onSend).not.toHaveBeenCalled()
    expect(write().value).toBe('你好')
    await user.keyboard('{Enter}')
    expect(onSend).toHaveBeenCalledTimes(1)
  })

  it.each(taking)(
    '[ROOM-014] picks no mention when Enter picks a word of an input method, in %s',
    async (_where, key) => {
      const { user } = await composer()
      await user.type(write(), '@')
      fireEvent.keyDown(search(), key)
      fireEvent.keyDown(search(), { ...key, key: 'Escape' })
      expect(screen.getByRole('listbox')).toBeTruthy()
      expect(write().value).toBe('@')
    },
  )

  it('[ROOM-014] opens the picker behind the wide @ of an input method, too', async () => {
    const { user } = await composer()
    fireEvent.change(write(), { target: { value: '＠' } })
    expect(screen.getByRole('listbox')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(write().value).toBe('＠')
    expect(atTyped('我们', '我们＠', 3)).toBe(2)
  })

  it('puts an emoji where one writes, by keyboard too', async () => {
    const { user, onSend } = await composer()
    await user.type(write(), 'Up ')
    await user.click(screen.getByRole('button', { name: 'Insert emoji' }))
    const dialog = await screen.findByRole('dialog', { name: 'Emoji' })
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: '😀' }))
    await user.click(within(dialog).getByRole('button', { name: '📈' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('!')
    await user.click(screen.getByRole('button', { name: 'Insert emoji' }))
    await screen.findByRole('dialog')
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    expect(write().value).toBe('Up 📈!🤩')
    await user.click(screen.getByRole('button', { name: 'Insert emoji' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(write())
    await user.keyboard('{Enter}')
    expect(onSend).toHaveBeenCalledWith('Up 📈!🤩', undefined, undefined)
  })

  it('goes on after another panel was open in between, in each chat for itself', async () => {
    const { user, unmount } = await composer({ chat: 'one' })
    await user.type(write(), 'half a thought')
    unmount()
    const { unmount: leave } = await composer({ chat: 'two' })
    expect(write().value).toBe('')
    leave()
    await composer({ chat: 'one' })
    expect(write().value).toBe('half a thought')
    fireEvent.submit(write().closest('form') as HTMLFormElement)
    cleanup()
    await composer({ chat: 'one' })
    expect(write().value).toBe('')
  })
})
