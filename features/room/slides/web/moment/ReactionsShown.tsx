import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import {
  type Reaction,
  type ReactionsBy,
  reactions,
  type ReactionsShown as Shown,
} from '#features/room/room/signals.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { reactionNames } from '#features/room/room/web/reactionNames.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import './moment.css'

/** How many float at the same time, and for how many milliseconds. */
const MOST = 18
const FLOATS = 2600

interface Floating {
  readonly id: number
  readonly emoji: Reaction
  /** Where it rises, in percent of the width. */
  readonly x: number
  /** More than one of the same came at once. */
  readonly count: number
}

/** The room's reactions, rising over the slide's lower edge. Managers also see the names. */
export function ReactionsShown() {
  const { connection } = useInRoom()
  const { t, i18n } = useTranslation('room')
  const [floating, setFloating] = useState<readonly Floating[]>([])
  const [by, setBy] = useState<ReactionsBy>()
  const shownName = useShownName()
  const next = useRef(0)
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, FLOATS)
      timers.add(timer)
    }
    const float = ({ counts }: Shown) => {
      const came = reactions.flatMap(emoji => risersOf(emoji, counts[emoji] ?? 0, () => next.current++))
      setFloating(now => [...now, ...came].slice(-MOST))
      const ids = new Set(came.map(one => one.id))
      later(() => setFloating(now => now.filter(one => !ids.has(one.id))))
    }
    const stop = connection.onSignal(signal => {
      if (signal.type === 'reactions') float(signal.payload as Shown)
      if (signal.type !== 'reactionsBy') return
      const said = signal.payload as ReactionsBy
      setBy(said)
      later(() => setBy(now => (now === said ? undefined : now)))
    })
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [connection])
  const latest = floating.at(-1)
  return (
    <div className="reactions">
      {floating.map(({ id, emoji, x, count }) => (
        <span key={id} className="reaction" style={{ left: `${x}%` }} aria-hidden>
          {emoji}
          {count > 1 && <span className="reaction-count tabular">{count}</span>}
        </span>
      ))}
      {by && <p className="reactions-by">{wordsOf(by, shownName, i18n.language)}</p>}
      <span className="unseen" role="status">
        {latest && t(`react.${reactionNames[latest.emoji]}`)}
      </span>
    </div>
  )
}

/** Up to three reactions of a kind rise one by one; more are one with their number. */
function risersOf(emoji: Reaction, count: number, newId: () => number): Floating[] {
  const risers = count > 3 ? 1 : count
  return Array.from({ length: risers }, () => ({
    id: newId(),
    emoji,
    x: 8 + Math.random() * 84,
    count: count > 3 ? count : 1,
  }))
}

const wordsOf = ({ names }: ReactionsBy, shownName: (name: string) => string, language: string): string =>
  reactions
    .flatMap(emoji => (names[emoji]?.length ? [`${emoji} ${writeItems(names[emoji].map(shownName), language)}`] : []))
    .join('   ')
