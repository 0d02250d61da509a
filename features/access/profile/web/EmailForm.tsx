import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { profileCalls } from '#features/access/profile/contract.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import type { Info } from './personalInfo.ts'

interface Props {
  onAsked: (saved: Info) => Promise<void>
  onCancel: () => void
}

/** [CALL-095] Another address, and the password of the person who wants it. */
export function EmailForm({ onAsked, onCancel }: Props) {
  const { t } = useTranslation(['profile', 'account', 'common'])
  const person = usePerson()
  const form = useCallForm(profileCalls, 'changeEmail', { onDone: onAsked })
  const foot = (
    <Group>
      <Button type="submit" loading={form.isSending}>
        {t('profile:email.ask')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('common:act.cancel')}
      </Button>
    </Group>
  )
  return (
    <CallForm form={form} failed={t('profile:email.failed')} foot={foot}>
      <Text c="dimmed">{t('profile:email.changeHint')}</Text>
      {/* password managers file what is typed below under this name */}
      <input type="text" name="username" autoComplete="username" value={person.username} readOnly hidden />
      <TextInput
        label={t('profile:email.new')}
        type="email"
        autoComplete="email"
        // there is no dialog around it that would
        autoFocus
        {...form.text('email')}
        withAsterisk={false}
      />
      {/* a person without a password proves themselves by a fresh sign-in */}
      {person.roles.includes('nolinkedin') && (
        <PasswordInput
          label={t('profile:email.password')}
          autoComplete="current-password"
          {...form.text('current_pass')}
          visibilityToggleButtonProps={{ 'aria-label': t('account:password.show'), tabIndex: 0 }}
        />
      )}
    </CallForm>
  )
}
