import { useTranslation } from 'react-i18next'
import { typeUserRoles } from '#features/access/registration/rules.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { type Invitation, invitationsCalls } from '../contract.ts'
import { InvitationFields } from './InvitationFields.tsx'

/** [CALL-091] What an invitation says and allows. Its address stays: another person is another invitation. */
export function EditInvitation({ row, onDone }: { row: Invitation; onDone: () => void }) {
  const { t } = useTranslation(['registration', 'common'])
  const { role_type_live, max_uses, ...given } = row
  const isOpen = row.email === ''
  const isTyped = row.type === 'typeuser'
  const role = typeUserRoles.find(one => one === role_type_live)
  const form = useCallForm(invitationsCalls, 'updateInviteUser', {
    // fields that are left out stay as they are
    start: { ...given, ...(isTyped && role && { role_type_live: role }), ...(isOpen && { max_uses }) },
    done: t('registration:invites.saved'),
    onDone,
  })
  return (
    <CallForm form={form} act={t('common:act.save')} onCancel={onDone}>
      <InvitationFields
        form={form}
        isNamed={!isOpen}
        isOpen={isOpen}
        isTyped={isTyped}
        hasFolder
        days={t('registration:invite.daysKeep')}
      />
    </CallForm>
  )
}
