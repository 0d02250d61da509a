import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useAmounts } from './amounts.ts'
import { uploadedQuery } from './deckQueries.ts'
import { FileNotes } from './FileNotes.tsx'
import { PageStrip } from './PageStrip.tsx'

/** A file uploaded for a pitch that does not exist yet, with its pages as they become ready. */
export function UploadedFile({ uploadId, remove }: { uploadId: string; remove: () => void }) {
  const { t } = useTranslation(['deck', 'common'])
  const amounts = useAmounts()
  const { data, error, refetch } = useQuery(uploadedQuery(uploadId))
  const name = data?.file.name ?? ''
  return (
    <li className="deck-row" data-state={data?.file.status ?? 'waiting'}>
      <div className="deck-row-head">
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
        <Tooltip label={t('common:act.remove')}>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('common:act.remove')}: ${name}`} onClick={remove}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {error && !data && <ErrorNotice failure={error} retry={refetch} />}
      {data && (
        <>
          <FileNotes file={data.file} />
          <PageStrip
            pages={data.pages}
            total={data.file.pages}
            isChanging={data.file.status === 'waiting' || data.file.status === 'converting'}
          />
        </>
      )}
    </li>
  )
}
