import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useUndoNotice } from '#web/ui/notices.tsx'

type Deleted = Pick<PitchItem, 'id' | 'uuid' | 'presentation_name' | 'state' | 'attendees' | 'end_date_raw'>

interface Props {
  /** The pitch to ask about; nothing is asked without one. */
  pitch: Deleted | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a pitch is deleted, says what goes with it, and offers to take it back. */
export function DeletePitchDialog({ pitch, onClose, onDeleted }: Props) {
  const { t } = useTranslation('pitch')
  const undoNotice = useUndoNotice()
  const refresh = useRefreshPitches()
  const keepsMail = useKeepsMail()

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
      {pitch && (
        <>
          <Text>{t(`delete.${consequence(pitch, keepsMail)}`, { count: pitch.attendees })}</Text>
          <Text c="dimmed" mt="xs">
            {t('delete.undo')}
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}

/** People hear of a cancellation while the pitch lies ahead; one that nobody held in time goes quietly. */
function consequence({ state, end_date_raw }: Deleted, keepsMail: boolean) {
  if (!isBeforeStart(state)) return 'after'
  if (Date.parse(end_date_raw) <= Date.now()) return 'missed'
  return keepsMail ? 'beforeKept' : 'before'
}
