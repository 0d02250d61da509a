import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { presenceQuery } from '#web/shell/person.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { ChangePassword } from './ChangePassword.tsx'

type Info = Awaited<ReturnType<typeof client.getPersonalInfo>>
const infoKey = ['personalInfo']

/** [SCREEN-011, ROUTE-079] Who I am to others, my language and zone, my password. */
export function Profile() {
  const { t } = useTranslation('account')
  const info = useQuery({ queryKey: infoKey, queryFn: () => client.getPersonalInfo({}) })
  return (
    <Page title={t('profile.title')}>
      <FormColumn>
        {info.isError && <ErrorNotice failure={info.error} retry={() => info.refetch()} />}
        {info.isPending && <Skeleton height={320} />}
        {info.data && <ProfileForm info={info.data} />}
        <ChangePassword />
      </FormColumn>
    </Page>
  )
}

function ProfileForm({ info }: { info: Info }) {
  const { t } = useTranslation(['account', 'errors'])
  const queries = useQueryClient()
  const [value, setValue] = useState(info)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => client.updatePersonalInfo(value),
    onSuccess: async saved => {
      setValue(saved)
      queries.setQueryData(infoKey, saved)
      if (saved.language !== info.language) await chooseLanguage(saved.language)
      doneNotice(t('account:profile.saved'))
      await queries.invalidateQueries({ queryKey: presenceQuery.queryKey })
    },
  })
  const refused = useFieldErrors(save.error)
  type Field = 'firstname' | 'lastname' | 'company_name' | 'position' | 'location'
  const text = (field: Field, maxLength: number) => ({
    value: value[field],
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [field]: event.currentTarget.value }),
    error: refused[field],
  })
  const name = (field: 'firstname' | 'lastname') => ({
    ...text(field, 80),
    required: true,
    error: tried && !value[field].trim() ? t('errors:rule.required') : refused[field],
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (value.firstname.trim() && value.lastname.trim() && !save.isPending) save.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormSection title={t('account:profile.about')} hint={t('account:profile.aboutHint')}>
        <Group grow align="flex-start">
          <TextInput label={t('account:field.firstName')} autoComplete="given-name" {...name('firstname')} />
          <TextInput label={t('account:field.lastName')} autoComplete="family-name" {...name('lastname')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={t('account:field.userName')} value={value.username} readOnly variant="filled" />
          <TextInput label={t('account:field.email')} value={value.email} readOnly variant="filled" />
        </Group>
        <TextInput label={t('account:field.company')} autoComplete="organization" {...text('company_name', 120)} />
        <Group grow align="flex-start">
          <TextInput label={t('account:field.position')} autoComplete="organization-title" {...text('position', 120)} />
          <TextInput label={t('account:field.location')} {...text('location', 120)} />
        </Group>
      </FormSection>
      <FormSection title={t('account:profile.language')} hint={t('account:profile.languageHint')}>
        <Group grow align="flex-start">
          <LanguageSelect
            label={t('account:profile.languageField')}
            value={value.language}
            onChange={language => setValue({ ...value, language })}
          />
          <TimeZoneSelect
            label={t('account:field.timeZone')}
            value={value.timezone}
            onChange={timezone => setValue({ ...value, timezone })}
            error={refused['timezone']}
          />
        </Group>
        <ErrorNotice failure={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('account:profile.save')}
          </Button>
        </Group>
      </FormSection>
    </form>
  )
}
