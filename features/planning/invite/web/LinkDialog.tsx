import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import type { Attendee } from '../contract.ts'
import { useRefreshAttendees } from './inviteQueries.ts'

interface Props {
  uuid: string
  /** The attendee whose links are switched; without one the dialog is closed. */
  attendee: Attendee | undefined
  onClose: () => void
}

/** [STATE-055, STATE-056] Switches an attendee's join links off or on, after a confirmation. */
export function LinkDialog({ uuid, attendee, onClose }: Props) {
  const { t } = useTranslation('invite')
  const refresh = useRefreshAttendees()
  const email = attendee?.email ?? ''
  const off = !attendee?.disabled
  async function run() {
    if (!attendee) return
    await client.setJoinLinkDisabled({ uuid, attendee_id: attendee.id, disabled: off })
    doneNotice(t(off ? 'link.disabled' : 'link.enabled', { email }))
    await refresh()
  }
  return (
    <ConfirmDialog
      opened={attendee !== undefined}
      onClose={onClose}
      title={t(off ? 'link.disableTitle' : 'link.enableTitle', { email })}
      act={t(off ? 'link.disable' : 'link.enable')}
      danger={off}
      run={run}
    >
      {t(off ? 'link.disableBody' : 'link.enableBody')}
    </ConfirmDialog>
  )
}
