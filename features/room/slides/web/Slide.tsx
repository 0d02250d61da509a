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
  /** Called when the first picture is shown. */
  onShown?: (() => void) | undefined
}

/** How often the picture has failed to load, and how often it was requested again. */
const never = { times: 0, again: 0 }

/** One whole slide, as large as its frame. It stays until the next one is decoded. */
export function Slide({ page, total, width = 'large', onShown }: Props) {
  const { t } = useTranslation('room')
  const [before, setShown] = useState(page)
  const [failed, setFailed] = useState(never)
  // the first slide is drawn at once
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
    // a picture that cannot be decoded in advance is left to the browser, which shows its own error
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
        // a new element requests the picture again
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
