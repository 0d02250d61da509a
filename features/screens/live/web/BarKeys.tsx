import { type RefObject, useEffect } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The buttons beside this one: those of the bar, or those of an open menu in it. */
function beside(tools: Element, list: Element | null): HTMLButtonElement[] {
  return [...tools.querySelectorAll('button')].filter(
    button =>
      !button.disabled &&
      (button.checkVisibility?.() ?? true) &&
      !button.closest('dialog') &&
      button.closest('fieldset') === list,
  )
}

/** The keyboard navigation of the bar. It loads after the slide, as the controls do. */
export function BarKeys({ bar }: { bar: RefObject<HTMLElement | null> }) {
  useEffect(() => (bar.current ? keepToolbar(bar.current) : undefined), [bar])
  return null
}

/**
 * Makes the controls of the bar one tab stop, with arrow keys, Home and End between them. Controls appear late and
 * disappear, so each key reads the present ones. Returns how to stop.
 */
function keepToolbar(bar: HTMLElement): () => void {
  const tools = bar.querySelector('[role="toolbar"]')
  if (!tools) return () => {}
  let last: EventTarget | null = null
  const settle = () => {
    const buttons = beside(tools, null)
    const stop = buttons.find(button => button === last) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  const focus = ({ target }: FocusEvent) => {
    if (!beside(tools, null).some(button => button === target)) return
    last = target
    settle()
  }
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLButtonElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    const buttons = beside(tools, target.closest('fieldset'))
    const at = buttons.indexOf(target)
    const step = steps[key]
    const to = key === 'Home' ? 0 : key === 'End' ? -1 : step === undefined ? undefined : (at + step) % buttons.length
    if (at < 0 || to === undefined) return
    event.preventDefault()
    buttons.at(to)?.focus()
  }
  const watch = new MutationObserver(settle)
  watch.observe(tools, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  settle()
  bar.addEventListener('focusin', focus)
  bar.addEventListener('keydown', press)
  return () => {
    watch.disconnect()
    bar.removeEventListener('focusin', focus)
    bar.removeEventListener('keydown', press)
  }
}
