import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { keeping, signInAddress, type WayBack, wayBackOf } from '#features/access/session/web/wayBack.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/** [ROUTE-036] Asks for the link by which a new password is set. */
export function ForgotPassword() {
  const { t } = useTranslation('account')
  return (
    <AskByMail
      title={t('forgot.passwordTitle')}
      hint={t('forgot.passwordHint')}
      act={t('forgot.actPassword')}
      ask={(email, back) =>
        back.pitchCode ? client.sendResetPasswordEmail({ email, ...back }) : client.forgotPassword({ email })
      }
      next="/reset-password-email-sent"
      other={['/forgot-username', t('forgot.toUsername')]}
    />
  )
}

/** [ROUTE-037] Requests the user's username. */
export function ForgotUsername() {
  const { t } = useTranslation('account')
  return (
    <AskByMail
      title={t('forgot.usernameTitle')}
      hint={t('forgot.usernameHint')}
      act={t('forgot.actUsername')}
      ask={(email, back) => client.sendUsernameEmail({ email, ...back })}
      next="/receive-username-email-sent"
      other={['/forgot-password', t('forgot.toPassword')]}
    />
  )
}

interface Props {
  title: string
  hint: string
  act: string
  ask: (email: string, back: WayBack) => Promise<{ sends: boolean }>
  /** The page that says that an email is on its way. */
  next: string
  /** The other recovery page, and the text of the link to it. */
  other: readonly [path: string, words: string]
}

function AskByMail({ title, hint, act, ask, next, other }: Props) {
  const { t } = useTranslation('account')
  const back = wayBackOf(useParams())
  const navigate = useNavigate()
  const { state } = useLocation()
  const [email, setEmail] = useState<string>(typeof state?.email === 'string' ? state.email : '')
  const [tried, setTried] = useState(false)
  const asking = useMutation({
    mutationFn: () => ask(email.trim(), back),
    onSuccess: ({ sends }) => navigate(next, { state: { email: email.trim(), back, sends } }),
  })
  const problem = !email.trim()
    ? 'emailMissing'
    : /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email.trim())
      ? undefined
      : 'emailWrong'

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!problem && !asking.isPending) asking.mutate()
  }

  return (
    <Door title={title} hint={hint}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('forgot.email')}
            type="email"
            name="email"
            autoComplete="email"
            size="md"
            autoFocus
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
            error={tried && problem && t(`forgot.${problem}`)}
          />
          <ErrorNotice failure={asking.error} />
          <Button type="submit" size="md" fullWidth loading={asking.isPending}>
            {act}
          </Button>
          <Anchor component={Link} to={keeping(other[0], back)} state={{ email }}>
            {other[1]}
          </Anchor>
          <Anchor component={Link} to={signInAddress(back)}>
            {t('forgot.toSignIn')}
          </Anchor>
        </Stack>
      </form>
    </Door>
  )
}
