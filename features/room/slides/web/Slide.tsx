import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import { ATTEMPTS, prepare } from '#features/room/room/web/pictures.ts'
import { pauseBefore } from '#web/client/pause.ts'
import './Slide.css'

interface Props {
  page: DeckPage | undefined
  total: number
  /** The room shows the largest picture, a smaller frame the medium one. */
  width?: 'large' | 'medium'
  /** Told when the first picture stands. */
  onShown?: (() => void) | undefined
}

/** How often the picture that stands has failed to come, and how often it was asked for again. */
const never = { times: 0, again: 0 }

/** One slide, whole, as large as its frame. The one before stays until the next one is decoded. */
export function Slide({ page, total, width = 'large', onShown }: Props) {
  const { t } = useTranslation('room')
  const [before, setShown] = useState(page)
  const [failed, setFailed] = useState(never)
  // the first one needs no other to be drawn before it
  const shown = before ?? page
  useEffect(() => {
    if (!page) return
    if (!before) return setShown(page)
    if (before.url === page.url) return
    let current = true
    const show = () => {
      if (!current) return
      setShown(page)
      setFailed(never)
    }
    // a picture that cannot be decoded beforehand is left to the browser, which says so in its way
    prepare(page.url).then(show, show)
    return () => {
      current = false
    }
  }, [page, before])
  useEffect(() => {
    if (failed.times === failed.again || failed.times >= ATTEMPTS) return
    const timer = setTimeout(() => setFailed({ times: failed.times, again: failed.times }), pauseBefore(failed.again))
    return () => clearTimeout(timer)
  }, [failed])
  if (!shown) return <div className="slide empty" />
  return (
    <figure className="slide">
      <img
        // another element asks for its picture anew
        key={failed.again}
        src={width === 'large' ? shown.url : shown.medium_url}
        width={shown.width}
        height={shown.height}
        alt={t('slide.alt', { page: shown.page, total })}
        aria-details={shown.text ? 'slide-text' : undefined}
        fetchPriority="high"
        decoding="sync"
        draggable={false}
        onLoad={onShown}
        onError={() => setFailed(before => ({ ...before, times: before.times + 1 }))}
      />
      <figcaption id="slide-text" className="unseen">
        {shown.text}
      </figcaption>
    </figure>
  )
}
