import { fireEvent, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { belongsToFocus, keyDoes, useRoomKeys } from './useRoomKeys.ts'

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

  const alt = (name: string, code: string) => key(name, { code, altKey: true })
  it.each(['input', 'textarea', 'div'])('leaves what Alt writes on a Mac to the %s that is written in', kind => {
    const field = document.createElement(kind)
    if (kind === 'div') field.setAttribute('contenteditable', 'true')
    for (const [written, code] of [
      ['å', 'KeyA'],
      ['ç', 'KeyC'],
      ['ß', 'KeyS'],
      ['Dead', 'KeyU'],
      ['Dead', 'KeyN'],
      ['Å', 'KeyA'],
    ] as const)
      expect(belongsToFocus(field, alt(written, code)), written).toBe(true)
    // where Alt writes nothing, it switches from inputs too
    for (const [plain, code] of [
      ['a', 'KeyA'],
      ['h', 'KeyH'],
      ['H', 'KeyH'],
    ] as const)
      expect(belongsToFocus(field, alt(plain, code)), plain).toBe(false)
  })

  it('lets a text be scrolled by key, and turned from by a clicker', () => {
    const notes = document.createElement('section')
    notes.setAttribute('data-own-keys', '')
    for (const name of ['ArrowDown', 'ArrowUp', ' ', 'Home', 'End'])
      expect(belongsToFocus(notes, key(name)), name).toBe(true)
    for (const name of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'])
      expect(belongsToFocus(notes, key(name)), name).toBe(false)
  })

  it('lets a clicker turn from a text that scrolls nowhere, and leaves a long one its own', () => {
    const text = document.createElement('textarea')
    for (const name of ['PageDown', 'PageUp']) expect(belongsToFocus(text, key(name)), name).toBe(false)
    for (const name of ['ArrowRight', ' ', 'Home', 'Enter', '5'])
      expect(belongsToFocus(text, key(name)), name).toBe(true)
    Object.defineProperty(text, 'scrollHeight', { value: 400 })
    expect(belongsToFocus(text, key('PageDown'))).toBe(true)
    expect(belongsToFocus(document.createElement('select'), key('PageDown'))).toBe(true)
  })

  it('leaves a box the keys that press it, and no more', () => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox' })
    expect(belongsToFocus(box, key(' '))).toBe(true)
    for (const name of ['ArrowRight', 'PageDown', '5']) expect(belongsToFocus(box, key(name)), name).toBe(false)
    const choice = Object.assign(document.createElement('input'), { type: 'radio' })
    expect(belongsToFocus(choice, key('ArrowRight'))).toBe(true)
    expect(belongsToFocus(choice, key('PageDown'))).toBe(false)
  })

  it('turns nothing behind a dialog, wherever the focus is', () => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('open', '')
    document.body.append(dialog)
    expect(belongsToFocus(document.body, key('PageDown'))).toBe(true)
    dialog.remove()
    expect(belongsToFocus(document.body, key('PageDown'))).toBe(false)
  })

  it('takes the keyboard back by Escape from what is written in, unless another listener has used it', () => {
    const acts: unknown[] = []
    const { unmount } = renderHook(() => useRoomKeys(act => acts.push(act) > 0))
    const text = document.createElement('textarea')
    const room = Object.assign(document.createElement('main'), { className: 'room-main', tabIndex: -1 })
    document.body.append(text, room)
    text.focus()
    text.addEventListener('keydown', event => event.preventDefault(), { once: true })
    fireEvent.keyDown(text, { key: 'Escape' })
    // an input method's own, which Safari tells of only by its code
    fireEvent.keyDown(text, { key: 'Escape', keyCode: 229 })
    expect(document.activeElement).toBe(text)
    fireEvent.keyDown(text, { key: 'Escape' })
    expect(document.activeElement).toBe(room)
    fireEvent.keyDown(room, { key: 'ArrowRight' })
    expect(acts).toEqual(['next'])
    text.remove()
    room.remove()
    unmount()
  })

  it('takes what Alt writes on a Mac as a switch where nothing is written', () => {
    expect(belongsToFocus(document.body, alt('å', 'KeyA'))).toBe(false)
    expect(belongsToFocus(document.createElement('button'), alt('Dead', 'KeyU'))).toBe(false)
  })
})
