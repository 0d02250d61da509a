import { type RefObject, useEffect, useRef } from 'react'
import type { ReplayPage } from '#features/results/replay/contract.ts'
import type { ReplayClock } from './clock.ts'
import { type ReplayView, speeds } from './view.ts'

/** Seconds by which an arrow moves. */
export const STEP = 10
/** By how much an arrow changes the volume. */
const LOUDER = 0.1

interface Keyed {
  readonly clock: ReplayClock
  readonly pages: readonly ReplayPage[]
  readonly view: ReplayView
  readonly toggleSmall: (() => void) | undefined
}

/** The keys of the player, as people know them from others; what is written or chosen elsewhere keeps its own. */
export function useReplayKeys(frame: RefObject<HTMLElement | null>, keyed: Keyed): void {
  const now = useRef(keyed)
  now.current = keyed
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOthers(event.key, target))
        return
      const act = actOf(event, target, element, now.current)
      if (!act) return
      // a key that is held turns nothing on and off again
      if (!event.repeat || !SWITCHES.has(event.key)) act()
      event.preventDefault()
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [frame])
}

/** Keys that turn something on or off. */
const SWITCHES = new Set([' ', 'k', 'm', 'c', 'f', 'i'])
/** Keys that move a slider. A click on its line focuses the slider itself rather than its thumb. */
const SLIDES = /^(Arrow\w+|Home|End|PageUp|PageDown)$/

/** Whether a key is for what has the focus: a field takes all, a slider those that move it. */
const isOthers = (key: string, target: HTMLElement): boolean =>
  target.matches('input, textarea, select') ||
  (SLIDES.test(key) && target.closest('[role="slider"], .mantine-Slider-root') !== null)

function actOf(
  { key, shiftKey }: KeyboardEvent,
  target: HTMLElement,
  frame: HTMLElement,
  { clock, pages, view, toggleSmall }: Keyed,
): (() => void) | undefined {
  const move = (seconds: number) => () => clock.seek(clock.at + seconds)
  const louder = (by: number) => () => view.setVolume((view.isSilent ? 0 : view.volume) + by)
  const faster = (by: number) => () => view.setSpeed(speeds[speeds.indexOf(view.speed) + by] ?? view.speed)
  const toggle = () => (clock.playing ? clock.pause() : clock.play())
  // a button is pressed by it
  if (key === ' ') return target.matches('button, a') ? undefined : toggle
  // elsewhere these scroll
  const isAtPlayer = target === frame || target.closest('.replay-bar') !== null
  if (isAtPlayer && (key === 'ArrowUp' || key === 'ArrowDown')) return louder(key === 'ArrowUp' ? LOUDER : -LOUDER)
  if (/^\d$/.test(key)) return () => clock.seek((clock.seconds * Number(key)) / 10)
  const acts = new Map<string, (() => void) | undefined>([
    ['k', toggle],
    ['j', move(-STEP)],
    ['l', move(STEP)],
    ['ArrowLeft', shiftKey ? toSlide(clock, pages, false) : move(-STEP)],
    ['ArrowRight', shiftKey ? toSlide(clock, pages, true) : move(STEP)],
    ['Home', () => clock.seek(0)],
    ['End', () => clock.seek(clock.seconds)],
    ['m', () => view.setSilent(!view.isSilent)],
    ['c', () => view.setCaptions(!view.hasCaptions)],
    ['f', () => fill(frame)],
    ['i', toggleSmall],
    ['<', faster(-1)],
    ['>', faster(1)],
  ])
  return acts.get(key)
}

/** Fills the screen, or does not any more. */
export function fill(frame: HTMLElement | null): void {
  const turned = document.fullscreenElement ? document.exitFullscreen() : frame?.requestFullscreen?.()
  // what the browser refuses changes nothing
  turned?.catch(() => {})
}

const toSlide = (clock: ReplayClock, pages: readonly ReplayPage[], ahead: boolean) => () => {
  const { at } = clock
  // the begin of a slide goes to the one before it
  const next = ahead ? pages.find(page => page.at > at) : pages.findLast(page => page.at < at - 1)
  if (next) clock.seek(next.at)
}
