import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './Camera.css'

interface Props {
  onPicture: (picture: Blob) => void
  onClose: () => void
}

/** The camera's picture, mirrored, until the photo is taken. */
export function Camera({ onPicture, onClose }: Props) {
  const { t } = useTranslation(['profile', 'common'])
  const video = useRef<HTMLVideoElement>(null)
  const { failed, ready } = useCamera(video)

  async function shoot() {
    const element = video.current
    if (!element) return
    const canvas = document.createElement('canvas')
    canvas.width = element.videoWidth
    canvas.height = element.videoHeight
    const context = canvas.getContext('2d')
    context?.translate(canvas.width, 0)
    context?.scale(-1, 1)
    context?.drawImage(element, 0, 0)
    const picture = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', 0.95))
    if (picture) onPicture(picture)
  }

  return (
    <>
      {failed ? (
        <Alert color="red" variant="light" role="alert">
          {t('profile:avatar.noCamera')}
        </Alert>
      ) : (
        <video ref={video} className="camera" autoPlay muted playsInline aria-label={t('profile:avatar.preview')} />
      )}
      <Group>
        {!failed && (
          <Button onClick={shoot} disabled={!ready}>
            {t('profile:avatar.shoot')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common:act.back')}
        </Button>
      </Group>
    </>
  )
}

/** Shows the camera in a video element, and releases it on unmount. */
function useCamera(video: { readonly current: HTMLVideoElement | null }) {
  const [state, setState] = useState<'waits' | 'ready' | 'failed'>('waits')
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, facingMode: 'user' } }).then(
      async opened => {
        stream = opened
        if (gone || !video.current) return stop()
        video.current.srcObject = opened
        await video.current.play()
        setState('ready')
      },
      () => setState('failed'),
    )
    return () => {
      gone = true
      stop()
    }
  }, [video])
  return { failed: state === 'failed', ready: state === 'ready' }
}
