import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { OrganisationSettings, organisationsCalls } from '#features/admin/organisations/contract.ts'
import { PASSWORD_MAX_DAYS, SESSION_TIMEOUT_MINUTES } from '#features/admin/organisations/rules.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { type Consequence, changesOf, consequencesOf } from './consequences.ts'

type Stored = Answer<typeof organisationsCalls.getOrganisationSettings>

/** What is decided, each with what it does. What locks people out is asked about before it is saved. */
export function SettingsForm({ settings }: { settings: Stored }) {
  const { t } = useTranslation('organisation')
  const queries = useQueryClient()
  const [value, setValue] = useState<OrganisationSettings>(settings)
  const [asking, { open, close }] = useDisclosure()
  const changes = changesOf(settings, value)
  const consequences = consequencesOf(settings, value)
  const isChanged = Object.keys(changes).length > 0

  const save = async () => {
    await client.updateOrganisationSettings(changes)
    doneNotice(t('saved'))
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['organisation'] }),
      queries.invalidateQueries({ queryKey: presenceQuery.queryKey }),
    ])
  }
  const saving = useMutation({ mutationFn: save })
  const wrong = useFieldErrors(saving.error)
  const change = <K extends keyof OrganisationSettings>(name: K, next: OrganisationSettings[K]) =>
    setValue(before => ({ ...before, [name]: next }))
  const flag = (
    name: 'enforce_second_factor' | 'enforce_admin_factor' | 'allow_security_questions' | 'mobile_access',
    included = false,
  ) => (
    <Switch
      label={t(`${name}.label`)}
      description={t(`${name}.hint`)}
      checked={value[name] || included}
      disabled={included}
      onChange={event => change(name, event.currentTarget.checked)}
    />
  )

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (consequences.length > 0) open()
        else saving.mutate()
      }}
    >
      <FormSection title={t('signIn')} hint={t('signInHint', { organisation: settings.org_name })}>
        {flag('enforce_admin_factor', value.enforce_second_factor)}
        {flag('enforce_second_factor')}
        {flag('allow_security_questions')}
        <NumberInput
          label={t('password_max_days.label')}
          description={t('password_max_days.hint')}
          min={0}
          max={PASSWORD_MAX_DAYS}
          allowDecimal={false}
          maw={280}
          error={wrong['password_max_days']}
          value={value.password_max_days}
          onChange={next => change('password_max_days', Number(next) || 0)}
        />
        <NumberInput
          label={t('session_timeout.label')}
          description={t('session_timeout.hint', SESSION_TIMEOUT_MINUTES)}
          min={SESSION_TIMEOUT_MINUTES.least}
          max={SESSION_TIMEOUT_MINUTES.most}
          allowDecimal={false}
          clampBehavior="blur"
          maw={280}
          error={wrong['session_timeout']}
          value={value.session_timeout}
          onChange={next => change('session_timeout', Number(next) || 0)}
        />
      </FormSection>
      <FormSection title={t('use')}>
        {flag('mobile_access')}
        <TextInput
          type="email"
          label={t('support_email.label')}
          description={t('support_email.hint')}
          error={wrong['support_email']}
          value={value.support_email}
          onChange={event => change('support_email', event.currentTarget.value)}
        />
      </FormSection>
      <ErrorNotice failure={saving.error} title={t('notSaved')} />
      <StickyBar note={isChanged ? t('unsaved') : null}>
        <Button variant="default" disabled={!isChanged} onClick={() => setValue(settings)}>
          {t('discard')}
        </Button>
        <Button type="submit" disabled={!isChanged} loading={saving.isPending}>
          {t('save')}
        </Button>
      </StickyBar>
      <ConfirmDialog opened={asking} onClose={close} title={t('confirm.title')} act={t('confirm.act')} run={save}>
        <ul>
          {consequences.map((what: Consequence) => (
            <li key={what}>{t(`confirm.${what}`, { count: settings.people, days: value.password_max_days })}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </form>
  )
}
