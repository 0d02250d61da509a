import { useCallback, useState } from 'react'

export const panels = ['chat', 'people', 'company', 'say', 'notes', 'background', 'questions', 'polls'] as const
export type Panel = (typeof panels)[number]
export const isPanel = (what: unknown): what is Panel => panels.some(panel => panel === what)

const storedUnder = 'rostrum.room.panel'

/** A viewer's rights to panels. */
export interface PanelRights {
  readonly onStage: boolean
  /** Moderates: runs polls and the question desk. */
  readonly looksAfter: boolean
  readonly attends: boolean
}

const only: Partial<Record<Panel, keyof PanelRights>> = {
  notes: 'onStage',
  background: 'onStage',
  polls: 'looksAfter',
  say: 'attends',
}
export function mayOpenPanel(panel: Panel, rights: PanelRights): boolean {
  const right = only[panel]
  return right === undefined || rights[right]
}

/** The open side panel, which this browser remembers. The first one is the chat, on a wide screen. */
export function usePanel(rights: PanelRights): {
  panel: Panel | undefined
  toggle: (panel: Panel) => void
  close: (byKey: boolean) => void
} {
  const [chosen, setPanel] = useState(stored)
  const panel = chosen && mayOpenPanel(chosen, rights) ? chosen : undefined
  const set = useCallback((next: Panel | undefined) => {
    setPanel(next)
    try {
      localStorage.setItem(storedUnder, next ?? 'none')
    } catch {
      // without storage the choice lasts as long as the page
    }
  }, [])
  const toggle = (wanted: Panel) => {
    keepFocus('room')
    set(wanted === panel ? undefined : wanted)
  }
  const close = (byKey: boolean) => {
    keepFocus(byKey ? 'control' : 'room')
    set(undefined)
  }
  return { panel, toggle, close }
}

/**
 * Moves the focus out of a panel that closes: to the control that opened it, or to the room, whose keys turn slides at once.
 */
function keepFocus(to: 'control' | 'room'): void {
  if (!document.getElementById('room-panel')?.contains(document.activeElement)) return
  const control = document.querySelector<HTMLElement>('.bar [aria-controls="room-panel"], .more-control > button')
  const main = document.querySelector<HTMLElement>('.room-main')
  ;((to === 'control' ? control : undefined) ?? main)?.focus({ preventScroll: true })
}

function stored(): Panel | undefined {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(storedUnder)
  } catch {
    // as on a first visit
  }
  if (kept === 'none') return undefined
  return isPanel(kept) ? kept : innerWidth >= 1024 ? 'chat' : undefined
}
