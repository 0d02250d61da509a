import type { Track } from 'livekit-client'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** A video track on the page. LiveKit chooses the picture's size by this element. */
export function TrackVideo({ track, label, className = '' }: { track: Track; label: string; className?: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  // attached before painting, since LiveKit sends nothing without an element
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    track.attach(element)
    return () => void track.detach(element)
  }, [track])
  return <video ref={ref} className={className} aria-label={label} autoPlay playsInline muted />
}

/** A sound track, which has no visible element. */
export function TrackSound({ track, muted }: { track: Track; muted: boolean }) {
  const ref = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    track.attach(element)
    return () => void track.detach(element)
  }, [track])
  useEffect(() => {
    if (ref.current) ref.current.muted = muted
  }, [muted])
  // biome-ignore lint/a11y/useMediaCaption: the speech of people who speak now has no caption file
  return <audio ref={ref} autoPlay />
}

/** The person's own picture, mirrored. */
export function Mirror({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('video')
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className="mirror" autoPlay playsInline muted aria-label={t('check.picture')} />
}
