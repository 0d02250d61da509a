import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import { Slide } from '#features/room/slides/web/Slide.tsx'
import { transformOf, type Zoom } from '#features/room/slides/zoom.ts'
import { useSpeaker } from '#features/room/video/web/speaker/useSpeaker.ts'
import { TrackVideo } from '#features/room/video/web/TrackVideo.tsx'
import type { VideoNow } from '#features/room/video/web/videoNow.ts'
import './layout.css'

interface Props {
  window: Window
  page: DeckPage | undefined
  total: number
  zoom: Zoom | null
  video: VideoNow
  onClose: () => void
}

/** The room in a small window above other programs: the slide or the shared screen, and who speaks. */
export function SmallRoom({ window: small, page, total, zoom, video, onClose }: Props) {
  const { t } = useTranslation(['room', 'video'])
  useEffect(() => {
    small.addEventListener('pagehide', onClose)
    return () => small.removeEventListener('pagehide', onClose)
  }, [small, onClose])
  useEffect(() => () => small.close(), [small])
  const sharer = video.faces.find(face => face.screen && !face.isMe)
  const speaker = useSpeaker(video.faces)
  const face = video.faces.find(({ id }) => id === speaker)
  return createPortal(
    <main className="small-room" data-look="dark">
      <div className="small-hero">
        {sharer?.screen ? (
          <TrackVideo
            track={sharer.screen}
            label={t('room:screenOf', { name: sharer.name })}
            className="stage-screen"
          />
        ) : (
          <div className="zoom-layer" style={{ transform: transformOf(zoom) }}>
            <Slide page={page} total={total} width="medium" />
          </div>
        )}
      </div>
      {face?.camera && (
        <div className="small-face">
          <TrackVideo
            track={face.camera}
            label={t('video:pictureOf', { name: face.isMe ? t('video:you') : face.name })}
            className={face.isMe ? 'mirror' : ''}
          />
        </div>
      )}
    </main>,
    small.document.body,
  )
}
