import { screen } from '@testing-library/react'
import { vi } from 'vitest'

// A test's browser lays nothing out: how high the list is, and that it has grown, is told to it.

/** The list of messages, as high as that inside, with 300 pixels of it in sight. */
export function tall(scrollHeight: number): HTMLElement {
  const box = screen.getByRole('region', { name: 'Messages' })
  Object.defineProperty(box, 'scrollHeight', { value: scrollHeight, configurable: true })
  Object.defineProperty(box, 'clientHeight', { value: 300, configurable: true })
  return box
}

/** Takes over who watches sizes. Answers how to tell that what is in the list has another size, and not the list. */
export function growing(): () => void {
  const watched = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly own: Element[] = []
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe(element: Element) {
        this.own.push(element)
        watched.set(element, this.tell)
      }
      disconnect() {
        for (const element of this.own) watched.delete(element)
      }
    },
  )
  return () => {
    for (const [element, tell] of [...watched]) if (element.matches('.chat-scroll *')) tell()
  }
}
