import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { shapedAs } from '#features/room/deck/web/shape.ts'
import { pageOf } from '#features/room/deck/web/useDeck.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Slide } from '#features/room/slides/web/Slide.tsx'
import { transformOf } from '#features/room/slides/zoom.ts'
import { useSpeaker } from '#features/room/video/web/speaker/useSpeaker.ts'
import { TrackVideo } from '#features/room/video/web/TrackVideo.tsx'
import { useLiveScreen } from '../liveScreen.ts'
import { OwnName } from '../OwnName.tsx'
import './layout.css'

interface Props {
  window: Window
  onClose: () => void
}

/** The room in a small window above other programs: the slide or the shared screen, and the speaker. */
export function SmallRoom({ window: small, onClose }: Props) {
  const { t } = useTranslation(['room', 'video'])
  const { room } = useInRoom()
  const { deck, slides, video: own } = useLiveScreen()
  const { look, total, zoom } = slides
  const video = own.now
  useEffect(() => {
    small.addEventListener('pagehide', onClose)
    return () => small.removeEventListener('pagehide', onClose)
  }, [small, onClose])
  useEffect(() => () => small.close(), [small])
  const sharer = video.faces.find(face => face.screen && !face.isMe)
  const speaker = useSpeaker(video.faces)
  const face = video.faces.find(({ id }) => id === speaker)
  return createPortal(
    <main className="small-room" data-look="dark" style={shapedAs(sharer ? undefined : deck?.pages)}>
      <div className="small-hero">
        {sharer?.screen ? (
          <TrackVideo
            track={sharer.screen}
            label={t('room:screenOf', { name: sharer.name })}
            className="stage-screen"
          />
        ) : (
          <div className="zoom-layer" style={{ transform: transformOf(zoom.shown) }}>
            <Slide page={pageOf(deck, look.shown)} total={total} width="medium" />
          </div>
        )}
        <OwnName />
      </div>
      {room.recorded && (
        <p className="bar-live small-recorded" data-paused={room.paused || undefined}>
          {t(room.paused ? 'room:bar.recordingPaused' : 'room:bar.recorded')}
        </p>
      )}
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
