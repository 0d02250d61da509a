import { describe, expect, it } from 'vitest'
import { keyDoes } from './useRoomKeys.ts'

const key = (name: string, more = {}) => ({
  key: name,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

describe('the keyboard of a room', () => {
  it.each([
    ['ArrowRight', 'next'],
    [' ', 'next'],
    ['PageDown', 'next'],
    ['ArrowLeft', 'previous'],
    ['PageUp', 'previous'],
    ['Home', 'first'],
    ['End', 'last'],
  ])('turns on %s', (name, act) => expect(keyDoes(key(name), '').act).toBe(act))

  it('goes to the page of digits and Enter', () => {
    const one = keyDoes(key('1'), '')
    const two = keyDoes(key('2'), one.digits)
    expect(keyDoes(key('Enter'), two.digits)).toEqual({ act: { page: 12 }, digits: '' })
    expect(keyDoes(key('Enter'), '').act).toBeUndefined()
    expect(keyDoes(key('ArrowRight'), '1').digits).toBe('')
  })

  it('switches only with Alt, by the physical key, and leaves the browser its own', () => {
    expect(keyDoes(key('å', { altKey: true, code: 'KeyA' }), '').act).toBe('microphone')
    expect(keyDoes(key('a', { code: 'KeyA' }), '').act).toBeUndefined()
    expect(keyDoes(key('ArrowRight', { ctrlKey: true }), '').act).toBeUndefined()
  })
})
