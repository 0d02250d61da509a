import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { decodeAccount } from '#features/access/session/web/stepAddress.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type SecondStep, useSecondStep } from './secondStep.ts'

interface Props {
  title: string
  hint?: string
  children: (step: SecondStep) => ReactNode
}

/** The page of a second step: who is signing in, what they do, and the way out. */
export function StepFrame({ title, hint, children }: Props) {
  const { t } = useTranslation('factor')
  const { account } = useParams()
  const { data: presence } = useQuery(presenceQuery)
  const step = useSecondStep()
  const name = presence?.person?.username || decodeAccount(account).username
  const isOver = step.data !== undefined && step.data.next !== 'secondStep'
  if (isOver) return <StepOver />
  return (
    <Door title={title} hint={hint}>
      <Stack gap="md">
        {name && <Text size="sm">{t('step.signingIn', { name })}</Text>}
        {step.isPending && <Skeleton height={120} />}
        {step.isError && <ErrorNotice failure={step.error} retry={() => step.refetch()} />}
        {step.data && children(step.data)}
        <Anchor component={Link} to="/logout" size="sm">
          {t('step.cancel')}
        </Anchor>
      </Stack>
    </Door>
  )
}

/** The quarter of an hour is over, or no password was given in this browser. */
function StepOver() {
  const { t } = useTranslation('factor')
  const { search } = useLocation()
  return (
    <Door title={t('step.over.title')}>
      <Stack>
        <Alert role="status" color="yellow" variant="light">
          {t('step.over.hint')}
        </Alert>
        <Button component={Link} to={`/login${search}`} size="md" fullWidth>
          {t('step.over.act')}
        </Button>
      </Stack>
    </Door>
  )
}
