import { IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { MOST_ZOOM, ZOOM_STEP, zoomedBy } from '#features/room/slides/zoom.ts'
import { useGestures } from './useGestures.ts'
import type { PageZoom } from './useZoom.ts'
import { useZooming } from './useZooming.ts'
import './zoom.css'

interface Props {
  zoom: PageZoom
  /** The pointer is on: the mouse points and does not move the page. */
  points: boolean
}

/** Zooms by buttons, keys, the wheel with Ctrl and two fingers, and moves the zoomed page by dragging. */
export function ZoomBar({ zoom, points }: Props) {
  const { pitch, fail } = useInRoom()
  const { t } = useTranslation('view')
  const bar = useRef<HTMLFieldSetElement>(null)
  const change = useZooming(pitch, zoom, fail)
  const { shown, reach } = zoom
  useGestures(bar, { shown, change }, !points)
  const scale = shown?.scale ?? 1
  return (
    <fieldset ref={bar} className={`zoom-bar${shown ? ' zoomed' : ''}`} aria-label={t(`zoom.${reach ?? 'own'}`)}>
      <button
        type="button"
        aria-label={t('zoom.out')}
        aria-keyshortcuts="-"
        title={`${t('zoom.out')}  −`}
        disabled={!shown}
        onClick={() => change(zoomedBy(shown, 1 / ZOOM_STEP))}
      >
        <IconZoomOut size={20} aria-hidden />
      </button>
      <span className="tabular" role="status">
        {t('zoom.scale', { scale })}
      </span>
      <button
        type="button"
        aria-label={t('zoom.in')}
        aria-keyshortcuts="+"
        title={`${t('zoom.in')}  +`}
        disabled={scale >= MOST_ZOOM}
        onClick={() => change(zoomedBy(shown, ZOOM_STEP))}
      >
        <IconZoomIn size={20} aria-hidden />
      </button>
      {shown && (
        <button
          type="button"
          aria-label={t('zoom.whole')}
          aria-keyshortcuts="0"
          title={`${t('zoom.whole')}  0`}
          onClick={() => change(null)}
        >
          <IconMaximize size={20} aria-hidden />
        </button>
      )}
    </fieldset>
  )
}
