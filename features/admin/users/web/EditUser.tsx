import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#features/admin/users/contract.ts'
import { client } from '#web/client/client.ts'
import { displayName } from '#web/ui/displayName.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { TermFields } from './TermFields.tsx'
import { tagsQuery, useRefreshUsers } from './userQueries.ts'

type Texts = 'firstname' | 'lastname' | 'email' | 'company_name' | 'position' | 'location'

/** [CALL-078] What is said about somebody, as a form in the drawer. */
export function EditUser({ user, onDone }: { user: UserDetail; onDone: () => void }) {
  const { t } = useTranslation(['account', 'errors', 'common'])
  const refresh = useRefreshUsers()
  const tags = useQuery(tagsQuery(user.org_id))
  const [value, setValue] = useState(() => ({
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    company_name: user.company_name,
    position: user.position,
    location: user.location,
    timezone: user.timezone,
    language: user.language,
    tag_ids: user.tags.map(({ tag_id }) => tag_id),
    start_date: user.start_date ?? '',
    end_date: user.end_date ?? '',
  }))
  const [tried, setTried] = useState(false)
  // whoever has a password changes their address themselves
  const addressIsOpen = !user.has_password && user.state !== 'active'
  const saving = useMutation({
    mutationFn: () => {
      const { email, ...rest } = value
      return client.updateUser({ user_id: user.user_id, ...rest, ...(addressIsOpen ? { email } : {}) })
    },
    onSuccess: async () => {
      doneNotice(t('account:edit.done'))
      onDone()
      await refresh()
    },
  })
  const refused = useFieldErrors(saving.error)
  const text = (field: Texts, max = 120) => ({
    value: value[field],
    maxLength: max,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      setValue(before => ({ ...before, [field]: typed }))
    },
    error: refused[field],
  })
  const missing = (field: Texts) => (tried && !value[field].trim() ? t('errors:rule.required') : refused[field])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const whole = value.firstname.trim() && value.lastname.trim() && value.email.trim()
    if (whole && !saving.isPending) saving.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group grow align="flex-start">
          <TextInput
            label={t('account:field.firstName')}
            required
            data-autofocus
            {...text('firstname', 80)}
            error={missing('firstname')}
          />
          <TextInput
            label={t('account:field.lastName')}
            required
            {...text('lastname', 80)}
            error={missing('lastname')}
          />
        </Group>
        <TextInput
          type="email"
          label={t('account:field.email')}
          description={t(addressIsOpen ? 'account:edit.emailOpen' : 'account:edit.emailTheirs')}
          required
          readOnly={!addressIsOpen}
          {...text('email', 254)}
          error={missing('email')}
        />
        <TextInput label={t('account:field.company')} {...text('company_name')} />
        <TextInput label={t('account:field.position')} {...text('position')} />
        <TextInput label={t('account:field.location')} {...text('location')} />
        <MultiSelect
          label={t('account:field.tags')}
          searchable
          nothingFoundMessage={t('account:tag.none')}
          data={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
          value={value.tag_ids}
          onChange={tag_ids => setValue(before => ({ ...before, tag_ids }))}
        />
        <Group grow align="flex-start">
          <LanguageSelect
            label={t('account:field.language')}
            value={value.language}
            onChange={language => setValue(before => ({ ...before, language }))}
          />
          <TimeZoneSelect
            label={t('account:field.timeZone')}
            value={value.timezone}
            onChange={timezone => setValue(before => ({ ...before, timezone }))}
            error={refused['timezone']}
          />
        </Group>
        <TermFields
          name={displayName(user, user.email)}
          term={value}
          zone={value.timezone}
          refused={refused['end_date']}
          onChange={term => setValue(before => ({ ...before, ...term }))}
        />
        <ErrorNotice failure={saving.error} title={t('account:edit.failed')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('account:edit.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
