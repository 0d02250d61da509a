import { Button, Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { profileCalls } from '#features/access/profile/contract.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { NamePair } from '#web/ui/NamePair.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { LanguageSelect, TimeZoneSelect } from '#web/ui/selects.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'
import { ReadingZone } from './ReadingZone.tsx'

/** The user's own details, kept in this browser during typing; `onSaved` resets the form. */
export function ProfileForm({ info, onSaved }: { info: Info; onSaved: () => void }) {
  const { t } = useTranslation('profile')
  const keep = useKeepInfo()
  // the number has a form of its own, which asks for a proof
  const { mobile: _, ...saved } = info
  const form = useCallForm(profileCalls, 'updatePersonalInfo', {
    draft: `profile.${info.user_id}`,
    start: saved,
    done: t('saved'),
    onDone: async saved => {
      await keep(saved)
      if (saved.language !== info.language) await chooseLanguage(saved.language)
      onSaved()
    },
  })
  const foot = (
    <Group>
      <Button type="submit" loading={form.isSending}>
        {t('save')}
      </Button>
    </Group>
  )
  return (
    <CallForm form={form} failed={t('failed')} foot={foot} gap={0}>
      <FormSection title={t('about.title')}>
        <NamePair
          given={<TextInput label={t('about.firstName')} autoComplete="given-name" {...form.text('firstname')} />}
          family={<TextInput label={t('about.lastName')} autoComplete="family-name" {...form.text('lastname')} />}
        />
        <TextInput label={t('about.company')} autoComplete="organization" {...form.text('company_name')} />
        <Group grow align="flex-start">
          <TextInput label={t('about.position')} autoComplete="organization-title" {...form.text('position')} />
          <TextInput label={t('about.location')} {...form.text('location')} />
        </Group>
        <TextInput
          label={t('about.linkedin')}
          description={t('about.linkedinHint')}
          type="url"
          {...form.text('linkedin_publicProfileUrl')}
        />
        <Select
          label={t('status.label')}
          allowDeselect={false}
          data={form.options('status', status => t(`status.${status}`))}
          {...form.choice('status')}
        />
      </FormSection>
      <FormSection title={t('language.title')} hint={t('language.hint')}>
        <Group grow align="flex-start">
          <LanguageSelect label={t('language.field')} {...form.choice('language')} />
          <TimeZoneSelect label={t('language.zone')} {...form.choice('timezone')} />
        </Group>
        <ReadingZone {...form.choice('preferred_timezone')} />
      </FormSection>
    </CallForm>
  )
}
