import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { PasswordChange } from '#features/access/profile/web/ChangePassword.tsx'
import { Door } from '#features/access/session/web/Door.tsx'
import { landingOf } from '#features/access/session/web/guard.ts'
import type { Me } from '#features/core/account/me.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/**
 * [ROUTE-040] What has expired: the password of a signed-in person (NAV-032), who sets a new one; or the
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
