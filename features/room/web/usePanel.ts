import { useCallback, useState } from 'react'

export const panels = ['chat', 'people', 'company', 'say', 'notes', 'background', 'questions', 'polls'] as const
export type Panel = (typeof panels)[number]

const storedUnder = 'rostrum.room.panel'

/**
 * Which side panel is open. This browser remembers it; at first it is the chat where there is room beside the slide.
 * The notes and the background are for those on stage alone, the polls for those who run them.
 */
export function usePanel(
  onStage: boolean,
  runsPolls: boolean,
): {
  panel: Panel | undefined
  toggle: (panel: Panel) => void
  close: () => void
} {
  const [chosen, setPanel] = useState(stored)
  const isOthers = ((chosen === 'notes' || chosen === 'background') && !onStage) || (chosen === 'polls' && !runsPolls)
  const panel = isOthers ? undefined : chosen
  const set = useCallback((next: Panel | undefined) => {
    setPanel(next)
    try {
      localStorage.setItem(storedUnder, next ?? 'none')
    } catch {
      // without storage it is remembered as long as the page
    }
  }, [])
  return { panel, toggle: wanted => set(wanted === panel ? undefined : wanted), close: () => set(undefined) }
}

function stored(): Panel | undefined {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(storedUnder)
  } catch {
    // as on a first visit
  }
  if (kept === 'none') return undefined
  return panels.find(panel => panel === kept) ?? (innerWidth >= 1024 ? 'chat' : undefined)
}
