import { roomClient } from '#features/room/room/web/roomClient.ts'
import { type Loaded, useLoad } from '#web/light/useLoad.ts'

/** The speaker's notes of a pitch by page, again when it shows other slides or more of them. */
export function useNotes(pitch: string, deck: string): Loaded<ReadonlyMap<number, string>> {
  return useLoad(`${pitch} ${deck}`, async () => {
    const answer = await roomClient(pitch).getPitchNotes({ pitch_uuid: pitch })
    return new Map(answer.pages.map(({ page, notes }) => [page, notes] as const))
  })
}
