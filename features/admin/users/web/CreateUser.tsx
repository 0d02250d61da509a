import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { type GivenRole, givenRoles, mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useDraft } from '#web/ui/draft.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'

/** [CALL-079] Adds somebody, who then gets a mail to set a password. [ENT-031] The zone begins as New York. */
export function CreateUser({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation(['account', 'errors', 'common'])
  const person = usePerson()
  const queries = useQueryClient()
  const draft = useDraft(`createUser.${person.user_id}`, {
    email: '',
    firstname: '',
    lastname: '',
    role_type_live: 'presenter' as GivenRole,
    company_name: '',
    username: '',
    org_id: '',
    language: i18n.language as Language,
    timezone: 'America/New_York',
  })
  const { value } = draft
  const [tried, setTried] = useState(false)
  const keepsMail = useKeepsMail()
  const create = useMutation({
    mutationFn: () => {
      const { username, org_id, ...rest } = value
      return client.createUser({
        ...rest,
        ...(username.trim() ? { username: username.trim() } : {}),
        ...(org_id ? { org_id } : {}),
      })
    },
    onSuccess: async () => {
      draft.sent()
      doneNotice(t(keepsMail ? 'account:create.createdKept' : 'account:create.created', { email: value.email.trim() }))
      onDone()
      await queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const refused = useFieldErrors(create.error)
  const suggest = useMutation({
    mutationFn: () => client.generateUsername({ email: value.email }),
    onSuccess: ({ username }) => draft.change(before => ({ ...before, username })),
  })
  const crosses = person.roles.includes('superadmin')
  const organisations = useQuery({
    queryKey: ['userOrganisations'],
    queryFn: () => client.getUserOrganisationList({}),
    enabled: crosses,
    staleTime: 60_000,
  })
  // [RULE-035, RULE-036, RULE-037, RULE-039] the browser asks for what is missing before it sends anything
  const missing = (field: 'email' | 'firstname' | 'lastname') =>
    tried && !value[field].trim() ? t('errors:rule.required') : refused[field]
  const text = (field: 'email' | 'firstname' | 'lastname' | 'company_name' | 'username') => ({
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      draft.change(before => ({ ...before, [field]: typed }))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (value.email.trim() && value.firstname.trim() && value.lastname.trim() && !create.isPending) create.mutate()
  }

  const offered = givenRoles.filter(role => mayManage(person.roles, [role]))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <DraftNotice draft={draft} />
        <Text c="dimmed">{t(keepsMail ? 'account:create.hintKept' : 'account:create.hint')}</Text>
        <TextInput
          type="email"
          label={t('account:field.email')}
          required
          maxLength={254}
          autoComplete="off"
          data-autofocus
          {...text('email')}
          error={missing('email')}
        />
        <Group grow align="flex-start">
          <TextInput
            label={t('account:field.firstName')}
            required
            maxLength={80}
            {...text('firstname')}
            error={missing('firstname')}
          />
          <TextInput
            label={t('account:field.lastName')}
            required
            maxLength={80}
            {...text('lastname')}
            error={missing('lastname')}
          />
        </Group>
        {/* [CALL-098] */}
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('account:field.userName')}
            description={t('account:create.userNameHint')}
            maxLength={40}
            autoComplete="off"
            style={{ flex: 1 }}
            {...text('username')}
            error={refused['username'] ?? (suggest.isError ? t('account:create.suggestFailed') : undefined)}
          />
          <Button
            variant="default"
            loading={suggest.isPending}
            disabled={!value.email.includes('@')}
            onClick={() => suggest.mutate()}
          >
            {t('account:create.suggest')}
          </Button>
        </Group>
        {crosses && (
          <Select
            label={t('account:field.organisation')}
            searchable
            data={(organisations.data?.items ?? []).map(({ org_id, name }) => ({ value: org_id, label: name }))}
            value={value.org_id || person.org_id}
            allowDeselect={false}
            onChange={org => draft.change(before => ({ ...before, org_id: org ?? '' }))}
          />
        )}
        <TextInput label={t('account:field.company')} maxLength={120} {...text('company_name')} />
        <Radio.Group
          label={t('account:field.role')}
          required
          value={value.role_type_live}
          onChange={role => draft.change(before => ({ ...before, role_type_live: role as GivenRole }))}
          error={refused['role_type_live']}
        >
          <Stack gap="xs" mt="xs">
            {offered.map(role => (
              <Radio
                key={role}
                value={role}
                label={t(`account:role.${role}`)}
                description={t(`account:create.roleHint.${role}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group grow align="flex-start">
          <LanguageSelect
            label={t('account:field.language')}
            value={value.language}
            onChange={language => draft.change(before => ({ ...before, language }))}
          />
          <TimeZoneSelect
            label={t('account:field.timeZone')}
            value={value.timezone}
            onChange={timezone => draft.change(before => ({ ...before, timezone }))}
            error={refused['timezone']}
          />
        </Group>
        <ErrorNotice failure={create.error} title={t('account:create.failed')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t(keepsMail ? 'account:create.actKept' : 'account:create.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
