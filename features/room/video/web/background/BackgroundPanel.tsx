import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Mirror, TrackVideo } from '../TrackVideo.tsx'
import { usePreview } from '../usePreview.ts'
import type { Video } from '../useVideo.ts'
import { BackgroundChoices } from './BackgroundChoices.tsx'
import { useBackground } from './useBackground.ts'

/** [ROOM-007] The side panel in which a person on stage chooses their background and sees it. */
export function BackgroundPanel({ video }: { video: Video }) {
  const { t } = useTranslation(['device', 'video'])
  const { choice, choose, now } = video
  const [version, setVersion] = useState(0)
  const live = now.faces.find(face => face.isMe)?.camera
  // before the room is live, and while the camera is off, only the person sees this
  const preview = usePreview('camera', now.state !== 'on' && choice.camera, choice.cameraId)
  const seen = useBackground(preview.stream, choice.background, version)
  return (
    <div className="background-panel">
      {live ? (
        <TrackVideo track={live} label={t('video:check.picture')} className="mirror" />
      ) : seen.stream ? (
        <Mirror stream={seen.stream} />
      ) : (
        <p className="background-note">{t(choice.camera ? 'video:check.noPicture' : 'video:check.cameraOff')}</p>
      )}
      <BackgroundChoices
        choice={choice.background ?? 'none'}
        state={now.state === 'on' ? now.background : seen.state}
        onChoose={background => choose({ background })}
        onPicture={() => {
          setVersion(version + 1)
          video.changePicture()
        }}
      />
    </div>
  )
}
