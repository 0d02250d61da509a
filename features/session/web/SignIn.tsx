import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { type Presence, presenceQuery } from '#web/shell/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Door } from './Door.tsx'

/** [ROUTE-003, ROUTE-073] Sign-in by user name or e-mail. Afterwards the guard leads on to where the person wanted. */
export function SignIn() {
  const { t } = useTranslation('session')
  const { data: presence } = useQuery(presenceQuery)
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)

  const signIn = useMutation({
    mutationFn: async () => {
      // [RULE-001, RULE-002]
      await client.signIn({ grant_type: 'password', username: name.trim(), password: password.trim() })
      queries.setQueryData<Presence>(presenceQuery.queryKey, { person: await client.getUserInfoByToken({}) })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (name.trim() && password.trim() && !signIn.isPending) signIn.mutate()
  }

  return (
    <Door title={t('signIn.title')} hint={t('signIn.hint')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {presence?.ended && !signIn.error && (
            <Alert role="status" color="yellow" variant="light">
              {t(presence.ended === 'TokenExpired' ? 'signIn.ended' : 'signIn.verificationFailed')}
            </Alert>
          )}
          <TextInput
            label={t('signIn.name')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            autoFocus
            required
            withAsterisk={false}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={tried && !name.trim() && t('signIn.nameMissing')}
          />
          <PasswordInput
            label={t('signIn.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            required
            withAsterisk={false}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            error={tried && !password.trim() && t('signIn.passwordMissing')}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          />
          <ErrorNotice failure={signIn.error} />
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
            {t('signIn.act')}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
