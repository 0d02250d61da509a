import { useSyncExternalStore } from 'react'
import { type CaptionLanguage, captionLanguages, nearestLanguage } from '#features/talk/caption/rules.ts'

export const captionSizes = ['small', 'medium', 'large', 'huge'] as const
export const captionPlaces = ['bottom', 'top'] as const
export const captionLooks = ['dark', 'light', 'clear'] as const

/** How the reader reads captions, and whether their speech is captioned. This browser stores it. */
export interface CaptionChoice {
  readonly on: boolean
  readonly size: (typeof captionSizes)[number]
  readonly place: (typeof captionPlaces)[number]
  readonly look: (typeof captionLooks)[number]
  /** The language that the reader reads; undefined: as spoken. */
  readonly reads: CaptionLanguage | undefined
  /** Shows the original beside the translation. */
  readonly both: boolean
  /** Whether the reader's speech is captioned, and the language that they speak. */
  readonly speaks: boolean
  readonly spoken: CaptionLanguage
}

const storedUnder = 'rostrum.room.captions'
const watchers = new Set<() => void>()
let choice: CaptionChoice | undefined

export function captionChoice(): CaptionChoice {
  choice ??= stored()
  return choice
}

export function chooseCaptions(change: Partial<CaptionChoice>): void {
  choice = { ...captionChoice(), ...change }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(choice))
  } catch {
    // without storage the choice lasts as long as the page
  }
  for (const watcher of watchers) watcher()
}

/** The current choice, shared by all components. */
export const useCaptionChoice = (): CaptionChoice => useSyncExternalStore(subscribe, captionChoice)

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function stored(): CaptionChoice {
  let kept: Record<string, unknown> = {}
  try {
    kept = Object(JSON.parse(localStorage.getItem(storedUnder) ?? '{}'))
  } catch {
    // without storage every visit is a first one
  }
  const one = <T>(all: readonly T[], value: unknown, otherwise: T): T => all.find(each => each === value) ?? otherwise
  return {
    on: kept['on'] === true,
    size: one(captionSizes, kept['size'], 'medium'),
    place: one(captionPlaces, kept['place'], 'bottom'),
    look: one(captionLooks, kept['look'], 'dark'),
    reads: one([...captionLanguages, undefined], kept['reads'], undefined),
    both: kept['both'] === true,
    speaks: kept['speaks'] === true,
    spoken: one(captionLanguages, kept['spoken'], nearestLanguage(globalThis.navigator?.language ?? 'en')),
  }
}
