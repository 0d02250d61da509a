import { Anchor, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { showMoney } from '#contract/money.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { companyTexts, hasEnded } from '#features/core/pitch/rules.ts'
import { joinAddress, replayAddress, roomAddress } from '#features/core/pitch/web/addresses.ts'
import { clockOf } from '#features/core/pitch/web/Elapsed.tsx'
import { PitchStateMark, SpotlightMark } from '#features/core/pitch/web/PitchState.tsx'
import { PitchTimes } from '#features/core/pitch/web/PitchTimes.tsx'
import { dashboardCalls } from '#features/results/dashboard/contract.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity, Facts } from '#web/ui/record/Entity.tsx'
import { useActs } from '#web/ui/record/useActs.tsx'
import { Time } from '#web/ui/Time.tsx'
import { isMissed } from './missed.ts'
import { useAsideActs } from './useAsideActs.ts'
import './dashboard.css'

/**
 * What is over changes seldom, and asking for it takes the whole of its recordings. A pitch that waits for the person's
 * accreditation opens soon after the review.
 */
const soonOrSeldom = ({ state: { data } }: { state: { data: Own | undefined } }) =>
  data?.state === 'over' ? 300_000 : data?.accreditation_gap === 'pending' ? 5_000 : 30_000

type Own = Answer<(typeof dashboardCalls)['getDashboardPitch']>

/** [ROUTE-077] One pitch for a person who may attend it: what comes next, what it is, and what is theirs in it. */
export function DashboardPitch() {
  const { t } = useTranslation('dashboard')
  const uuid = useParams()['uuid'] ?? ''
  const own = useQuery({ ...callQuery('getDashboardPitch', { uuid }), refetchInterval: soonOrSeldom })
  const { data, error } = own
  return (
    <Page
      title={data?.presentation_name ?? t('one')}
      hint={
        data && (
          <span className="dashboard-hint">
            <PitchStateMark state={data.state} as="guest" />
            {data.spotlight && <SpotlightMark />}
            {[data.presenter_name, data.company_name].filter(Boolean).join(' · ')}
          </span>
        )
      }
    >
      {data && error && <ErrorNotice failure={error} retry={() => own.refetch()} />}
      <Entity query={own}>
        {pitch => (
          <>
            <NextStep pitch={pitch} />
            <div className="dashboard-pitch">
              <About uuid={uuid} state={pitch.state} />
              <OwnPart pitch={pitch} />
            </div>
          </>
        )}
      </Entity>
    </Page>
  )
}

/** What the person does next: attend, commit while it is possible, watch, or say what they think. */
function stepOf(
  pitch: Own,
): { step: 'live' | 'wait' | 'missed' | 'commit' | 'watch' | 'feedback'; to: string } | undefined {
  const { uuid, state, put_aside } = pitch
  if (state === 'inProgress') return { step: 'live', to: joinAddress(uuid) }
  if (put_aside) return undefined
  if (isMissed(pitch)) return { step: 'missed', to: joinAddress(uuid) }
  if (!hasEnded(state)) return { step: 'wait', to: joinAddress(uuid) }
  if (pitch.may_commit && pitch.commit_until) return { step: 'commit', to: roomAddress(uuid) }
  if (pitch.is_watchable) return { step: 'watch', to: replayAddress(uuid) }
  return pitch.select === null ? { step: 'feedback', to: roomAddress(uuid) } : undefined
}

function NextStep({ pitch }: { pitch: Own }) {
  const { t } = useTranslation(['dashboard', 'room'])
  const { begin, running, dialog } = useActs(dashboardCalls)
  const { bringBack } = useAsideActs()
  // a live pitch can be entered whatever was said of it before
  if (pitch.put_aside && pitch.state !== 'inProgress')
    return (
      <section className="dashboard-next" aria-label={t('step.label')}>
        <p>{t(`step.${pitch.put_aside}`)}</p>
        {pitch.put_aside === 'aside' ? (
          <Button variant="default" loading={running !== undefined} onClick={() => begin(bringBack(pitch))}>
            {t('aside.back')}
          </Button>
        ) : (
          <Button component={Link} to={roomAddress(pitch.uuid)} variant="default">
            {t('step.feedbackAgain')}
          </Button>
        )}
        {dialog}
      </section>
    )
  const gap = pitch.accreditation_gap
  if (gap)
    return (
      <section className="dashboard-next" aria-label={t('step.label')}>
        <p>{t(`room:accreditation.${gap}`)}</p>
        <Button component={Link} to="/investor/accreditation">
          {t(`room:accreditation.act.${gap}`)}
        </Button>
      </section>
    )
  const next = stepOf(pitch)
  if (!next) return null
  return (
    <section className="dashboard-next" aria-label={t('step.label')}>
      <p>
        {t(`step.${next.step}`)} {next.step === 'wait' && <Time at={pitch.start_date_raw} />}
        {next.step === 'commit' && pitch.commit_until && <Time at={pitch.commit_until} />}
      </p>
      <Button component={Link} to={next.to}>
        {t(`step.${next.step}Act`)}
      </Button>
    </section>
  )
}

/** What is said of the company, with its documents. */
function About({ uuid, state }: Pick<Own, 'uuid' | 'state'>) {
  const { t } = useTranslation(['dashboard', 'pitch'])
  const query = useQuery(callQuery('getPitchDetail', { uuid }, 'pitch'))
  const { data, refetch } = query
  // the start tells more of a company
  const isOld = data !== undefined && data.state !== state
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return (
    <Entity query={query}>
      {pitch => {
        const told = companyTexts.filter(text => pitch[text] || pitch[`${text}_file`])
        return (
          <div className="dashboard-texts">
            <section>
              <Title order={2}>{t('facts')}</Title>
              <Facts
                facts={[
                  [t('pitch:fact.when'), <PitchTimes key="when" pitch={pitch} />],
                  [t('pitch:fact.company'), pitch.company_name],
                  [t('pitch:fact.legalName'), pitch.legal_name],
                  [t('pitch:fact.product'), pitch.product_type],
                  [t('pitch:field.asked_amount'), showMoney(pitch.asked_amount)],
                  [t('pitch:field.minimum_commitment'), showMoney(pitch.minimum_commitment)],
                ]}
              />
            </section>
            {told.map(text => (
              <section key={text}>
                <Title order={2}>{t(`pitch:field.${text}`)}</Title>
                {pitch[text] && <p>{pitch[text]}</p>}
                <Document file={pitch[`${text}_file`]} />
              </section>
            ))}
          </div>
        )
      }}
    </Entity>
  )
}

function Document({ file }: { file: PitchDetail['about_file'] }) {
  return file && <Anchor href={file.url}>{file.filename}</Anchor>
}

/** What the person has in the pitch, and the way to put it aside. */
function OwnPart({ pitch }: { pitch: Own }) {
  const { t } = useTranslation(['dashboard', 'feedback'])
  const { begin, running, dialog } = useActs(dashboardCalls)
  const { putAside } = useAsideActs()
  const { reading, live, replay } = pitch.attention
  const looked = [
    [t('attention.reading'), reading > 0 && clockOf(reading)],
    [t('attention.live'), live > 0 && clockOf(live)],
    [t('attention.replay'), replay > 0 && clockOf(replay)],
  ] as const
  return (
    <section className="dashboard-own" aria-label={t('own.title')}>
      <div>
        <Title order={2}>{t('own.title')}</Title>
        <Facts
          facts={[
            [t('own.way'), pitch.attends_by && t(`own.${pitch.attends_by}`)],
            [t('own.until'), pitch.commit_until && <Time key="until" at={pitch.commit_until} />],
            [t('own.commitment'), pitch.money_amount ? showMoney(pitch.money_amount) : t('own.none')],
            [t('own.feedback'), pitch.select ? t(`feedback:choice.${pitch.select}`) : t('own.none')],
            [t('own.replay'), t(pitch.is_watchable ? 'own.replayReady' : 'own.replayNone')],
            ...looked,
          ]}
        />
      </div>
      {pitch.may_put_aside && (
        <Button variant="default" loading={running !== undefined} onClick={() => begin(putAside(pitch))}>
          {t('aside.act')}
        </Button>
      )}
      {dialog}
    </section>
  )
}
