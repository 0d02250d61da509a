import { useCallback, useEffect, useRef } from 'react'
import type { Stretch } from '#features/results/replay/contract.ts'
import { load } from './play.ts'

interface Props {
  stretch: Stretch
  /** It is shown now; before its time it only loads. */
  shown: boolean
  volume: number
  label: string
  /** The label is shown too. */
  isNamed: boolean
  tell: (src: string, element: HTMLMediaElement | null) => void
  onFailure: (src: string) => void
}

/** What one person sent without a hole: a picture with a name, or a sound. */
export function StretchMedia({ stretch, shown, volume, label, isNamed, tell, onFailure }: Props) {
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
    if (element.current) element.current.volume = volume
  }, [volume])
  const media = <video ref={set} playsInline muted={!isSound} preload="auto" aria-label={isSound ? undefined : label} />
  if (isSound) return <div hidden>{media}</div>
  return (
    <figure className={`replay-picture ${source}`} hidden={!shown}>
      {media}
      {isNamed && <figcaption>{label}</figcaption>}
    </figure>
  )
}
