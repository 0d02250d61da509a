import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** My own picture, the way a mirror shows it. */
export function Mirror({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('video')
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className="mirror" autoPlay playsInline muted aria-label={t('check.picture')} />
}
