import { Alert, Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { type InviteKind, openLinkRoles, typeUserRoles } from '#features/access/registration/rules.ts'
import { OrganisationChoice } from '#features/admin/users/web/OrganisationChoice.tsx'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { addressesIn } from '#features/core/part/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { LanguageSelect } from '#web/ui/selects.tsx'
import { CompanyField, DaysField, FolderField, NameFields, RoleField, UsesField } from './InvitationFields.tsx'
import { InviteResults } from './InviteResults.tsx'

const empty = {
  emails: '',
  firstname: '',
  lastname: '',
  company_name: '',
  role: 'vc',
  sharefile_folder_id: '',
  max_uses: 25,
  expires_in_days: 14,
  org_id: '',
}

/** [CALL-085, CALL-092, CALL-093] Invites people by mail, each with a link of their own, or makes one open link. */
export function InviteForm({ kind, onDone }: { kind: InviteKind; onDone: () => void }) {
  const { t, i18n } = useTranslation(['registration', 'account', 'common'])
  const me = usePerson()
  const queries = useQueryClient()
  const [value, setValue] = useState({ ...empty, language: i18n.language as Language })
  const [way, setWay] = useState<'mail' | 'link'>('mail')
  const [tried, setTried] = useState(false)
  const addresses = addressesIn(value.emails)
  const invite = useMutation({
    mutationFn: () => send(kind, way, value),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if ((way === 'link' || addresses.length > 0) && !invite.isPending) invite.mutate()
  }

  if (invite.data) return <InviteResults {...invite.data} onDone={onDone} />
  const roles = (way === 'link' ? openLinkRoles : typeUserRoles).filter(role => mayManage(me.roles, [role]))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {kind === 'superadmin' && <Alert color="yellow">{t('registration:invite.superadminWarning')}</Alert>}
        {kind === 'typeuser' && (
          <Radio.Group
            label={t('registration:invite.way')}
            value={way}
            onChange={chosen => {
              setWay(chosen === 'link' ? 'link' : 'mail')
              if (chosen === 'link') setValue({ ...value, role: 'vc' })
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mail" label={t('registration:invite.byMail')} />
              <Radio value="link" label={t('registration:invite.byLink')} />
            </Stack>
          </Radio.Group>
        )}
        {way === 'mail' && (
          <Textarea
            label={t('registration:invite.emails')}
            description={t('registration:invite.emailsHint')}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={20_000}
            data-autofocus
            value={value.emails}
            onChange={event => setValue({ ...value, emails: event.currentTarget.value })}
            error={tried && addresses.length === 0 && t('registration:invite.emailsMissing')}
          />
        )}
        {way === 'mail' && addresses.length === 1 && <NameFields value={value} onChange={setValue} />}
        <CompanyField value={value} onChange={setValue} />
        {kind === 'typeuser' && (
          <RoleField roles={roles} value={value.role} onChange={role => setValue({ ...value, role })} />
        )}
        {way === 'link' && (
          <Group grow>
            <UsesField value={value.max_uses} onChange={max_uses => setValue({ ...value, max_uses })} />
            <DaysField
              value={value.expires_in_days}
              onChange={days => days !== undefined && setValue({ ...value, expires_in_days: days })}
            />
          </Group>
        )}
        {kind === 'typeuser' && <FolderField value={value} onChange={setValue} />}
        <OrganisationChoice value={value.org_id} onChange={org_id => setValue({ ...value, org_id })} />
        {way === 'mail' && (
          <LanguageSelect
            label={t('account:field.language')}
            value={value.language}
            onChange={language => setValue({ ...value, language })}
          />
        )}
        <ErrorNotice failure={invite.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t(way === 'link' ? 'registration:invite.makeLink' : 'registration:invite.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Value = typeof empty & { language: Language }

async function send(kind: InviteKind, way: 'mail' | 'link', value: Value) {
  const { emails, firstname, lastname, company_name, language, sharefile_folder_id, max_uses, expires_in_days } = value
  const org = value.org_id ? { org_id: value.org_id } : {}
  const whom = { email: emails, firstname, lastname, company_name, language, ...org }
  if (kind === 'presenter') return client.invitePresenter(whom)
  if (kind === 'superadmin') return client.inviteSuperAdmin(whom)
  const role_type_live = typeUserRoles.find(role => role === value.role) ?? 'vc'
  const all = { ...whom, role_type_live, sharefile_folder_id }
  return client.createInviteTypeUser(way === 'mail' ? all : { ...all, email: '', max_uses, expires_in_days })
}
