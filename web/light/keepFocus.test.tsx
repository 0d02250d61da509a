import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Button } from './Button.tsx'
import { keepFocus } from './keepFocus.ts'
import { useAct } from './useAct.ts'

let stop: () => void
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => {
  stop()
  cleanup()
})

/** A desk whose dismissed items disappear after a moment, and whose moved ones change places. */
function Desk({ all = ['one', 'two', 'three'] }: { all?: string[] }) {
  const [items, setItems] = useState(all)
  const dismiss = useAct(async (which: string) => {
    await Promise.resolve()
    setItems(known => known.filter(item => item !== which))
  })
  return (
    <>
      <button type="button">next slide</button>
      <section className="panel">
        <button type="button">close</button>
        <ol>
          {items.map((item, at) => (
            <li key={item}>
              <button
                type="button"
                title={`first ${item}`}
                disabled={at === 0}
                onClick={() => setItems(moved(items, item))}
              >
                First
              </button>
              <Button title={`answer ${item}`}>Answer</Button>
              <Button title={`dismiss ${item}`} busy={dismiss.busy} onClick={() => dismiss.run(item)}>
                Dismiss
              </Button>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
function Slow({ until }: { until: Promise<void> }) {
  const act = useAct(() => until)
  return (
    <section className="panel">
      <Button busy={act.busy} onClick={() => act.run()}>
        Go
      </Button>
    </section>
  )
}
const moved = (items: readonly string[], item: string) => [item, ...items.filter(other => other !== item)]
const focused = () => document.activeElement?.getAttribute('title') ?? document.activeElement?.textContent
const focus = (title: string) => screen.getByTitle(title).focus()

describe('by keyboard', () => {
  it('moves on to the same act of the next item, then of the one before it, and at last to the panel', async () => {
    const user = userEvent.setup()
    render(<Desk />)
    focus('dismiss two')
    for (const next of ['dismiss three', 'dismiss one', 'close']) {
      await user.keyboard('{Enter}')
      await waitFor(() => expect(focused()).toBe(next))
    }
  })

  it('acts once on a repeating key', async () => {
    render(<Desk />)
    focus('dismiss one')
    fireEvent.keyDown(screen.getByTitle('dismiss one'), { key: 'Enter' })
    fireEvent.click(screen.getByTitle('dismiss one'))
    await waitFor(() => expect(focused()).toBe('dismiss two'))
    const next = screen.getByTitle('dismiss two')
    expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.keyUp(next, { key: 'Enter' })
    expect(fireEvent.keyDown(next, { key: 'Enter' })).toBe(true)
  })

  it('follows a moved element, and leaves a disabled one for its neighbour', async () => {
    const user = userEvent.setup()
    render(<Desk />)
    focus('first three')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('answer three'))
    expect(screen.getAllByText('Answer').map(({ title }) => title)).toEqual([
      'answer three',
      'answer one',
      'answer two',
    ])
  })

  it('moves on to the panel when a dialog disappears together with the element that opened it', async () => {
    const user = userEvent.setup()
    const draw = (deleted: boolean) => (
      <section className="panel">
        <button type="button">close</button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
        <section aria-label="Messages" title="messages" tabIndex={0}>
          {!deleted && (
            <dialog open>
              <button type="button" title="delete now">
                Delete
              </button>
            </dialog>
          )}
          <p>What was said</p>
        </section>
      </section>
    )
    const { rerender } = render(draw(false))
    focus('delete now')
    await user.keyboard('{Enter}')
    rerender(draw(true))
    await waitFor(() => expect(focused()).toBe('messages'))
  })

  it('stays on a button whose act is under way', async () => {
    const slow = Promise.withResolvers<void>()
    const user = userEvent.setup()
    render(<Slow until={slow.promise} />)
    const go = screen.getByText<HTMLButtonElement>('Go')
    go.focus()
    await user.keyboard('{Enter}')
    expect(go.getAttribute('aria-disabled')).toBe('true')
    expect([go.disabled, document.activeElement]).toEqual([false, go])
    slow.resolve()
    await waitFor(() => expect(go.getAttribute('aria-disabled')).toBeNull())
  })
})

describe('in the bar', () => {
  it('moves on to the button that replaces the pressed one', async () => {
    const user = userEvent.setup()
    const draw = (paused: boolean) => (
      <div className="bar">
        <div role="toolbar">
          <button type="button" tabIndex={0}>
            Mute
          </button>
          {paused ? (
            <button key="r" type="button" tabIndex={-1}>
              Resume
            </button>
          ) : (
            <button key="p" type="button" tabIndex={-1}>
              Pause
            </button>
          )}
        </div>
        <button type="button">End pitch</button>
      </div>
    )
    const { rerender } = render(draw(false))
    screen.getByText('Pause').focus()
    await user.keyboard(' ')
    rerender(draw(true))
    await waitFor(() => expect(focused()).toBe('Resume'))
  })
})

describe('by mouse', () => {
  const panel = (more?: ReactNode) => (
    <section className="panel">
      <button type="button">Show results</button>
      <label>
        <input type="checkbox" defaultChecked={false} /> Attendees may ask
      </label>
      <select aria-label="Slow mode" defaultValue="0">
        <option value="0">Off</option>
        <option value="5">5 s</option>
      </select>
      <textarea aria-label="Message" />
      {more}
    </section>
  )
  const settled = () => new Promise(resolve => setTimeout(resolve, 20))

  it('leaves a button, a labelled checkbox and a select after a press, but not a text field', async () => {
    const user = userEvent.setup()
    render(panel())
    await user.click(screen.getByText('Show results'))
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByText('Attendees may ask'))
    await settled()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByRole('combobox'))
    await user.selectOptions(screen.getByRole('combobox'), '5')
    await settled()
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByRole('textbox'))
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })

  it('leaves the keyboard to the room after a dialog that was opened, however it is closed', async () => {
    const user = userEvent.setup()
    const draw = (open: boolean) => (
      <div className="bar">
        <button type="button">Captions</button>
        {open && (
          <dialog open>
            <button type="button">Close</button>
          </dialog>
        )}
      </div>
    )
    const { rerender } = render(draw(false))
    await user.click(screen.getByText('Captions'))
    rerender(draw(true))
    screen.getByText('Close').focus()
    await user.keyboard('{PageDown}{Escape}')
    rerender(draw(false))
    await settled()
    expect(document.activeElement).toBe(document.body)
    screen.getByText('Captions').focus()
    await user.keyboard('{Enter}')
    rerender(draw(true))
    screen.getByText('Close').focus()
    await user.keyboard('{Escape}')
    rerender(draw(false))
    await waitFor(() => expect(focused()).toBe('Captions'))
  })

  it('leaves a button to which a dialog returns it, and not a text field', async () => {
    const user = userEvent.setup()
    const draw = (open: boolean) => (
      <section className="panel">
        <button type="button">Remove</button>
        <textarea aria-label="Message" />
        {open && (
          <dialog open>
            <button type="button">Yes</button>
          </dialog>
        )}
      </section>
    )
    const { rerender } = render(draw(false))
    for (const [opener, stays] of [
      ['button', false],
      ['textbox', true],
    ] as const) {
      await user.click(document.body)
      rerender(draw(true))
      screen.getByText('Yes').focus()
      await user.keyboard('{Escape}')
      // as the browser does when a dialog closes
      screen.getAllByRole(opener)[0]?.focus()
      rerender(draw(false))
      await settled()
      expect(document.activeElement === screen.getAllByRole(opener)[0]).toBe(stays)
    }
  })

  it('lets a press happen before its popover closes on blur', async () => {
    const user = userEvent.setup()
    const seen: string[] = []
    render(
      <div role="dialog" aria-label="Emoji" onBlur={() => seen.push('closed')}>
        <button type="button" onClick={() => seen.push('picked')}>
          Smile
        </button>
      </div>,
    )
    await user.click(screen.getByText('Smile'))
    expect(seen).toEqual(['picked'])
  })

  it('stays where keys have put it', async () => {
    const user = userEvent.setup()
    render(panel())
    screen.getByText('Show results').focus()
    await user.keyboard('{Enter}')
    expect(focused()).toBe('Show results')
    await user.tab()
    await user.keyboard(' ')
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  })
})

describe('returns to the room', () => {
  it.each([
    ['on an element that disappears', 'dismiss two', undefined],
    // as the bar does
    ['on an element that drops the focus', 'answer two', () => (document.activeElement as HTMLElement).blur()],
  ])('after a press by mouse %s, and stays there when a key turns the slide', async (_, pressed, after) => {
    const user = userEvent.setup()
    const slide = (page: number) => (
      <>
        <p>Slide {page}</p>
        <Desk />
      </>
    )
    const { rerender } = render(slide(1))
    await user.click(screen.getByTitle(pressed))
    after?.()
    await waitFor(() => expect(document.activeElement).toBe(document.body))
    await new Promise(resolve => setTimeout(resolve, 20))
    await user.keyboard('{ArrowRight}')
    rerender(slide(2))
    screen.getByText('Slide 2').append(document.createElement('img'))
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(document.activeElement).toBe(document.body)
  })

  it('when the person went there before an element disappears, and when the panel itself disappears', async () => {
    const user = userEvent.setup()
    const { rerender } = render(<Desk key="a" />)
    focus('dismiss two')
    await user.keyboard('{ArrowRight}')
    await user.click(document.body)
    rerender(<Desk key="b" all={['one']} />)
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(document.body)
    focus('dismiss one')
    await user.keyboard('{ArrowRight}')
    rerender(<button type="button">next slide</button>)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(document.activeElement).toBe(document.body)
  })
})
