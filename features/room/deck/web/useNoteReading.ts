import { type RefObject, useEffect } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'

/** Seconds between two notes; leaving the page notes what there is. */
const NOTED_EVERY = 15
/** Seconds without a sign of the reader after which they are taken to be away. */
const AWAY_AFTER = 120
const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

/** Notes for how long each page of a deck is in the middle of the window, as long as somebody is there to read it. */
export function useNoteReading(uuid: string, deck: number | undefined, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (deck === undefined) return
    const read = new Map<number, number>()
    let [sinceNote, sinceSign] = [0, 0]
    const send = () => {
      sinceNote = 0
      if (read.size === 0) return
      const pages = [...read].map(([page, seconds]) => ({ page, seconds }))
      read.clear()
      // a figure that is not noted harms nobody
      void roomClient(uuid)
        .noteReading({ pitch_uuid: uuid, deck, pages })
        .catch(() => {})
    }
    const timer = setInterval(() => {
      sinceSign++
      const page = document.hidden || sinceSign > AWAY_AFTER ? undefined : pageInMiddle(list.current)
      if (page !== undefined) read.set(page, (read.get(page) ?? 0) + 1)
      if (++sinceNote >= NOTED_EVERY) send()
    }, 1000)
    const isHere = () => {
      sinceSign = 0
    }
    // who comes back reads on, and what leaves may not come back
    const comeOrGo = () => {
      if (document.hidden) send()
      else isHere()
    }
    for (const sign of signs) addEventListener(sign, isHere, { passive: true })
    document.addEventListener('visibilitychange', comeOrGo)
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, isHere)
      document.removeEventListener('visibilitychange', comeOrGo)
      send()
    }
  }, [uuid, deck, list])
}

function pageInMiddle(list: HTMLElement | null): number | undefined {
  const middle = innerHeight / 2
  for (const figure of list?.querySelectorAll<HTMLElement>('[data-page]') ?? []) {
    const { top, bottom } = figure.getBoundingClientRect()
    if (top <= middle && bottom >= middle) return Number(figure.dataset['page'])
  }
  return undefined
}
