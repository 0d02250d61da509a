import { useCallback, useEffect, useRef } from 'react'
import type { Stretch } from '#features/results/replay/contract.ts'
import { load } from './loadStretch.ts'

interface Props {
  stretch: Stretch
  /** It is shown now; before its time it only loads. */
  shown: boolean
  volume: number
  label: string
  /** The label is shown too. */
  isNamed: boolean
  /** It is under a watermark, which no window of its own may leave behind. */
  isMarked: boolean
  tell: (src: string, element: HTMLMediaElement | null) => void
  /** Its first picture is shown. */
  onPicture: () => void
  onFailure: (src: string) => void
}

/** What one person sent without a hole: a picture with a name, or a sound. */
export function StretchMedia({ stretch, shown, volume, label, isNamed, isMarked, tell, onPicture, onFailure }: Props) {
  const { src, source } = stretch
  const element = useRef<HTMLVideoElement>(null)
  const isSound = source === 'microphone' || source === 'screen_share_audio'
  const set = useCallback(
    (made: HTMLVideoElement | null) => {
      element.current = made
      tell(src, made)
    },
    [src, tell],
  )
  useEffect(() => {
    const media = element.current
    return media ? load(media, src, () => onFailure(src)) : undefined
  }, [src, onFailure])
  useEffect(() => {
    const media = element.current
    if (!media) return
    media.volume = volume
    // iOS ignores the volume
    if (isSound) media.muted = volume === 0
  }, [isSound, volume])
  useEffect(() => {
    const media = element.current
    if (isSound || !media) return
    if ('requestVideoFrameCallback' in media) media.requestVideoFrameCallback(onPicture)
    else (media as HTMLVideoElement).addEventListener('loadeddata', onPicture, { once: true })
  }, [isSound, onPicture])
  const usual = { ref: set, playsInline: true, preload: 'auto' } as const
  if (isSound)
    return (
      <div hidden>
        <video {...usual} />
      </div>
    )
  return (
    <figure className={`replay-picture ${source}`} hidden={!shown}>
      <video {...usual} muted disablePictureInPicture={isMarked} aria-label={label} />
      {isNamed && <figcaption>{label}</figcaption>}
    </figure>
  )
}
