import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { noteActivity } from '#features/access/session/web/activity.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { isTimedOut, setTimedOut } from '#features/access/session/web/timedOut.ts'
import { keeping, wayBackOfRedirect } from '#features/access/session/web/wayBack.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { setReaderZone } from '#web/ui/readerZone.ts'
import { codeOf } from '#web/ui/wording.ts'

/**
 * [ROUTE-003, ROUTE-073] Sign-in by username or email, with other ways in below it. Afterwards the guard leads on to
 * where the person wanted.
 */
export function SignIn({ otherWays }: { otherWays: ReactNode }) {
  const { t } = useTranslation(['session', 'errors'])
  const { data: presence } = useQuery(presenceQuery)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)

  const signIn = useSignIn(name.trim(), password.trim())

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (name.trim() && password.trim() && !signIn.isPending) signIn.mutate()
  }

  return (
    <Door title={t('session:signIn.title')} hint={t('session:signIn.hint')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {!signIn.error && <WhyHere {...presence} />}
          <TextInput
            label={t('session:signIn.name')}
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
            error={tried && !name.trim() && t('session:signIn.nameMissing')}
          />
          <PasswordInput
            label={t('session:signIn.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            required
            withAsterisk={false}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            error={tried && !password.trim() && t('session:signIn.passwordMissing')}
            visibilityToggleButtonProps={{ 'aria-label': t('session:signIn.showPassword'), tabIndex: 0 }}
          />
          <ErrorNotice
            failure={signIn.error}
            title={isUnforeseen(signIn.error) ? t('session:signIn.failed') : undefined}
          />
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
            {t('session:signIn.act')}
          </Button>
          <Links />
        </Stack>
      </form>
      {otherWays}
    </Door>
  )
}

function useSignIn(username: string, password: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // [RULE-001, RULE-002]
      await client.signIn({ grant_type: 'password', username, password })
      const person = await askPerson()
      setTimedOut(false)
      noteActivity()
      setReaderZone(person.timezone)
      queries.setQueryData<Presence>(presenceQuery.queryKey, { person })
    },
  })
}

function Links() {
  const { t } = useTranslation('session')
  const back = wayBackOfRedirect(useLocation().search)
  return (
    <>
      <Group justify="space-between">
        <Anchor component={Link} to={keeping('/forgot-password', back)}>
          {t('signIn.forgotPassword')}
        </Anchor>
        <Anchor component={Link} to={keeping('/forgot-username', back)}>
          {t('signIn.forgotUsername')}
        </Anchor>
      </Group>
      <Anchor component={Link} to="/sign-up/investor">
        {t('signIn.register')}
      </Anchor>
    </>
  )
}

/** [ERR-011] What no rule of the sign-in foresees: a server that fails or does not answer. */
const isUnforeseen = (failure: unknown): boolean =>
  Boolean(failure) && ['Internal', 'Unavailable', 'BodyNotReadable'].includes(codeOf(failure))

/** Why a person who was signed in is here again. */
function WhyHere({ ended, how }: Presence) {
  const { t } = useTranslation(['session', 'errors'])
  const words = isTimedOut()
    ? t('session:signIn.timedOut')
    : how
      ? t(`session:signIn.how.${how}`)
      : ended === 'RolesMissing'
        ? t('errors:RolesMissing')
        : ended && t(ended === 'TokenExpired' ? 'session:signIn.ended' : 'session:signIn.verificationFailed')
  if (!words) return null
  return (
    <Alert role="status" color="yellow" variant="light">
      {words}
    </Alert>
  )
}
