import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { EmptyList } from '#web/ui/DataList.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import type { DeckFile } from '../contract.ts'
import { DeckDropzone } from './DeckDropzone.tsx'
import { DeckFileRow } from './DeckFileRow.tsx'
import { DeleteFileDialog } from './DeleteFileDialog.tsx'
import { filesQuery, pagesQuery, preflightQuery, useRefreshDeck } from './deckQueries.ts'
import { UploadRow } from './UploadRow.tsx'
import type { UploadTask } from './uploadTask.ts'
import { useUploads } from './useUploads.ts'
import './deck.css'

/** The slide files of a pitch, to add, order and replace. */
export function DeckFiles({ pitchUuid, readOnly = false }: { pitchUuid: string; readOnly?: boolean }) {
  const { t } = useTranslation('deck')
  const refresh = useRefreshDeck()
  const files = useQuery(filesQuery(pitchUuid))
  const isChanging = files.data?.some(({ status }) => status === 'waiting' || status === 'converting') ?? false
  const pages = useQuery(pagesQuery(pitchUuid, isChanging))
  const preflight = useQuery(preflightQuery(pitchUuid, pages.data?.pages.length ?? 0))
  const [deleting, setDeleting] = useState<DeckFile>()
  const uploads = useUploads(async uploadId => {
    await client.createPitchFile({ pitch_uuid: pitchUuid, upload_id: uploadId })
    await refresh()
  })
  const moving = useMutation({
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      client.updatePitchFile({ pitch_uuid: pitchUuid, file_id: id, position }),
    onSettled: refresh,
  })

  if (!files.data && files.error) return <ErrorNotice failure={files.error} retry={files.refetch} />
  if (!files.data) return <Skeleton height={160} />
  const list = files.data
  function add(added: File[]) {
    const taken = new Set([...list, ...uploads.tasks.map(({ file }) => file)].map(({ name }) => name.toLowerCase()))
    for (const file of added) uploads.add(file, taken.has(file.name.toLowerCase()) ? 'DeckNameTaken' : undefined)
  }
  // an upload that has become a file of the list is shown once
  const listed = (task: UploadTask) => task.state.step === 'done' && list.some(({ name }) => name === task.file.name)
  const underWay = uploads.tasks.filter(task => !listed(task))
  return (
    <div className="deck-upload">
      {!readOnly && <DeckDropzone onFiles={add} />}
      <ErrorNotice failure={moving.error} />
      {list.length + uploads.tasks.length === 0 && (
        <EmptyList title={t('empty')} hint={readOnly ? undefined : t('emptyHint')} />
      )}
      <ol className="deck-rows" aria-label={t('files')}>
        {list.map((file, index) => (
          <DeckFileRow
            key={file.id}
            pitchUuid={pitchUuid}
            file={file}
            pages={pages.data?.pages.filter(page => page.file_id === file.id) ?? []}
            checks={preflight.data?.filter(check => check.file_id === file.id) ?? []}
            place={{ index, count: list.length }}
            readOnly={readOnly}
            move={(id, position) => moving.mutate({ id, position })}
            remove={() => setDeleting(file)}
          />
        ))}
        {underWay.map(task => (
          <UploadRow key={task.id} task={task} uploads={uploads} />
        ))}
      </ol>
      <DeleteFileDialog pitchUuid={pitchUuid} file={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}
