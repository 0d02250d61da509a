import { ActionIcon, Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDownload, IconGripVertical, IconReplace, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import type { DeckFile, DeckPage } from '../contract.ts'
import { useAmounts } from './amounts.ts'
import { acceptedFiles } from './DeckDropzone.tsx'
import { useRefreshDeck } from './deckQueries.ts'
import { FileNotes } from './FileNotes.tsx'
import { PageStrip } from './PageStrip.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './useUploads.ts'

interface Props {
  pitchUuid: string
  file: DeckFile
  pages: readonly DeckPage[]
  place: { index: number; count: number }
  readOnly: boolean
  move: (id: string, position: number) => void
  remove: () => void
}

const DRAGGED = 'application/x-rostrum-deck-file'

/** One file of a pitch: its pages, its place, and what can be done with it. */
export function DeckFileRow({ pitchUuid: pitch_uuid, file, pages, place, readOnly, move, remove }: Props) {
  const { t } = useTranslation(['deck', 'common'])
  const amounts = useAmounts()
  const refresh = useRefreshDeck()
  const [over, setOver] = useState(false)
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

  function drop(event: DragEvent) {
    setOver(false)
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (!dragged || dragged === file.id) return
    event.preventDefault()
    move(dragged, place.index)
  }
  const act = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${label}: ${file.name}`}
        onClick={onClick}
        disabled={disabled}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
  return (
    <li
      className="deck-row"
      data-state={file.status}
      data-over={over || undefined}
      draggable={!readOnly && place.count > 1}
      onDragStart={event => event.dataTransfer.setData(DRAGGED, file.id)}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
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
        <Group gap={4} wrap="nowrap">
          {!readOnly && place.count > 1 && (
            <>
              {act(
                t('deck:act.up'),
                <IconArrowUp size={18} aria-hidden />,
                () => move(file.id, place.index - 1),
                place.index === 0,
              )}
              {act(
                t('deck:act.down'),
                <IconArrowDown size={18} aria-hidden />,
                () => move(file.id, place.index + 1),
                place.index === place.count - 1,
              )}
            </>
          )}
          {act(t('deck:act.download'), <IconDownload size={18} aria-hidden />, () => fetching.mutate())}
          {!readOnly && (
            <>
              <FileButton accept={acceptedFiles} onChange={chosen => chosen && uploads.add(chosen)}>
                {({ onClick }) =>
                  act(t('deck:act.replace'), <IconReplace size={18} aria-hidden />, onClick, uploads.busy)
                }
              </FileButton>
              {act(t('common:act.delete'), <IconTrash size={18} aria-hidden />, remove)}
            </>
          )}
        </Group>
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
      <PageStrip pages={pages} total={file.pages} isChanging={isChanging} />
    </li>
  )
}
