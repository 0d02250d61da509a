import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useUndoNotice } from '#web/ui/notices.tsx'
import type { DeckFile } from '../contract.ts'
import { useRefreshDeck } from './deckQueries.ts'

interface Props {
  pitchUuid: string
  /** The file to delete; without one the dialog is closed. */
  file: DeckFile | undefined
  onClose: () => void
}

/** Asks before a file is deleted, names the consequences, and then offers to undo it. */
export function DeleteFileDialog({ pitchUuid: pitch_uuid, file, onClose }: Props) {
  const { t } = useTranslation('deck')
  const undoNotice = useUndoNotice()
  const refresh = useRefreshDeck()
  async function run() {
    if (!file) return
    await client.deletePitchFile({ pitch_uuid, file_id: file.id })
    undoNotice({
      message: t('delete.done', { name: file.name }),
      undo: async () => {
        await client.restorePitchFile({ pitch_uuid, file_id: file.id })
        await refresh()
      },
    })
    await refresh()
  }
  return (
    <ConfirmDialog
      opened={file !== undefined}
      onClose={onClose}
      title={t('delete.title', { name: file?.name ?? '' })}
      act={t('delete.act')}
      danger
      run={run}
    >
      <Text>{t('delete.what', { count: file?.pages ?? 0 })}</Text>
      <Text c="dimmed" mt="xs">
        {t('delete.undo')}
      </Text>
    </ConfirmDialog>
  )
}
