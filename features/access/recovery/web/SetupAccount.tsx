import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { Answer } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { SetPassword } from './SetPassword.tsx'

/** [ROUTE-005] Where the emailed link leads: its owner sets a password and is signed in with it. */
export function SetupAccount() {
  const { t } = useTranslation('account')
  const linkCode = useLinkCode()
  const owner = useQuery({
    queryKey: ['resetPasswordLink', linkCode],
    queryFn: () => client.checkResetPasswordLink({ link_code: linkCode }),
    staleTime: Number.POSITIVE_INFINITY,
  })

  if (owner.isPending)
    return (
      <Door title={t('setup.title')} hint={t('setup.checking')}>
        <Skeleton height={36} />
      </Door>
    )
  if (owner.isError && codeOf(owner.error) === 'LinkExpired')
    return <Navigate replace to="/expired-reset-password" state={{ linkCode }} />
  if (owner.isError)
    return (
      <Door title={t('setup.invalid')}>
        <Stack>
          <ErrorNotice failure={owner.error} />
          <Text>{t('setup.askAgain')}</Text>
          <Button component={Link} to="/login" variant="default">
            {t('setup.toSignIn')}
          </Button>
        </Stack>
      </Door>
    )
  return <SetupForm linkCode={linkCode} owner={owner.data} />
}

/** The code leaves the address bar at once, since it could be read there or in the history. */
function useLinkCode(): string {
  const [address, setAddress] = useSearchParams()
  const inAddress = address.get('link_code')
  const [linkCode] = useState(inAddress ?? '')
  useEffect(() => {
    if (inAddress) setAddress({}, { replace: true })
  }, [inAddress, setAddress])
  return linkCode
}

function SetupForm({
  linkCode,
  owner,
}: {
  linkCode: string
  owner: Answer<typeof recoveryCalls.checkResetPasswordLink>
}) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const { email, firstname: name } = owner

  async function setUp(password: string) {
    await client.resetPassword({ link_code: linkCode, new_pass: password })
    await client.signIn({ grant_type: 'password', username: email, password })
    queries.setQueryData<Presence>(presenceQuery.queryKey, { person: await askPerson() })
  }

  const hint = t('setup.hint', { name, email })
  return <SetPassword owner={owner} title={t('setup.title')} hint={hint} act={t('setup.act')} save={setUp} />
}
