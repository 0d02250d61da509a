import { useEffect, useRef } from 'react'
import { isComposing } from '#web/ui/inputMethod.ts'

/** What a key does in the room. A page is a number from 1. */
export type KeyAct = 'next' | 'previous' | 'first' | 'last' | { readonly page: number } | Toggle
export type Toggle =
  | 'microphone'
  | 'camera'
  | 'screen'
  | 'chat'
  | 'people'
  | 'company'
  | 'say'
  | 'fullscreen'
  | 'pointer'
  | 'notes'
  | 'questions'

/** The keys with Alt, so that typing never switches anything, by the letters of the physical keys. */
export const toggleKeys: Readonly<Record<string, Toggle>> = {
  KeyA: 'microphone',
  KeyV: 'camera',
  KeyS: 'screen',
  KeyH: 'chat',
  KeyU: 'people',
  KeyI: 'company',
  KeyC: 'say',
  KeyF: 'fullscreen',
  KeyP: 'pointer',
  KeyN: 'notes',
  KeyQ: 'questions',
}

const turns: Readonly<Record<string, KeyAct>> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  PageDown: 'next',
  ' ': 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
}

export interface Key {
  readonly key: string
  readonly code: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** What a key does after the digits in `typed`; `digits` are the ones to keep for the next key. */
export function keyDoes(key: Key, typed: string): { act: KeyAct | undefined; digits: string } {
  if (key.ctrlKey || key.metaKey) return { act: undefined, digits: '' }
  if (key.altKey) return { act: toggleKeys[key.code], digits: '' }
  if (/^\d$/.test(key.key)) return { act: undefined, digits: (typed + key.key).slice(-4) }
  if (key.key === 'Enter' && Number(typed) > 0) return { act: { page: Number(typed) }, digits: '' }
  return { act: turns[key.key], digits: '' }
}

/** The page that a key turns to; undefined when it turns to none. */
export function pageOfKey(act: KeyAct, page: number, total: number): number | undefined {
  if (typeof act === 'object') return act.page <= total ? act.page : undefined
  return { next: page + 1, previous: page - 1, first: 1, last: total }[act as 'next']
}

/** On a Mac, Alt types å, ç, ß, and accents that wait for their letter. Elsewhere a key keeps its plain letter. */
function writesWithAlt({ key, code }: Key): boolean {
  return key === 'Dead' || ([...key].length === 1 && `Key${key.toUpperCase()}` !== code)
}

const boxes = 'input:is([type="checkbox"], [type="radio"])'

/**
 * Whether a key belongs to the element with the focus. Text takes all keys except those of a clicker that have no effect
 * there, buttons and links take Space and Enter, the bar and lists take arrows. A dialog takes all keys.
 */
export function belongsToFocus(target: EventTarget | null, key: Key): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key.altKey) return target.closest('input, textarea, [contenteditable]') !== null && writesWithAlt(key)
  if (target.closest('select, dialog') || document.querySelector('dialog[open]')) return true
  const box = target.closest<HTMLInputElement>(boxes)
  if (box) return key.key === ' ' || key.key === 'Enter' || (box.type === 'radio' && key.key.startsWith('Arrow'))
  const text = target.closest('input, textarea, [contenteditable]')
  if (text) return !/^Page(Up|Down)$/.test(key.key) || text.scrollHeight > text.clientHeight
  if (target.closest('.bar') && /^(Arrow|Home$|End$)/.test(key.key)) return true
  if (target.closest('button, a, summary')) return key.key === ' ' || key.key === 'Enter'
  // in what scrolls up and down, keys to the side and those of a clicker still turn the slide
  return target.closest('[data-own-keys]') !== null && !/^(ArrowLeft|ArrowRight|Page)/.test(key.key)
}

/** Escape moves the focus from a text to the room. */
function leaveText(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement && target.matches('input, textarea, select')) || target.closest('dialog')) return
  target.blur()
  document.querySelector<HTMLElement>('.room-main')?.focus({ preventScroll: true })
}

/** Listens to the keys of the whole page. `act` returns whether it used the key. */
export function useRoomKeys(act: (what: KeyAct) => boolean): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    let typed = ''
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      if (event.key === 'Escape') return leaveText(event.target)
      if (belongsToFocus(event.target, event)) return
      const does = keyDoes(event, typed)
      typed = does.digits
      if (does.act !== undefined && latest.current(does.act)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
