import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { type Answer, CallFailed } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { keeping, signInAddress, wayBackOf } from '#features/access/session/web/wayBack.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { SetPassword } from './SetPassword.tsx'

/** [ROUTE-039] Where the emailed link leads: its owner sets a new password and goes on to where they were. */
export function ResetPassword() {
  const { t } = useTranslation('account')
  const { linkCode, address } = useLinkCode()
  const link = useQuery({
    queryKey: ['resetPasswordLink', linkCode],
    queryFn: () => {
      // [ERR-052] an address without a code was made up
      if (!linkCode) throw new CallFailed('IllegalOperation')
      return client.checkResetPasswordLink({ link_code: linkCode })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

  if (link.isPending)
    return (
      <Door title={t('reset.title')} hint={t('reset.checking')}>
        <Skeleton height={36} />
      </Door>
    )
  if (link.isError && codeOf(link.error) === 'LinkExpired')
    return <Navigate replace to="/expired-reset-password" state={{ linkCode }} />
  if (link.isError)
    return (
      <Door title={t('reset.invalid')}>
        <Stack>
          <ErrorNotice failure={link.error} />
          <Button component={Link} to={address} variant="default">
            {t('expired.noLinkAct')}
          </Button>
        </Stack>
      </Door>
    )
  return <ResetForm linkCode={linkCode} owner={link.data} />
}

/** The code leaves the address bar at once, since it could be read there or in the history. */
function useLinkCode(): { linkCode: string; address: string } {
  const { flag, pitchCode, linkCode } = useParams()
  const [code] = useState(linkCode ?? '')
  const navigate = useNavigate()
  const back = wayBackOf({ flag, pitchCode })
  const bare = keeping('/reset-password', back)
  useEffect(() => {
    if (linkCode) navigate(bare, { replace: true })
  }, [linkCode, navigate, bare])
  return { linkCode: code, address: keeping('/forgot-password', back) }
}

function ResetForm({
  linkCode,
  owner,
}: {
  linkCode: string
  owner: Answer<typeof recoveryCalls.checkResetPasswordLink>
}) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { email } = owner

  async function reset(password: string) {
    await client.resetPassword({ link_code: linkCode, new_pass: password, email })
    try {
      await client.signIn({ grant_type: 'password', username: email, password })
      queries.setQueryData<Presence>(presenceQuery.queryKey, { person: await askPerson() })
    } catch {
      // the password is set all the same: the sign-in page says what stands in the way
      doneNotice(t('reset.done'))
    }
    await navigate(signInAddress(owner), { replace: true })
  }

  const hint = t('reset.hint', { name: owner.firstname, email })
  return <SetPassword owner={owner} title={t('reset.title')} hint={hint} act={t('reset.act')} save={reset} />
}
