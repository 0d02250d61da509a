import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import type { Info } from './personalInfo.ts'

interface Props {
  onAsked: (saved: Info) => Promise<void>
  onCancel: () => void
}

/** [CALL-095] Another address, and the password of who wants it. */
export function EmailForm({ onAsked, onCancel }: Props) {
  const { t } = useTranslation(['profile', 'account', 'common'])
  const person = usePerson()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useMutation({
    mutationFn: () => {
      const proof = password.trim()
      return client.changeEmail({ email: email.trim(), ...(proof ? { current_pass: proof } : {}) })
    },
    onSuccess: onAsked,
  })
  const refused = useFieldErrors(ask.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (email.trim() && !ask.isPending) ask.mutate()
  }

  return (
    <form onSubmit={submit} noValidate className="form-fields">
      <Text c="dimmed">{t('profile:email.changeHint')}</Text>
      {/* password managers file what is typed below under this name */}
      <input type="text" name="username" autoComplete="username" value={person.username} readOnly hidden />
      <TextInput
        label={t('profile:email.new')}
        type="email"
        autoComplete="email"
        maxLength={254}
        data-autofocus
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={(tried && !email.trim() && t('profile:email.newMissing')) || refused['email']}
      />
      {/* who has no password proves themselves by a fresh sign-in */}
      {person.roles.includes('nolinkedin') && (
        <PasswordInput
          label={t('profile:email.password')}
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('account:password.show'), tabIndex: 0 }}
        />
      )}
      <ErrorNotice failure={ask.error} title={t('profile:email.failed')} />
      <Group>
        <Button type="submit" loading={ask.isPending}>
          {t('profile:email.ask')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:act.cancel')}
        </Button>
      </Group>
    </form>
  )
}
