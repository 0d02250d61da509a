import { Group, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type UserDetail, usersCalls } from '#features/admin/users/contract.ts'
import { client } from '#web/client/client.ts'
import { displayName } from '#web/ui/displayName.ts'
import { NamePair } from '#web/ui/NamePair.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { TermFields } from './TermFields.tsx'
import { tagsQuery } from './userQueries.ts'

/** [CALL-078] The form for a user's profile, in the drawer. */
export function EditUser({ user, onDone }: { user: UserDetail; onDone: () => void }) {
  const { t } = useTranslation('account')
  const tags = useQuery(tagsQuery(user.org_id))
  // a person with a password changes their address themselves
  const addressIsOpen = !user.has_password && user.state !== 'active'
  const form = useCallForm(usersCalls, 'updateUser', {
    start: {
      ...user,
      tag_ids: user.tags.map(({ tag_id }) => tag_id),
      start_date: user.start_date ?? '',
      end_date: user.end_date ?? '',
    },
    send: ({ email, ...input }) => client.updateUser({ ...input, ...(addressIsOpen && { email }) }),
    done: t('edit.done'),
    onDone,
  })
  return (
    <CallForm form={form} act={t('edit.act')} onCancel={onDone} failed={t('edit.failed')}>
      <NamePair
        given={<TextInput label={t('field.firstName')} {...form.text('firstname')} />}
        family={<TextInput label={t('field.lastName')} {...form.text('lastname')} />}
      />
      <TextInput
        type="email"
        label={t('field.email')}
        description={t(addressIsOpen ? 'edit.emailOpen' : 'edit.emailTheirs')}
        readOnly={!addressIsOpen}
        {...form.text('email')}
      />
      <TextInput label={t('field.company')} {...form.text('company_name')} />
      <TextInput label={t('field.position')} {...form.text('position')} />
      <TextInput label={t('field.location')} {...form.text('location')} />
      <MultiSelect
        label={t('field.tags')}
        searchable
        nothingFoundMessage={t(tags.data?.items.length === 0 ? 'tag.noneYet' : 'tag.none')}
        data={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
        {...form.choice('tag_ids')}
      />
      <Group grow align="flex-start">
        <LanguageSelect label={t('field.language')} {...form.choice('language')} />
        <TimeZoneSelect label={t('field.timeZone')} {...form.choice('timezone')} />
      </Group>
      <TermFields
        name={displayName(user, user.email)}
        term={form.values}
        zone={form.values.timezone}
        refused={form.choice('end_date').error}
        onChange={form.set}
      />
    </CallForm>
  )
}
