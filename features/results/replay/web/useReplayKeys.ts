import { useEffect, useRef } from 'react'
import type { ReplayPage } from '#features/results/replay/contract.ts'
import type { ReplayClock } from './clock.ts'

/** Seconds by which an arrow moves. */
export const STEP = 10

/** The keys of the player, as people know them from others; what is written or chosen elsewhere keeps its own. */
export function useReplayKeys(clock: ReplayClock, pages: readonly ReplayPage[]) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const toSlide = (ahead: boolean) => {
      const { at } = clock
      // the begin of a slide goes to the one before it
      const next = ahead ? pages.find(page => page.at > at) : pages.findLast(page => page.at < at - 1)
      if (next) clock.seek(next.at)
    }
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select, [role="slider"]'))
        return
      const isButton = target.matches('button, a')
      if ((event.key === ' ' && !isButton) || event.key === 'k') clock.playing ? clock.pause() : clock.play()
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const ahead = event.key === 'ArrowRight'
        if (event.shiftKey) toSlide(ahead)
        else clock.seek(clock.at + (ahead ? STEP : -STEP))
      } else if (event.key === 'Home') clock.seek(0)
      else return
      event.preventDefault()
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [clock, pages])
  return frame
}
