import { Alert, Anchor, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import type { PitchDetail } from '../fields.ts'
import { isBeforeStart } from '../rules.ts'
import { useIsLocked } from './lock.tsx'
import { pitchActs, pitchPaths } from './pitchActs.ts'
import { pitchQuery } from './pitchQueries.ts'

interface Parts {
  readonly title: string
  /** The buttons beside the title. */
  readonly act?: (pitch: PitchDetail) => ReactNode
  readonly children: (pitch: PitchDetail) => ReactNode
}

/** A page about the pitch of its address: the name, which leads to the pitch, and the time stand under the title. */
export function PitchPage({ title, act, children }: Parts) {
  const uuid = useParams()['uuid'] ?? ''
  const { data: pitch, error, refetch } = useQuery(pitchQuery(uuid))
  if (!pitch)
    return (
      <Page title={title}>
        {error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} maw="40rem" />}
      </Page>
    )
  const hint = (
    <>
      <Anchor component={Link} to={pitchPaths.view(pitch)} underline="always">
        {pitch.presentation_name}
      </Anchor>
      {' · '}
      <Time at={pitch.start_date_raw} />
    </>
  )
  return (
    <Page title={title} hint={hint} act={act?.(pitch)}>
      {children(pitch)}
    </Page>
  )
}

/** What its team does with a pitch before its start; to others, later, or while it is locked, the reason stands here. */
export function BeforeStart({ pitch, notYours, closed, children }: BeforeStartParts) {
  const { t } = useTranslation('errors')
  const locked = useIsLocked(pitch)
  const reason = !pitchActs(pitch).manage
    ? notYours
    : !isBeforeStart(pitch.state)
      ? closed
      : locked
        ? t('PitchLocked')
        : undefined
  return reason === undefined ? children : <Closed>{reason}</Closed>
}

interface BeforeStartParts {
  readonly pitch: PitchDetail
  /** What those read who are not of the pitch's team. */
  readonly notYours: string
  /** What the team reads once the pitch has begun. */
  readonly closed: string
  readonly children: ReactNode
}

/** Says why a page about a pitch has nothing to fill in. */
export function Closed({ children }: { children: ReactNode }) {
  return (
    <Alert variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
      {children}
    </Alert>
  )
}
