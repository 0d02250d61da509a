import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'
import type { DeckFile } from '../contract.ts'

/** The polling interval while pages are being made, in milliseconds. */
const WATCH_MS = 700

const isBeingMade = (file: Pick<DeckFile, 'status'>) => file.status === 'waiting' || file.status === 'converting'

/** The files of a pitch. */
export const filesQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['deck', 'files', uuid],
    queryFn: async () => (await client.getPitchFileList({ pitch_uuid: uuid })).items,
    refetchInterval: query => (query.state.data?.some(isBeingMade) ? WATCH_MS : false),
  })

/** The pages of a pitch's files. Polled until the answer itself is complete, since the list of files may be ahead of it. */
export const pagesQuery = (uuid: string, isChanging = false) =>
  queryOptions({
    queryKey: ['deck', 'pages', uuid],
    queryFn: () => client.sgGetPitchPagesData({ pitch_uuid: uuid }),
    refetchInterval: query => {
      const status = query.state.data?.status
      return isChanging || status === 'waiting' || status === 'converting' ? WATCH_MS : false
    },
  })

/** What the preflight of a pitch's files has found; `ready`: the number of pages that are ready, which it is asked again for. */
export const preflightQuery = (uuid: string, ready: number) =>
  queryOptions({
    queryKey: ['deck', 'preflight', uuid, ready],
    queryFn: async () => (await client.getPitchPreflight({ pitch_uuid: uuid })).pages,
    placeholderData: before => before,
  })

/** A file uploaded for a pitch that does not exist yet. */
export const uploadedQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['deck', 'uploaded', uploadId],
    queryFn: () => client.getUploadedFile({ upload_id: uploadId }),
    refetchInterval: query => (query.state.data && isBeingMade(query.state.data.file) ? WATCH_MS : false),
  })

/** Reloads everything about a pitch's files after a change. */
export function useRefreshDeck(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['deck'] }),
      queries.invalidateQueries({ queryKey: ['pitch', 'pages'] }),
    ])
  }
}
