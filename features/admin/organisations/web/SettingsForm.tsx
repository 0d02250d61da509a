import { Button, NumberInput, Skeleton, Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import {
  type OrganisationSettings,
  organisationsCalls,
  SESSION_TIMEOUT_MINUTES,
} from '#features/admin/organisations/contract.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { colorPattern, standingOut } from '#features/notify/mail/colors.ts'
import { RETENTION_DAYS, WARNED_DAYS } from '#features/room/recording/rules.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection, StickyBar } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { useCallForm } from '#web/ui/record/useCallForm.ts'

type Stored = Answer<typeof organisationsCalls.getOrganisationSettings>
type Flag =
  | 'enforce_second_factor'
  | 'enforce_admin_factor'
  | 'allow_security_questions'
  | 'mobile_access'
  | 'require_approval'
  | 'owners_approve_recordings'

/** Settings that lock people out, send invitations or delete recordings are confirmed before they are saved. */
function useSettingsForm(settings: Stored) {
  const { t } = useTranslation('organisation')
  const queries = useQueryClient()
  return useCallForm(organisationsCalls, 'updateOrganisationSettings', {
    start: settings,
    changesOnly: true,
    confirm: values => {
      const consequences = consequencesOf(settings, values as OrganisationSettings)
      if (consequences.length === 0) return
      const numbers = { count: settings.people, days: values.password_max_days }
      const list = consequences.map(what => (
        <li key={what}>
          {what === 'recordings' ? (
            <DueRecordings days={Number(values.recording_days)} />
          ) : (
            t(`confirm.${what}`, numbers)
          )}
        </li>
      ))
      return { title: t('confirm.title'), act: t('confirm.act'), body: <ul>{list}</ul> }
    },
    says: field => {
      if (field === 'recording_days') return t('recording_days.wrong', RETENTION_DAYS)
      return field === 'mail_color' ? t('mail_color.wrong') : undefined
    },
    done: t('saved'),
    onDone: () => queries.invalidateQueries({ queryKey: presenceQuery.queryKey }),
  })
}

/** The settings of an organization, each with its effect. */
export function SettingsForm({ settings }: { settings: Stored }) {
  const { t } = useTranslation('organisation')
  const form = useSettingsForm(settings)
  // what every account needs, admins need as well
  const flag = (name: Flag, included = false) => {
    const { checked, ...props } = form.flag(name)
    return (
      <Switch
        label={t(`${name}.label`)}
        description={t(`${name}.hint`)}
        checked={checked || included}
        disabled={included}
        {...props}
      />
    )
  }
  const foot = (
    <StickyBar note={form.isChanged ? t('unsaved') : null}>
      <Button variant="default" disabled={!form.isChanged} onClick={form.reset}>
        {t('discard')}
      </Button>
      <Button type="submit" disabled={!form.isChanged} loading={form.isSending}>
        {t('save')}
      </Button>
    </StickyBar>
  )
  return (
    <CallForm form={form} failed={t('notSaved')} foot={foot} gap={0}>
      <FormSection title={t('signIn')} hint={t('signInHint', { organisation: settings.org_name })}>
        {flag('enforce_admin_factor', form.values.enforce_second_factor)}
        {flag('enforce_second_factor')}
        {flag('allow_security_questions')}
        <NumberInput
          label={t('password_max_days.label')}
          description={t('password_max_days.hint')}
          allowDecimal={false}
          maw={280}
          {...form.number('password_max_days')}
        />
        <NumberInput
          label={t('session_timeout.label')}
          description={t('session_timeout.hint', SESSION_TIMEOUT_MINUTES)}
          allowDecimal={false}
          clampBehavior="blur"
          maw={280}
          {...form.number('session_timeout')}
        />
      </FormSection>
      <FormSection title={t('use')}>
        {flag('require_approval')}
        {flag('owners_approve_recordings')}
        <RecordingDays form={form} />
        {flag('mobile_access')}
        <TextInput
          type="email"
          label={t('support_email.label')}
          description={t('support_email.hint')}
          {...form.text('support_email')}
        />
      </FormSection>
      <MailFields form={form} organisation={settings.org_name} />
    </CallForm>
  )
}

/** The retention period of recordings; without one they stay, which is 0. */
function RecordingDays({ form }: { form: ReturnType<typeof useSettingsForm> }) {
  const { t } = useTranslation('organisation')
  return (
    <NumberInput
      label={t('recording_days.label')}
      description={t('recording_days.hint', { ...RETENTION_DAYS, warned: WARNED_DAYS })}
      placeholder={t('recording_days.none')}
      allowDecimal={false}
      maw={280}
      {...form.number('recording_days')}
      value={form.values.recording_days || ''}
      onChange={days => form.set({ recording_days: Number(days) || 0 })}
    />
  )
}

/** What the organization's emails show of it. */
function MailFields({ form, organisation }: { form: ReturnType<typeof useSettingsForm>; organisation: string }) {
  const { t } = useTranslation('organisation')
  return (
    <FormSection title={t('mail')} hint={t('mailHint')}>
      <TextInput
        label={t('mail_sender.label')}
        description={t('mail_sender.hint')}
        placeholder={organisation}
        {...form.text('mail_sender')}
      />
      <TextInput
        label={t('mail_color.label')}
        description={t('mail_color.hint')}
        placeholder="#2a57b6"
        maw={280}
        spellCheck={false}
        {...form.text('mail_color')}
        rightSection={<Swatch color={form.values.mail_color || '#2a57b6'} />}
      />
    </FormSection>
  )
}

/** How the buttons of emails look on light and on dark screens. */
function Swatch({ color }: { color: string }) {
  const shown = colorPattern.test(color) ? color : '#2a57b6'
  return <span aria-hidden className="mail-color" style={{ background: standingOut(shown, '#ffffff') }} />
}

/** How many recordings a shorter retention period reaches, and when they go. */
function DueRecordings({ days }: { days: number }) {
  const { t } = useTranslation('organisation')
  const { data, error, refetch } = useQuery(callQuery('countDueRecordings', { days }))
  if (error && !data) return <ErrorNotice failure={error} retry={refetch} />
  if (!data) return <Skeleton height={40} />
  return t('confirm.recordings', { count: data.due, days, warned: WARNED_DAYS })
}

/** Whether a limit in days, where 0 is none, becomes shorter. */
const isShorter = (before: number, after: number): boolean => after > 0 && (before === 0 || after < before)

/**
 * A change that locks people out, that they have to act on before they go on, that sends what has waited, or that deletes
 * recordings.
 */
export type Consequence =
  | 'secondFactor'
  | 'adminFactor'
  | 'questions'
  | 'passwords'
  | 'phones'
  | 'invitations'
  | 'recordings'

/** The consequences to confirm before these settings are saved. */
export function consequencesOf(before: OrganisationSettings, after: OrganisationSettings): Consequence[] {
  const happens: [Consequence, boolean][] = [
    ['secondFactor', after.enforce_second_factor && !before.enforce_second_factor],
    ['adminFactor', after.enforce_admin_factor && !before.enforce_admin_factor && !after.enforce_second_factor],
    ['questions', !after.allow_security_questions && before.allow_security_questions],
    ['passwords', isShorter(before.password_max_days, after.password_max_days)],
    ['phones', !after.mobile_access && before.mobile_access],
    ['invitations', !after.require_approval && before.require_approval],
    ['recordings', isShorter(before.recording_days, after.recording_days)],
  ]
  return happens.filter(([, does]) => does).map(([what]) => what)
}
