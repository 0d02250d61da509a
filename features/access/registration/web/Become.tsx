import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { inviteQuery, kindOf, useSecretParameter } from './invitation.ts'

/** [ROUTE-013, ROUTE-015, ROUTE-018] Where the link of an invitation leads: on to the form, or to why it does not. */
export function Become() {
  const { t } = useTranslation('registration')
  const { pathname } = useLocation()
  const kind = kindOf(pathname)
  const code = useSecretParameter('invite_code')
  const checked = useQuery({ ...inviteQuery(kind, code), enabled: code !== '' })

  if (code === '') return <Navigate replace to={`/become-${kind}-wait`} />
  const passedOn = { code, from: pathname }
  if (checked.data) return <Navigate replace to={`/sign-up-${kind}`} state={passedOn} />
  if (checked.isError)
    return <Navigate replace to={`/become-${kind}-wait`} state={{ ...passedOn, failure: codeOf(checked.error) }} />
  return (
    <Door title={t('become.title')}>
      <Skeleton height={36} />
    </Door>
  )
}
