import { Alert, Anchor, Button, Group, Skeleton, Switch, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Time, Timed } from '#web/ui/Time.tsx'
import type { approvalCalls } from '../contract.ts'
import { ApprovalMark } from './ApprovalMark.tsx'
import { ReviewActs } from './ReviewActs.tsx'
import { FieldChanges, SlideChanges } from './ReviewChanges.tsx'

export type ReviewOf = Answer<typeof approvalCalls.getPitchReview>

interface Props {
  uuid: string
  open: (uuid: string) => void
  close: () => void
}

/** One pitch under review: what changed since the last decision, the decision to make, and the way to the next one. */
export function Review({ uuid, open, close }: Props) {
  const { t } = useTranslation('approval')
  const { data, error, refetch } = useQuery(callQuery('getPitchReview', { uuid }, 'pitch'))
  const back = (
    <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={close}>
      {t('back')}
    </Button>
  )
  if (!data)
    return (
      <Page title={t('review')} act={back}>
        {error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={480} aria-busy />}
      </Page>
    )
  return (
    <Page
      title={data.presentation_name}
      hint={
        <span className="review-hint">
          <ApprovalMark status={data.audit_status} />
          <span>{data.presenter_name}</span>
          <Time at={data.start_date_raw} />
          <Anchor component={Link} to={pitchPaths.view(data)} underline="always">
            {t('toPitch')}
          </Anchor>
        </span>
      }
      act={
        <>
          {back}
          {data.may_review && <Next uuid={uuid} open={open} />}
        </>
      }
    >
      <Changes review={data} />
      <History review={data} />
      {data.may_review && <ReviewActs key={data.version} review={data} />}
    </Page>
  )
}

/** The next pitch that waits for a review, in the order of their days. */
function Next({ uuid, open }: Pick<Props, 'uuid' | 'open'>) {
  const { t } = useTranslation('approval')
  const { data } = useQuery(callQuery('getPitchReviewList', { audit_status: 'pending', limit: 2 }, 'pitch'))
  const next = data?.items.find(row => row.uuid !== uuid)
  if (!next) return null
  return (
    <Button
      variant="default"
      rightSection={<IconArrowRight size={16} aria-hidden />}
      aria-label={t('nextOf', { name: next.presentation_name })}
      onClick={() => open(next.uuid)}
    >
      {t('next')}
    </Button>
  )
}

function Changes({ review }: { review: ReviewOf }) {
  const { t } = useTranslation('approval')
  const [whole, setWhole] = useState(review.before === null)
  const { before, reviewed_by, reviewed_time } = review
  return (
    <section className="review-part">
      <Group justify="space-between">
        <Title order={2}>{before ? t('changes.title') : t('changes.first')}</Title>
        {before && (
          <Switch
            label={t('changes.whole')}
            checked={whole}
            onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
          />
        )}
      </Group>
      {before && reviewed_time && (
        <Text c="dimmed">
          <Timed words={t('changes.since', { by: reviewed_by })} at={reviewed_time} />
        </Text>
      )}
      <FieldChanges review={review} whole={whole} />
      <SlideChanges review={review} whole={whole} />
    </section>
  )
}

function History({ review: { decisions, waiting } }: { review: ReviewOf }) {
  const { t } = useTranslation('approval')
  return (
    <section className="review-part">
      {waiting > 0 && (
        <Alert variant="light" mb="md">
          {t('waits', { count: waiting })}
        </Alert>
      )}
      {decisions.length > 0 && (
        <>
          <Title order={2}>{t('history')}</Title>
          <ol className="review-history">
            {decisions.map(({ id, action, by, at, reason }) => (
              <li key={id}>
                <Text>
                  <Timed words={t(`did.${action}`, { by })} at={at} />
                </Text>
                {reason && <p className="review-text">{reason}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
