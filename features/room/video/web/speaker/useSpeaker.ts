import { useEffect, useRef, useState } from 'react'
import type { Face } from '#features/room/video/web/videoNow.ts'
import { noSpeaker, speakerNow } from './speaker.ts'

/** The id of the face in the large place; undefined without faces. */
export function useSpeaker(faces: readonly Face[]): string | undefined {
  const speaker = useRef(noSpeaker)
  const [, draw] = useState<string>()
  speaker.current = speakerNow(speaker.current, faces, performance.now())
  const { id, quietSince } = speaker.current
  const waits = quietSince !== undefined && faces.some(face => face.isSpeaking && !face.isMe)
  useEffect(() => {
    if (!waits) return
    // no event tells when the silence has lasted long enough
    const timer = setInterval(() => {
      const next = speakerNow(speaker.current, faces, performance.now())
      if (next.id !== speaker.current.id) draw(next.id)
      speaker.current = next
    }, 200)
    return () => clearInterval(timer)
  }, [waits, faces])
  return id
}

/** Reports who has the large place while it is mounted; renders nothing. */
export function SpeakerWatch({ faces, onSpeaker }: { faces: readonly Face[]; onSpeaker: (id?: string) => void }) {
  const speaker = useSpeaker(faces)
  useEffect(() => onSpeaker(speaker), [speaker, onSpeaker])
  useEffect(() => () => onSpeaker(undefined), [onSpeaker])
  return null
}
