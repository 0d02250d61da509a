import { useEffect } from 'react'
import type { Face } from '#features/room/video/web/videoNow.ts'
import { useSpeaker } from './useSpeaker.ts'

/** Tells who has the large place, while there is one; it shows nothing itself. */
export function SpeakerWatch({ faces, onSpeaker }: { faces: readonly Face[]; onSpeaker: (id?: string) => void }) {
  const speaker = useSpeaker(faces)
  useEffect(() => onSpeaker(speaker), [speaker, onSpeaker])
  useEffect(() => () => onSpeaker(undefined), [onSpeaker])
  return null
}
