import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { MENTIONED_PEOPLE, MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'

interface Written {
  readonly text: string
  /** The people picked behind an @; they are mentioned as long as the text has their name. */
  readonly picked: readonly Mentioned[]
}
const nothing: Written = { text: '', picked: [] }

/** The unsent text of each chat, kept as long as the page, also while another panel is open. */
const kept = new Map<string, Written>()

interface Inserting {
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** The person whom it mentions. */
  readonly person?: Mentioned
  /** The focus stays, instead of moving behind the inserted text. */
  readonly elsewhere?: boolean | undefined
}

export interface Writing {
  readonly text: string
  readonly mentioned: readonly Mentioned[]
  /** `caret`: its new place; undefined to leave it to the browser. */
  readonly set: (text: string, caret?: number) => void
  /** Replaces the selection, or `range`. */
  readonly insert: (piece: string, how?: Inserting) => void
  readonly clear: () => void
}

/** The text that is being written in one chat. */
export function useWriting(chat: string | undefined, input: RefObject<HTMLTextAreaElement | null>): Writing {
  const [written, setWritten] = useState(() => kept.get(chat ?? '') ?? nothing)
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (chat && written.text.trim()) kept.set(chat, written)
    else kept.delete(chat ?? '')
  }, [chat, written])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set after the text that it belongs to
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.focus()
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [written, input])

  const set = useCallback((text: string, at?: number) => {
    caret.current = at
    setWritten(before => ({ ...before, text: text.slice(0, MESSAGE_LENGTH) }))
  }, [])
  const insert = useCallback(
    (piece: string, { range, person, elsewhere = false }: Inserting = {}) => {
      const { selectionStart = 0, selectionEnd = 0 } = input.current ?? {}
      const { start, end } = range ?? { start: selectionStart, end: selectionEnd }
      caret.current = elsewhere ? undefined : start + piece.length
      setWritten(before => ({
        text: (before.text.slice(0, start) + piece + before.text.slice(end)).slice(0, MESSAGE_LENGTH),
        picked: person ? [...before.picked.filter(({ id }) => id !== person.id), person] : before.picked,
      }))
    },
    [input],
  )
  const clear = useCallback(() => setWritten(nothing), [])
  const mentioned = written.picked.filter(({ name }) => written.text.includes(`@${name}`)).slice(-MENTIONED_PEOPLE)
  return { text: written.text, mentioned, set, insert, clear }
}

/**
 * The place of an @, or a wide ＠ of an input method, that was just typed and may begin a name: at the beginning, behind
 * a blank, or behind a letter that no mail address has. Undefined for any other change.
 */
export function atTyped(before: string, after: string, caret: number): number | undefined {
  if (after.length !== before.length + 1 || !/[@＠]/.test(after[caret - 1] ?? '')) return undefined
  return /[\w.+-]$/.test(after.slice(0, caret - 1)) ? undefined : caret - 1
}
