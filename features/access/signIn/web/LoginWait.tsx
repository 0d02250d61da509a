import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { landingOf, redirectOf } from '#features/access/session/web/guard.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'

/** Milliseconds between two checks, and the number of checks. */
const EVERY = 2000
const LOOKS = 15

/** [ROUTE-024] Waits until a person who came another way is signed in, and leads on to where they wanted. */
export function LoginWait() {
  const { t } = useTranslation('session')
  const { search } = useLocation()
  const [looks, setLooks] = useState(0)
  const { data, refetch } = useQuery(presenceQuery)
  const person = data?.person
  const gaveUp = looks >= LOOKS || data?.ended !== undefined

  useEffect(() => {
    if (person || gaveUp) return
    const timer = setInterval(() => {
      setLooks(before => before + 1)
      void refetch()
    }, EVERY)
    return () => clearInterval(timer)
  }, [person, gaveUp, refetch])

  if (person) return <Navigate replace to={redirectOf(search) ?? landingOf(person)} />
  if (gaveUp)
    return (
      <Door title={t('wait.failed')} hint={t('wait.failedHint')}>
        <Button component={Link} to={`/login${search}`} fullWidth>
          {t('wait.toSignIn')}
        </Button>
      </Door>
    )
  return (
    <Door title={t('wait.title')}>
      <Stack>
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text>{t('wait.hint')}</Text>
        </Group>
        <Button component={Link} to={`/login${search}`} variant="default">
          {t('wait.toSignIn')}
        </Button>
      </Stack>
    </Door>
  )
}
