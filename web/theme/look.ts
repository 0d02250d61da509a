import { useSyncExternalStore } from 'react'
import { interfaceSizes, type Look, sidebars, themeColours, usualLook } from '#contract/look.ts'

const storedUnder = 'rostrum.look'
const watchers = new Set<() => void>()
/** The chosen look: stored in the account, and in this browser until the account has answered. */
let look = read()

/** Changes the look at once, and keeps it in this browser. */
export function setLook(change: Partial<Look>): void {
  const names = Object.keys(change) as (keyof Look)[]
  if (names.every(name => look[name] === change[name])) return
  look = { ...look, ...change }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(look))
  } catch {
    // without storage the look lasts until the page is left
  }
  applyLook()
  for (const tell of watchers) tell()
}

export const useLook = (): Look => useSyncExternalStore(watch, () => look)

/** Sets the attributes that look.css reads. */
export function applyLook(): void {
  document.documentElement.dataset['accent'] = look.theme_colour
  document.documentElement.dataset['size'] = look.size
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The look stored in this browser; choices that are no longer offered are ignored. */
function read(): Look {
  let stored: Partial<Record<keyof Look, string>> = {}
  try {
    stored = JSON.parse(localStorage.getItem(storedUnder) ?? '{}')
  } catch {
    // as above
  }
  return {
    size: interfaceSizes.find(size => size === stored.size) ?? usualLook.size,
    theme_colour: themeColours.find(colour => colour === stored.theme_colour) ?? usualLook.theme_colour,
    sidebar: sidebars.find(sidebar => sidebar === stored.sidebar) ?? usualLook.sidebar,
  }
}

/** The key under which Mantine stores the choice of light or dark. */
const schemeStoredUnder = 'mantine-color-scheme-value'

/** Applies light or dark before the first paint, so that nothing flashes. */
export function applyColourScheme(): void {
  const stored = storedScheme()
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

function storedScheme(): string | null {
  try {
    return localStorage.getItem(schemeStoredUnder)
  } catch {
    return null
  }
}
