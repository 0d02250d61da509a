import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { type Assignee, AssigneeSelect } from '#features/planning/plan/web/AssigneeSelect.tsx'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/notices.tsx'

interface Props {
  pitch: PitchDetail
  opened: boolean
  onClose: () => void
}

/** Hands a pitch to another presenter of its organization. */
export function HandOverDialog({ pitch, opened, onClose }: Props) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const [chosen, setChosen] = useState<Assignee | null>(null)
  const [tried, setTried] = useState(false)
  async function run() {
    setTried(true)
    if (!chosen) throw new CallFailed('InputInvalid', { user_id: 'required' })
    await client.updatePitchUserId({ uuid: pitch.uuid, user_id: chosen.user_id })
    doneNotice(t('keep.handOnDone'))
    await refresh()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('keep.handOnTitle', { name: pitch.presentation_name })}
      act={t('keep.handOn')}
      run={run}
    >
      <Text mb="md">{t('keep.handOnBody', { assignee: pitch.assignee })}</Text>
      {opened && (
        <AssigneeSelect
          uuid={pitch.uuid}
          label={t('keep.handOnTo')}
          description={t('keep.handOnHint')}
          value={chosen}
          error={tried && !chosen ? t('createByAdmin.assigneeMissing') : undefined}
          onChange={setChosen}
        />
      )}
    </ConfirmDialog>
  )
}
