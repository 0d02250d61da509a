import { Button, Group, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { NewPassword, problemsOf } from './NewPassword.tsx'

const nothing = { password: '', again: '' }

/** Changes one's own password. */
export function ChangePassword() {
  const { t } = useTranslation('account')
  const person = usePerson()
  const [old, setOld] = useState('')
  const [value, setValue] = useState(nothing)
  const [tried, setTried] = useState(false)
  const change = useMutation({
    // [RULE-003, RULE-004]
    mutationFn: () => client.updatePassword({ old_pass: old.trim(), new_pass: value.password.trim() }),
    onSuccess: () => {
      setOld('')
      setValue(nothing)
      setTried(false)
      doneNotice(t('password.changed'))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    // [RULE-012]
    if (old.trim() && Object.keys(problemsOf(value)).length === 0 && !change.isPending) change.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormSection title={t('profile.passwordTitle')} hint={t('profile.passwordHint')}>
        {/* password managers file the new password under this name */}
        <input type="text" name="username" autoComplete="username" value={person.username} readOnly hidden />
        <PasswordInput
          label={t('password.old')}
          autoComplete="current-password"
          value={old}
          onChange={event => setOld(event.currentTarget.value)}
          error={tried && !old.trim() && t('password.oldMissing')}
          visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
        />
        <NewPassword value={value} onChange={setValue} tried={tried} />
        <ErrorNotice failure={change.error} />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('password.change')}
          </Button>
        </Group>
      </FormSection>
    </form>
  )
}
