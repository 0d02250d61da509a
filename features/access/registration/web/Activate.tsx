import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { PolicyCheckbox, useAgreedToday } from '#features/access/policy/web/PolicyCheckbox.tsx'
import { NewPassword, ownWords, problemsOf } from '#features/access/recovery/web/NewPassword.tsx'
import { Door } from '#features/access/session/web/Door.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useEntered } from './useEntered.ts'

/** [ROUTE-025] */
export const ActivateAccount = () => <Activate activate={client.activeAccount} home="/activate-account" />
/** [ROUTE-026] */
export const ActivateInvestorAccount = () => (
  <Activate activate={client.activeInvestorAccount} home="/activate-investor-account" />
)

interface Props {
  activate: typeof client.activeAccount
  /** The page without the code of its link. */
  home: string
}

/** The owner of the mailbox chooses the password of the account that was asked for. */
function Activate({ activate, home }: Props) {
  const { t } = useTranslation('registration')
  const account = useLinkCode(home)
  const owner = useQuery({
    queryKey: ['activation', account],
    queryFn: () => client.checkActivationLink({ account }),
    enabled: account !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (account === '')
    return (
      <Door title={t('wait.missing')} hint={t('wait.missingBody')}>
        <ToSignIn />
      </Door>
    )
  if (owner.data) return <Form activate={activate} account={account} {...owner.data} />
  if (owner.isError) return <Invalid failure={owner.error} />
  return (
    <Door title={t('activate.checking')}>
      <Skeleton height={36} />
    </Door>
  )
}

/** The code leaves the address bar at once, since it could be read there or in the history. */
function useLinkCode(home: string): string {
  const { account } = useParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [code] = useState(account ?? (typeof state?.code === 'string' ? state.code : ''))
  useEffect(() => {
    if (account) navigate(home, { replace: true, state: { code: account } })
  }, [account, home, navigate])
  return code
}

const ToSignIn = () => {
  const { t } = useTranslation('registration')
  return (
    <Button component={Link} to="/login" variant="default">
      {t('wait.toSignIn')}
    </Button>
  )
}

function Invalid({ failure }: { failure: unknown }) {
  const { t } = useTranslation('registration')
  const isExpired = failure instanceof CallFailed && failure.code === 'LinkExpired'
  return (
    <Door title={t(isExpired ? 'activate.expired' : 'activate.invalid')}>
      <Stack>
        {isExpired ? <Text role="status">{t('activate.expiredBody')}</Text> : <ErrorNotice failure={failure} />}
        <ToSignIn />
      </Stack>
    </Door>
  )
}

interface FormProps {
  activate: typeof client.activeAccount
  account: string
  email: string
  firstname: string
}

function Form({ activate, account, email, firstname }: FormProps) {
  const { t } = useTranslation('registration')
  const entered = useEntered()
  const agreedToday = useAgreedToday()
  const [value, setValue] = useState({ password: '', again: '' })
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const own = ownWords({ email, firstname })
  const open = useMutation({
    mutationFn: async () => {
      await activate({ account, password: value.password.trim(), ...agreedToday })
      await entered()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (agreed && Object.keys(problemsOf(value, own)).length === 0 && !open.isPending) open.mutate()
  }

  return (
    <Door title={t('activate.title')} hint={t('activate.hint', { name: firstname, email })}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPassword value={value} onChange={setValue} tried={tried} own={own} failure={open.error} />
          <PolicyCheckbox checked={agreed} onChange={setAgreed} tried={tried} />
          <ErrorNotice failure={open.error} />
          <Button type="submit" size="md" fullWidth loading={open.isPending}>
            {t('signUp.act')}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
