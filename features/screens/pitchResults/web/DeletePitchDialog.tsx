import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useUndoNotice } from '#web/ui/notices.tsx'

type Deleted = Pick<PitchItem, 'id' | 'uuid' | 'presentation_name' | 'state' | 'attendees' | 'end_date_raw'>

interface Props {
  /** The pitch to delete; undefined closes the dialog. */
  pitch: Deleted | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Confirms the deletion of a pitch, says what is deleted with it, and offers to restore it. */
export function DeletePitchDialog({ pitch, onClose, onDeleted }: Props) {
  const { t } = useTranslation('pitch')
  const undoNotice = useUndoNotice()
  const refresh = useRefreshPitches()
  const keepsMail = useKeepsMail()
  const follows = pitch && consequence(pitch, keepsMail)

  async function run() {
    if (!pitch) return
    const { id, uuid, presentation_name: name } = pitch
    await client.deletePitch({ id, uuid })
    undoNotice({
      message: t('delete.done', { name }),
      undo: async () => {
        await client.restorePitch({ uuid })
        await refresh()
      },
    })
    onDeleted?.()
    await refresh()
  }

  return (
    <ConfirmDialog
      opened={pitch !== undefined}
      onClose={onClose}
      title={t('delete.title', { name: pitch?.presentation_name ?? '' })}
      act={t('delete.act')}
      danger
      failed={t('delete.failed')}
      run={run}
    >
      {pitch && follows && (
        <>
          <Text>{t(`delete.${follows}`, { count: pitch.attendees })}</Text>
          <Text c="dimmed" mt="xs">
            {t(pitch.attendees > 0 && follows.startsWith('before') ? 'delete.undo' : 'delete.undoSilent')}
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Attendees get a cancellation of a pitch that lies ahead; one that was never held in time is deleted silently. */
function consequence({ state, end_date_raw }: Deleted, keepsMail: boolean) {
  if (!isBeforeStart(state)) return 'after'
  if (Date.parse(end_date_raw) <= Date.now()) return 'missed'
  return keepsMail ? 'beforeKept' : 'before'
}
