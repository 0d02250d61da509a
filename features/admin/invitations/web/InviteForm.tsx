import { Alert, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sent } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { addressesIn } from '#features/core/part/rules.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { LanguageSelect } from '#web/ui/selects.tsx'
import { invitationsCalls } from '../contract.ts'
import { InvitationFields } from './InvitationFields.tsx'
import { InviteResults } from './InviteResults.tsx'

/** [CALL-085, CALL-092, CALL-093] Invites people by mail, each with a link of their own, or makes one open link. */
export function InviteForm({ kind, onDone }: { kind: InviteKind; onDone: () => void }) {
  const { t, i18n } = useTranslation(['registration', 'account'])
  const [way, setWay] = useState<'mail' | 'link'>('mail')
  const byMail = way === 'mail'
  const isTyped = kind === 'typeuser'
  const form = useCallForm(invitationsCalls, 'createInviteTypeUser', {
    start: { role_type_live: 'vc', language: i18n.language as Language },
    check: ({ email }) => ({ email: byMail && addressesIn(email).length === 0 && 'required' }),
    says: { email: t('registration:invite.emailsMissing') },
    send: input => send(kind, byMail, input),
  })
  if (form.answer) return <InviteResults {...form.answer} onDone={onDone} />
  return (
    <CallForm form={form} act={t(`registration:invite.${byMail ? 'act' : 'makeLink'}`)} onCancel={onDone}>
      {kind === 'superadmin' && <Alert color="yellow">{t('registration:invite.superadminWarning')}</Alert>}
      {isTyped && (
        <Radio.Group
          label={t('registration:invite.way')}
          value={way}
          onChange={chosen => {
            setWay(chosen === 'link' ? 'link' : 'mail')
            if (chosen === 'link') form.set({ role_type_live: 'vc' })
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="mail" label={t('registration:invite.byMail')} />
            <Radio value="link" label={t('registration:invite.byLink')} />
          </Stack>
        </Radio.Group>
      )}
      {byMail && (
        <Textarea
          label={t('registration:invite.emails')}
          description={t('registration:invite.emailsHint')}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          {...form.text('email')}
          required
        />
      )}
      <InvitationFields
        form={form}
        isNamed={byMail && addressesIn(form.values.email).length === 1}
        isOpen={!byMail}
        isTyped={isTyped}
        hasFolder={isTyped}
        days={!byMail && ''}
      />
      <OrganisationChoice {...form.choice('org_id')} />
      {byMail && <LanguageSelect label={t('account:field.language')} {...form.choice('language')} />}
    </CallForm>
  )
}

/** Each kind has a call of its own; only an open link has uses and days. */
function send(kind: InviteKind, byMail: boolean, input: Sent<typeof invitationsCalls.createInviteTypeUser>) {
  const { role_type_live, sharefile_folder_id, max_uses, expires_in_days, email = '', ...rest } = input
  if (kind === 'presenter') return client.invitePresenter({ ...rest, email })
  if (kind === 'superadmin') return client.inviteSuperAdmin({ ...rest, email })
  return client.createInviteTypeUser(
    byMail ? { ...rest, email, role_type_live, sharefile_folder_id } : { ...input, email: '' },
  )
}
