import { expect, it } from 'vitest'
import { keepInSight } from './keepInSight.ts'

it('leaves the room what a keyboard on the screen leaves in sight, and all of it without one', () => {
  const seen = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 })
  const page = { visualViewport: seen, document, innerHeight: 844 } as unknown as Window
  const { style } = document.documentElement
  const height = () => style.getPropertyValue('--seen-height')
  const end = keepInSight(page)
  expect(height()).toBe('')
  Object.assign(seen, { height: 508, offsetTop: 60 }).dispatchEvent(new Event('resize'))
  expect([height(), style.getPropertyValue('--seen-from')]).toEqual(['508px', '60px'])
  // drawn nearer by two fingers
  Object.assign(seen, { scale: 2 }).dispatchEvent(new Event('resize'))
  expect(height()).toBe('')
  Object.assign(seen, { scale: 1, offsetTop: 20 }).dispatchEvent(new Event('scroll'))
  expect(style.getPropertyValue('--seen-from')).toBe('20px')
  end()
  expect(height()).toBe('')
})
