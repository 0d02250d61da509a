import { Button, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showMoney } from '#contract/money.ts'
import { hasEnded } from '#features/core/pitch/rules.ts'
import { dashboardAddress, joinAddress } from '#features/core/pitch/web/addresses.ts'
import { PitchStateMark, SpotlightMark } from '#features/core/pitch/web/PitchState.tsx'
import { type DashboardPitch, dashboardCalls } from '#features/results/dashboard/contract.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useTab } from '#web/ui/record/useInAddress.ts'
import { Time } from '#web/ui/Time.tsx'
import { isMissed } from './missed.ts'
import { Spotlight } from './Spotlight.tsx'
import { useAsideActs } from './useAsideActs.ts'
import './dashboard.css'

const tabs = ['upcoming', 'ended', 'aside'] as const

/**
 * [ROUTE-076, SCREEN-024, SCREEN-025] The pitches that I may attend: those in the spotlight, those ahead, those that have
 * ended, and those that I have put aside.
 */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const [tab, choose] = useTab(tabs)
  return (
    <Page title={t('title')} hint={t('hint')}>
      <Spotlight />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="upcoming">
          <Attended ended={false} />
        </Tabs.Panel>
        <Tabs.Panel value="ended">
          <Attended ended />
        </Tabs.Panel>
        <Tabs.Panel value="aside">
          <PutAside />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Attended({ ended }: { ended: boolean }) {
  const { t } = useTranslation('dashboard')
  const { putAside } = useAsideActs()
  const keepsMail = useKeepsMail()
  const list = useCallList(dashboardCalls, 'getAllUpcomingPitches', {
    of: { ended },
    ...(ended && { order: 'desc' as const }),
    every: 30_000,
  })
  const kind = ended ? 'ended' : 'upcoming'
  return (
    <ListTable
      list={list}
      words={{
        label: t(`tab.${kind}`),
        search: t('search'),
        empty: t(`empty.${kind}`),
        emptyHint: t(ended ? 'empty.endedHint' : keepsMail ? 'empty.upcomingHintKept' : 'empty.upcomingHint'),
      }}
      rowKey={pitch => pitch.uuid}
      columns={[
        { key: 'name', title: t('column.pitch'), sort: 'name', width: '38%', cell: pitch => <Name pitch={pitch} /> },
        { key: 'when', title: t('column.when'), sort: 'start', cell: pitch => <Time at={pitch.start_date_raw} /> },
        { key: 'state', title: t('column.state'), cell: pitch => <PitchStateMark state={pitch.state} as="guest" /> },
        { key: 'own', title: t('column.own'), cell: pitch => <Own pitch={pitch} /> },
        {
          key: 'next',
          title: t('column.next'),
          titleUnseen: true,
          numeric: true,
          cell: pitch => <Next pitch={pitch} />,
        },
      ]}
      acts={pitch =>
        pitch.may_put_aside && (
          <ActMenu
            label={t('acts', { name: pitch.presentation_name })}
            calls={dashboardCalls}
            acts={[putAside(pitch)]}
          />
        )
      }
    />
  )
}

function PutAside() {
  const { t } = useTranslation('dashboard')
  const { bringBack } = useAsideActs()
  const list = useCallList(dashboardCalls, 'getNotInterestedInPitchList')
  return (
    <ListTable
      list={list}
      words={{
        label: t('tab.aside'),
        search: t('search'),
        empty: t('empty.aside'),
        emptyHint: t('empty.asideHint'),
      }}
      rowKey={pitch => pitch.uuid}
      columns={[
        { key: 'name', title: t('column.pitch'), sort: 'name', width: '38%', cell: pitch => <Name pitch={pitch} /> },
        { key: 'when', title: t('column.when'), sort: 'start', cell: pitch => <Time at={pitch.start_date_raw} /> },
        { key: 'aside', title: t('column.aside'), sort: 'aside', cell: pitch => <Time at={pitch.aside_time} /> },
        { key: 'by', title: t('column.by'), cell: pitch => t(`by.${pitch.by}`) },
      ]}
      acts={pitch => pitch.by === 'aside' && <ActMenu calls={dashboardCalls} acts={[bringBack(pitch)]} />}
    />
  )
}

/** Its name, which opens it, and who presents what. */
function Name({ pitch }: { pitch: DashboardPitch }) {
  return (
    <span className="dashboard-name">
      <Link to={dashboardAddress(pitch.uuid)}>{pitch.presentation_name}</Link>
      <span>{[pitch.presenter_name, pitch.company_name].filter(Boolean).join(' · ')}</span>
      {pitch.spotlight && <SpotlightMark />}
    </span>
  )
}

/** What the person has in a pitch: an amount, or what they think. */
function Own({ pitch: { money_amount, select } }: { pitch: DashboardPitch }) {
  const { t } = useTranslation(['dashboard', 'feedback'])
  if (money_amount) return t('own.committed', { amount: showMoney(money_amount) })
  return select ? t(`feedback:choice.${select}`) : '–'
}

/** Where it goes on from here: into the room, or to what is left of it. */
function Next({ pitch }: { pitch: DashboardPitch }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const isOver = hasEnded(pitch.state) || isMissed(pitch)
  const act = t(isOver ? 'next.open' : 'next.join')
  return (
    <Button
      component={Link}
      to={isOver ? dashboardAddress(pitch.uuid) : joinAddress(pitch.uuid)}
      size="compact-sm"
      variant={pitch.state === 'inProgress' ? 'filled' : 'default'}
      aria-label={t('common:pair', { label: act, value: pitch.presentation_name })}
    >
      {act}
    </Button>
  )
}
