import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconDownload, IconGripVertical, IconReplace, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import type { DeckFile, DeckPage, PageCheck } from '../contract.ts'
import { useAmounts } from './amounts.ts'
import { acceptedFiles } from './DeckDropzone.tsx'
import { useRefreshDeck } from './deckQueries.ts'
import { IconAct, MoveActs, type Place, useFileDrag } from './FileMoves.tsx'
import { FileNotes } from './FileNotes.tsx'
import { PageStrip } from './PageStrip.tsx'
import { Preflight } from './Preflight.tsx'
import { UploadRow } from './UploadRow.tsx'
import { type Uploads, useUploads } from './useUploads.ts'

interface Props {
  pitchUuid: string
  file: DeckFile
  pages: readonly DeckPage[]
  checks: readonly PageCheck[]
  place: Place
  readOnly: boolean
  move: (id: string, position: number) => void
  remove: () => void
}

/** One file of a pitch: its pages, its place and its buttons. */
export function DeckFileRow({ pitchUuid: pitch_uuid, file, pages, checks, place, readOnly, move, remove }: Props) {
  const { t } = useTranslation(['deck', 'common'])
  const amounts = useAmounts()
  const refresh = useRefreshDeck()
  const { over, handlers } = useFileDrag(file.id, dragged => move(dragged, place.index))
  const onFile = { pitch_uuid, file_id: file.id }
  const uploads = useUploads(async upload_id => {
    await client.updatePitchFile({ ...onFile, upload_id })
    await refresh()
  })
  const again = useMutation({
    mutationFn: () => client.updatePitchFile({ ...onFile, convert_again: true }),
    onSettled: refresh,
  })
  const fetching = useMutation({
    mutationFn: () => client.getPitchFileLocation(onFile),
    onSuccess: ({ url }) => location.assign(url),
  })
  const isChanging = file.status === 'waiting' || file.status === 'converting'
  return (
    <li
      className="deck-row"
      data-state={file.status}
      data-over={over || undefined}
      draggable={!readOnly && place.count > 1}
      {...handlers}
    >
      <div className="deck-row-head">
        {!readOnly && place.count > 1 && <IconGripVertical size={18} className="deck-grip" aria-hidden />}
        <div className="deck-row-name">
          <Text fw={500} truncate>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {[amounts.size(file.size), file.status === 'ready' && t('deck:pages.count', { count: file.pages ?? 0 })]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <FileActs {...{ file, place, readOnly, uploads, move, remove }} download={fetching.mutate} />
      </div>
      <ErrorNotice failure={fetching.error ?? again.error} />
      <FileNotes
        file={file}
        acts={
          !readOnly && (
            <Button size="xs" variant="default" mt="xs" loading={again.isPending} onClick={() => again.mutate()}>
              {t('deck:act.again')}
            </Button>
          )
        }
      />
      {uploads.tasks.length > 0 && (
        <ul className="deck-rows">
          {uploads.tasks.map(task => (
            <UploadRow key={task.id} task={task} uploads={uploads} />
          ))}
        </ul>
      )}
      <Preflight {...{ file, checks }} />
      <PageStrip {...{ pages, checks, isChanging }} total={file.pages} />
    </li>
  )
}

type ActProps = Pick<Props, 'file' | 'place' | 'readOnly' | 'move' | 'remove'>

/** The buttons of a file: its place, download, replacement and deletion. */
function FileActs({
  file,
  place,
  readOnly,
  uploads,
  move,
  remove,
  download,
}: ActProps & { uploads: Uploads; download: () => void }) {
  const { t } = useTranslation(['deck', 'common'])
  return (
    <Group gap={4} wrap="nowrap">
      {!readOnly && <MoveActs name={file.name} place={place} move={to => move(file.id, to)} />}
      <IconAct label={t('deck:act.download')} name={file.name} Icon={IconDownload} onClick={() => download()} />
      {!readOnly && (
        <>
          <FileButton accept={acceptedFiles} onChange={chosen => chosen && uploads.add(chosen)}>
            {({ onClick }) => (
              <IconAct
                {...{ onClick }}
                name={file.name}
                label={t('deck:act.replace')}
                Icon={IconReplace}
                disabled={uploads.busy}
              />
            )}
          </FileButton>
          <IconAct label={t('common:act.delete')} name={file.name} Icon={IconTrash} onClick={remove} />
        </>
      )}
    </Group>
  )
}
