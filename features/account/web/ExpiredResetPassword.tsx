import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Me } from '#features/session/contract.ts'
import { Door } from '#features/session/web/Door.tsx'
import { client } from '#web/client/client.ts'
import { landingOf } from '#web/guard.ts'
import { askPerson, type Presence, presenceQuery } from '#web/shell/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { PasswordChange } from './ChangePassword.tsx'

/**
 * [ROUTE-040] What has expired: the password of somebody who is signed in (NAV-032), who goes on with a new one; or the
 * link to set one, of which a fresh one goes to the same address.
 */
export function ExpiredResetPassword() {
  const { data } = useQuery(presenceQuery)
  const person = data?.person
  if (person?.is_password_expired || person?.prompt_reset_password) return <ExpiredPassword person={person} />
  return <ExpiredLink />
}

function ExpiredPassword({ person }: { person: Me }) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const what = person.is_password_expired ? 'password' : 'temporary'

  async function goOn() {
    const changed = await askPerson()
    await navigate(landingOf(changed), { replace: true })
    queries.setQueryData<Presence>(presenceQuery.queryKey, { person: changed })
  }

  return (
    <Door title={t(`expired.${what}Title`)} hint={t(`expired.${what}Hint`)}>
      <PasswordChange act={t('expired.act')} onChanged={goOn} prominent />
      <Anchor component={Link} to="/logout" mt="md" display="block">
        {t('expired.signOut')}
      </Anchor>
    </Door>
  )
}

function ExpiredLink() {
  const { t } = useTranslation('account')
  const { state } = useLocation()
  const navigate = useNavigate()
  const linkCode = typeof state?.linkCode === 'string' ? state.linkCode : ''
  const fresh = useMutation({
    mutationFn: () => client.sendResetPasswordEmail({ link_code: linkCode }),
    onSuccess: ({ sends }) => navigate('/reset-password-email-sent', { state: { sends } }),
  })
  return (
    <Door title={t('expired.linkTitle')} hint={t(linkCode ? 'expired.linkHint' : 'expired.noLink')}>
      <Stack>
        <ErrorNotice failure={fresh.error} />
        {linkCode ? (
          <Button fullWidth loading={fresh.isPending} onClick={() => fresh.mutate()}>
            {t('expired.linkAct')}
          </Button>
        ) : (
          <Button component={Link} to="/forgot-password" fullWidth>
            {t('expired.noLinkAct')}
          </Button>
        )}
        <Anchor component={Link} to="/login">
          {t('forgot.toSignIn')}
        </Anchor>
      </Stack>
    </Door>
  )
}
