import { useEffect, useRef, useState } from 'react'
import type { Face } from '#features/room/video/web/videoNow.ts'
import { nobodySpeaks, speakerNow } from './speaker.ts'

/** Who has the large place among these, for as long as somebody has. */
export function useSpeaker(faces: readonly Face[]): string | undefined {
  const speaker = useRef(nobodySpeaks)
  const [, draw] = useState<string>()
  speaker.current = speakerNow(speaker.current, faces, performance.now())
  const { id, quietSince } = speaker.current
  const waits = quietSince !== undefined && faces.some(face => face.isSpeaking && !face.isMe)
  useEffect(() => {
    if (!waits) return
    // nobody else tells when the silence has lasted long enough
    const timer = setInterval(() => {
      const next = speakerNow(speaker.current, faces, performance.now())
      if (next.id !== speaker.current.id) draw(next.id)
      speaker.current = next
    }, 200)
    return () => clearInterval(timer)
  }, [waits, faces])
  return id
}
