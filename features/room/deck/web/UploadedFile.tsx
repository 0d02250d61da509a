import { Group, Text } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useAmounts } from './amounts.ts'
import { uploadedQuery } from './deckQueries.ts'
import { IconAct, MoveActs, type Place, useFileDrag } from './FileMoves.tsx'
import { FileNotes } from './FileNotes.tsx'
import { PageStrip } from './PageStrip.tsx'
import { Preflight } from './Preflight.tsx'

interface Props {
  uploadId: string
  place: Place
  move: (uploadId: string, position: number) => void
  remove: () => void
}

/** A file uploaded for a pitch that does not exist yet, with its pages as they become ready. */
export function UploadedFile({ uploadId, place, move, remove }: Props) {
  const { t } = useTranslation(['deck', 'common'])
  const amounts = useAmounts()
  const { data, error, refetch } = useQuery(uploadedQuery(uploadId))
  const name = data?.file.name ?? ''
  const { over, handlers } = useFileDrag(uploadId, dragged => move(dragged, place.index))
  const several = place.count > 1
  return (
    <li
      className="deck-row"
      data-state={data?.file.status ?? 'waiting'}
      data-over={over || undefined}
      draggable={several}
      {...handlers}
    >
      <div className="deck-row-head">
        {several && <IconGripVertical size={18} className="deck-grip" aria-hidden />}
        <div className="deck-row-name">
          <Text fw={500} truncate>
            {name || t('common:loading')}
          </Text>
          {data && (
            <Text size="sm" c="dimmed" className="tabular">
              {[
                amounts.size(data.file.size),
                data.file.status === 'ready' && t('deck:pages.count', { count: data.file.pages ?? 0 }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          <MoveActs name={name} place={place} move={to => move(uploadId, to)} />
          <IconAct label={t('common:act.remove')} name={name} Icon={IconX} onClick={remove} />
        </Group>
      </div>
      {error && !data && <ErrorNotice failure={error} retry={refetch} />}
      {data && (
        <>
          <FileNotes file={data.file} />
          <Preflight file={data.file} checks={data.preflight} />
          <PageStrip
            pages={data.pages}
            checks={data.preflight}
            total={data.file.pages}
            isChanging={data.file.status === 'waiting' || data.file.status === 'converting'}
          />
        </>
      )}
    </li>
  )
}
