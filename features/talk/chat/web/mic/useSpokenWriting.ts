import { type RefObject, useRef } from 'react'
import { MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'
import type { Writing } from '../useWriting.ts'
import { spoken } from './dictation.ts'
import { type Dictating, type DictationMaker, useDictation } from './useDictation.ts'

/** Voice to text at the caret of the input; undefined if no dictation is possible. */
export function useSpokenWriting(
  { text, set }: Pick<Writing, 'text' | 'set'>,
  input: RefObject<HTMLTextAreaElement | null>,
  { allowed, otherwise }: { allowed: boolean; otherwise: DictationMaker | undefined },
): Dictating | undefined {
  /** The text before and behind the dictated words; `text` is the whole, for as long as the writer does not type. */
  const around = useRef({ before: '', after: '', text: '' })
  function beginHere() {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {}
    around.current = { before: text.slice(0, selectionStart), after: text.slice(selectionEnd), text }
  }
  function write(heard: string) {
    // the words of a recording come late, and go to where the caret is by then
    if (text !== around.current.text) beginHere()
    const { before, after } = around.current
    const { text: all, caret } = spoken(before, heard, after)
    around.current.text = all.slice(0, MESSAGE_LENGTH)
    set(all, caret)
  }
  return useDictation({ onStart: beginHere, onHeard: write, allowed }, otherwise)
}
