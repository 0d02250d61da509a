import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { usersCalls } from '#features/admin/users/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { NamePair } from '#web/ui/NamePair.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'

/** [CALL-079, RULE-035, RULE-036, RULE-037, RULE-039] Adds a person, who then gets an email to set a password. */
export function CreateUser({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation('account')
  const person = usePerson()
  const keepsMail = useKeepsMail()
  const form = useCallForm(usersCalls, 'createUser', {
    draft: `createUser.${person.user_id}`,
    // [ENT-031] the zone begins as New York, by the call
    start: { role_type_live: 'presenter', language: i18n.language as Language },
    done: (_, { email }) => t(keepsMail ? 'create.createdKept' : 'create.created', { email: email.trim() }),
    onDone,
  })
  const suggest = useMutation({
    mutationFn: () => client.generateUsername({ email: form.values.email }),
    onSuccess: form.set,
  })
  const roles = form.options('role_type_live', role => t(`role.${role}`))
  return (
    <CallForm
      form={form}
      act={t(keepsMail ? 'create.actKept' : 'create.act')}
      onCancel={onDone}
      failed={t('create.failed')}
    >
      <Text c="dimmed">{t(keepsMail ? 'create.hintKept' : 'create.hint')}</Text>
      <TextInput type="email" label={t('field.email')} autoComplete="off" data-autofocus {...form.text('email')} />
      <NamePair
        given={<TextInput label={t('field.firstName')} {...form.text('firstname')} />}
        family={<TextInput label={t('field.lastName')} {...form.text('lastname')} />}
      />
      {/* [CALL-098] */}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('field.userName')}
          description={t('create.userNameHint')}
          autoComplete="off"
          style={{ flex: 1 }}
          {...form.text('username')}
          {...(suggest.isError && { error: t('create.suggestFailed') })}
        />
        <Button
          variant="default"
          loading={suggest.isPending}
          disabled={!form.values.email.includes('@')}
          onClick={() => suggest.mutate()}
        >
          {t('create.suggest')}
        </Button>
      </Group>
      <OrganisationChoice {...form.choice('org_id')} />
      <TextInput label={t('field.company')} {...form.text('company_name')} />
      <Radio.Group label={t('field.role')} required {...form.choice('role_type_live')}>
        <Stack gap="xs" mt="xs">
          {roles.map(
            ({ value, label }) =>
              mayManage(person.roles, [value]) && (
                <Radio key={value} value={value} label={label} description={t(`create.roleHint.${value}`)} />
              ),
          )}
        </Stack>
      </Radio.Group>
      <Group grow align="flex-start">
        <LanguageSelect label={t('field.language')} {...form.choice('language')} />
        <TimeZoneSelect label={t('field.timeZone')} {...form.choice('timezone')} />
      </Group>
    </CallForm>
  )
}
