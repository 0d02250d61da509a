/** Who has the large place, and since when they have been silent. */
export interface Speaker {
  readonly id: string | undefined
  readonly quietSince: number | undefined
}
export const nobodySpeaks: Speaker = { id: undefined, quietSince: undefined }

interface Heard {
  readonly id: string
  readonly isMe: boolean
  readonly isSpeaking: boolean
}

/** Somebody else takes the large place only when its holder has been silent for so long, in milliseconds. */
export const SPEAKER_STAYS = 1200

/**
 * Who has the large place now. Nobody sees themselves in it unless they are alone, a cough does not take it, and it is
 * never empty.
 */
export function speakerNow(before: Speaker, faces: readonly Heard[], now: number): Speaker {
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
