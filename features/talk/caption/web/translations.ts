import { useSyncExternalStore } from 'react'

/** Whether captions are translated, as the server last said. */
type TranslationState = 'on' | 'off' | 'down'

let state: TranslationState = 'on'
const watchers = new Set<() => void>()

export function noteTranslation(next: TranslationState): void {
  if (next === state) return
  state = next
  for (const watcher of watchers) watcher()
}

export const useTranslationState = (): TranslationState =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )

/** A translation, and the text that it translates: a later correction of the caption has none. */
interface Translation {
  readonly id: string
  readonly speaker: string
  readonly of: string
  readonly text: string
}
export type Translations = ReadonlyMap<string, Translation>

/** Captions whose translations are kept: more than are ever in view. */
const MOST = 20
const keyOf = ({ speaker, id }: { readonly speaker: string; readonly id: string }) => `${speaker} ${id}`

/** Adds a translation and drops the oldest. */
export function addTranslation(all: Translations, one: Translation): Translations {
  const others = [...all].filter(([key]) => key !== keyOf(one)).slice(1 - MOST)
  return new Map([...others, [keyOf(one), one]])
}

/** The translation of the current text of a caption. */
export function findTranslation(
  all: Translations,
  caption: { readonly id: string; readonly speaker: string; readonly text: string },
): string | undefined {
  const found = all.get(keyOf(caption))
  return found?.of === caption.text ? found.text : undefined
}
