import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { isSessionEnd, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type PassedOn, usePassedOn } from './invitation.ts'

/** [ROUTE-021, ROUTE-022, ROUTE-023] Why an invitation does not lead on yet, and what its holder can do about it. */
export function InviteWait() {
  const { t } = useTranslation('registration')
  const passedOn = usePassedOn()
  if (passedOn.failure === 'InviteNotYours') return <NotYours {...passedOn} />
  if (passedOn.failure === 'InviteExpired')
    return <Why title={t('wait.expired')} body={t('wait.expiredBody')} again={passedOn} />
  if (passedOn.failure === 'InviteUsed' || passedOn.failure === 'EmailExists')
    return <Why title={t('wait.known')} body={t('wait.knownBody')} />
  if (!passedOn.failure) return <Why title={t('wait.missing')} body={t('wait.missingBody')} />
  const failure = new CallFailed(passedOn.failure as ErrorCode)
  return (
    <Why title={t('wait.wrong')} again={passedOn}>
      <ErrorNotice failure={failure} />
    </Why>
  )
}

interface Props {
  title: string
  body?: string
  /** Offers to check the invitation again. */
  again?: PassedOn
  children?: React.ReactNode
}

function Why({ title, body, again, children }: Props) {
  const { t } = useTranslation('registration')
  return (
    <Door title={title}>
      <Stack>
        {body && <Text role="status">{body}</Text>}
        {children}
        {again?.from && (
          <Button component={Link} to={again.from} state={{ code: again.code }} variant="default">
            {t('wait.again')}
          </Button>
        )}
        <Button component={Link} to="/login">
          {t('wait.toSignIn')}
        </Button>
      </Stack>
    </Door>
  )
}

/** [ERR-023] Another person is signed in in this browser: the invitation waits until they have signed out. */
function NotYours({ code, from }: PassedOn) {
  const { t } = useTranslation('registration')
  const { data: presence } = useQuery(presenceQuery)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const goOn = async () => {
    if (from) await navigate(from, { replace: true, state: { code } })
  }
  const signOut = useMutation({
    mutationFn: async () => {
      await client.writeLogout({}).catch(failure => {
        if (!isSessionEnd(failure)) throw failure
      })
    },
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['invite'] })
      queries.setQueryData<Presence>(presenceQuery.queryKey, {})
      await goOn()
    },
  })
  return (
    <Door title={t('wait.notYours')}>
      <Stack>
        <Text role="status">{t('wait.notYoursBody', { email: presence?.person?.email ?? '' })}</Text>
        <ErrorNotice failure={signOut.error} />
        <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
          {t('wait.signOut')}
        </Button>
        <Button component={Link} to="/" variant="default">
          {t('wait.stay')}
        </Button>
      </Stack>
    </Door>
  )
}
