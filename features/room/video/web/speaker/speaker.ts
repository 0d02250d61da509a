/** Who has the large place, and since when they have been silent. */
export interface Speaker {
  readonly id: string | undefined
  readonly quietSince: number | undefined
}
export const noSpeaker: Speaker = { id: undefined, quietSince: undefined }

interface SpeakingFace {
  readonly id: string
  readonly isMe: boolean
  readonly isSpeaking: boolean
}

/** How long the speaker must be silent before another one takes the large place, in milliseconds. */
export const SPEAKER_STAYS = 1200

/**
 * Who has the large place now. It is never empty, shows the person themselves only when they are alone, and does not change
 * for a short sound such as a cough.
 */
export function speakerNow(before: Speaker, faces: readonly SpeakingFace[], now: number): Speaker {
  const others = faces.filter(face => !face.isMe)
  const places = others.length > 0 ? others : faces
  const holder = places.find(({ id }) => id === before.id)
  const speaking = places.find(face => face.isSpeaking)
  if (!holder) return { id: (speaking ?? places[0])?.id, quietSince: undefined }
  if (holder.isSpeaking) return before.quietSince === undefined ? before : { ...before, quietSince: undefined }
  const quietSince = before.quietSince ?? now
  if (speaking && now - quietSince >= SPEAKER_STAYS) return { id: speaking.id, quietSince: undefined }
  return before.quietSince === quietSince ? before : { ...before, quietSince }
}
