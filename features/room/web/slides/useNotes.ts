import { type Loaded, useLoad } from '../pieces/useLoad.ts'
import { roomClient } from '../roomClient.ts'

/** The speaker's notes of a pitch by page, again when its deck has another number of pages. */
export function useNotes(pitch: string, pages: number): Loaded<ReadonlyMap<number, string>> {
  return useLoad(`${pitch} ${pages}`, async () => {
    const answer = await roomClient(pitch).getPitchNotes({ pitch_uuid: pitch })
    return new Map(answer.pages.map(({ page, notes }) => [page, notes] as const))
  })
}
