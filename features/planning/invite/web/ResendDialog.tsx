import { useTranslation } from 'react-i18next'
import { joinSentences } from '#contract/amounts.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { useRefreshAttendees } from './inviteQueries.ts'

interface Props {
  uuid: string
  /** The attendees to mail again; without them the dialog is closed. */
  ids: readonly string[] | undefined
  onClose: () => void
  onSent: () => void
}

/** Emails invitations again, after a confirmation. */
export function ResendDialog({ uuid, ids, onClose, onSent }: Props) {
  const { t, i18n } = useTranslation('invite')
  const refresh = useRefreshAttendees()
  const keepsMail = useKeepsMail()
  const count = ids?.length ?? 0
  async function run() {
    if (!ids) return
    const { invited, suppressed } = await client.invitePitch({ uuid, invite_ids: [...ids] })
    doneNotice(
      joinSentences(
        [
          t(keepsMail ? 'resend.doneKept' : 'resend.done', { count: invited }),
          suppressed > 0 && t('doneSuppressed', { count: suppressed }),
        ],
        i18n.language,
      ),
    )
    onSent()
    await refresh()
  }
  return (
    <ConfirmDialog
      opened={ids !== undefined}
      onClose={onClose}
      title={t('resend.title', { count })}
      act={t(keepsMail ? 'resend.confirmKept' : 'resend.confirm', { count })}
      run={run}
    >
      {t(keepsMail ? 'resend.bodyKept' : 'resend.body', { count })}
    </ConfirmDialog>
  )
}
