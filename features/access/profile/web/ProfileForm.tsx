import { Button, Group, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenLinkedinRule, personStatuses } from '#features/core/account/rules.ts'
import { client } from '#web/client/client.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useDraft } from '#web/ui/draft.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { type Info, useKeepInfo } from './personalInfo.ts'
import { ReadingZone } from './ReadingZone.tsx'

const fields = [
  'firstname',
  'lastname',
  'company_name',
  'position',
  'location',
  'linkedin_publicProfileUrl',
  'timezone',
  'preferred_timezone',
  'language',
  'status',
] as const
type Value = Pick<Info, (typeof fields)[number]>
type TextField = Exclude<(typeof fields)[number], 'language' | 'status' | 'timezone' | 'preferred_timezone'>

const sayingOf = (info: Info) => Object.fromEntries(fields.map(field => [field, info[field]])) as unknown as Value

/** What I say of myself. It is kept in this browser while I type; `onSaved` begins it anew. */
export function ProfileForm({ info, onSaved }: { info: Info; onSaved: () => void }) {
  const { t } = useTranslation(['profile', 'errors'])
  const draft = useDraft(`profile.${info.user_id}`, sayingOf(info))
  const { value } = draft
  const [tried, setTried] = useState(false)
  const keep = useKeepInfo()
  const save = useMutation({
    mutationFn: () => client.updatePersonalInfo(value),
    onSuccess: async saved => {
      draft.sent()
      await keep(saved)
      if (saved.language !== info.language) await chooseLanguage(saved.language)
      doneNotice(t('profile:saved'))
      onSaved()
    },
  })
  const refused = useFieldErrors(save.error)
  const change = (part: Partial<Value>) => draft.change(before => ({ ...before, ...part }))
  const broken = brokenLinkedinRule(value.linkedin_publicProfileUrl.trim())
  const missing = (field: 'firstname' | 'lastname') => tried && !value[field].trim() && t('errors:rule.required')
  const text = (field: TextField, maxLength: number) => ({
    value: value[field],
    maxLength,
    error: refused[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (value.firstname.trim() && value.lastname.trim() && !broken && !save.isPending) save.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <DraftNotice draft={draft} />
      <FormSection title={t('profile:about.title')}>
        <Group grow align="flex-start">
          <TextInput
            label={t('profile:about.firstName')}
            autoComplete="given-name"
            {...text('firstname', 80)}
            required
            error={missing('firstname') || refused['firstname']}
          />
          <TextInput
            label={t('profile:about.lastName')}
            autoComplete="family-name"
            {...text('lastname', 80)}
            required
            error={missing('lastname') || refused['lastname']}
          />
        </Group>
        <TextInput label={t('profile:about.company')} autoComplete="organization" {...text('company_name', 120)} />
        <Group grow align="flex-start">
          <TextInput label={t('profile:about.position')} autoComplete="organization-title" {...text('position', 120)} />
          <TextInput label={t('profile:about.location')} {...text('location', 120)} />
        </Group>
        <TextInput
          label={t('profile:about.linkedin')}
          description={t('profile:about.linkedinHint')}
          type="url"
          {...text('linkedin_publicProfileUrl', 200)}
          error={(tried && broken && t(`errors:rule.${broken}`)) || refused['linkedin_publicProfileUrl']}
        />
        <Select
          label={t('profile:status.label')}
          allowDeselect={false}
          data={personStatuses.map(status => ({ value: status, label: t(`profile:status.${status}`) }))}
          value={value.status}
          onChange={status => status && change({ status })}
        />
      </FormSection>
      <FormSection title={t('profile:language.title')} hint={t('profile:language.hint')}>
        <Group grow align="flex-start">
          <LanguageSelect
            label={t('profile:language.field')}
            value={value.language}
            onChange={language => change({ language })}
          />
          <TimeZoneSelect
            label={t('profile:language.zone')}
            value={value.timezone}
            onChange={timezone => change({ timezone })}
            error={refused['timezone']}
          />
        </Group>
        <ReadingZone
          value={value.preferred_timezone}
          onChange={preferred_timezone => change({ preferred_timezone })}
          error={refused['preferred_timezone']}
        />
        <ErrorNotice failure={save.error} title={t('profile:failed')} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('profile:save')}
          </Button>
        </Group>
      </FormSection>
    </form>
  )
}
