import { type RefObject, useRef } from 'react'
import { MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'
import type { Writing } from '../useWriting.ts'
import { spoken } from './dictation.ts'
import { type Dictating, type DictationMaker, useDictation } from './useDictation.ts'

/** Voice to text into what is being written, where one writes; undefined where nothing can be dictated. */
export function useSpokenWriting(
  { text, set }: Pick<Writing, 'text' | 'set'>,
  input: RefObject<HTMLTextAreaElement | null>,
  { allowed, otherwise }: { allowed: boolean; otherwise: DictationMaker | undefined },
): Dictating | undefined {
  /** What stands before and behind what is said; `text` is all of it, as long as nobody writes in between. */
  const around = useRef({ before: '', after: '', text: '' })
  function beginHere() {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {}
    around.current = { before: text.slice(0, selectionStart), after: text.slice(selectionEnd), text }
  }
  function write(heard: string) {
    // words of a recording come late, and go where one writes by then
    if (text !== around.current.text) beginHere()
    const { before, after } = around.current
    const { text: all, caret } = spoken(before, heard, after)
    around.current.text = all.slice(0, MESSAGE_LENGTH)
    set(all, caret)
  }
  return useDictation({ onStart: beginHere, onHeard: write, allowed }, otherwise)
}
