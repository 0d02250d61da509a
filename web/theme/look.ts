import { useSyncExternalStore } from 'react'
import { interfaceSizes, type Look, sidebars, themeColours, usualLook } from '#contract/look.ts'

const storedUnder = 'rostrum.look'
const watchers = new Set<() => void>()
/** What was chosen: the account keeps it, and this browser until the account has said. */
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

/** Tells look.css what was chosen. */
export function applyLook(): void {
  document.documentElement.dataset['accent'] = look.theme_colour
  document.documentElement.dataset['size'] = look.size
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** What this browser has kept; a choice that is no longer offered is as if it had not been made. */
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

/** Where Mantine keeps the person's choice of light or dark. */
const schemeStoredUnder = 'mantine-color-scheme-value'

/** Applies light or dark before anything is drawn, so that nothing flashes. */
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
