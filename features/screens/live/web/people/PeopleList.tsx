import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Person } from '#features/room/guest/contract.ts'
import type { PeoplePages } from './usePeoplePages.ts'

/** The height of a row in rem, as in people.css: a fixed height needs no measuring. */
const ROW = 3.25
/** Rows drawn above and below the visible ones. */
const BEYOND = 8
/** Rows drawn before the height is known. */
const FEWEST = 24

interface Props {
  pages: PeoplePages
  labelledBy: string
  /** The scrolling element. */
  scroller: RefObject<HTMLElement | null>
  row: (person: Person) => ReactNode
}

/** A list of any number of people, of whom only the visible rows are drawn. */
export function PeopleList({ pages, labelledBy, scroller, row }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [[from, to], setView] = useState<readonly [number, number]>([0, FEWEST])
  const { total = 0, need } = pages
  const look = () => {
    const [box, own] = [scroller.current, list.current]
    if (!box || !own) return
    const height = ROW * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')
    const above = box.getBoundingClientRect().top - own.getBoundingClientRect().top
    const first = Math.max(0, Math.floor(above / height) - BEYOND)
    const last = first + Math.max(FEWEST, Math.ceil(box.clientHeight / height) + 2 * BEYOND)
    setView(before => (before[0] === first && before[1] === last ? before : [first, last]))
  }
  const latest = useRef(look)
  latest.current = look
  // the content above the list may have grown
  useLayoutEffect(() => latest.current())
  useEffect(() => {
    const box = scroller.current
    const again = () => latest.current()
    box?.addEventListener('scroll', again, { passive: true })
    addEventListener('resize', again)
    return () => {
      box?.removeEventListener('scroll', again)
      removeEventListener('resize', again)
    }
  }, [scroller])
  const end = Math.min(to, total)
  useEffect(() => {
    if (end > from) need(from, end - 1)
  }, [from, end, need])
  const places = Array.from({ length: Math.max(0, end - from) }, (_, more) => from + more)
  return (
    <ul ref={list} className="people-list" aria-labelledby={labelledBy} style={{ height: `${total * ROW}rem` }}>
      {places.map(place => {
        const person = pages.at(place)
        return (
          <li
            key={person?.id ?? place}
            className="people-place"
            style={{ transform: `translateY(${place * ROW}rem)` }}
            aria-setsize={total}
            aria-posinset={place + 1}
            aria-busy={person ? undefined : true}
          >
            {person ? row(person) : <span className="person-coming" />}
          </li>
        )
      })}
    </ul>
  )
}
