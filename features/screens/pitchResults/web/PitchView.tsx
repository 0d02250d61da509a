import { Button, Skeleton, Stack, Tabs, Title } from '@mantine/core'
import { IconBuilding, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { ShareOnLinkedIn } from '#features/access/social/web/ShareOnLinkedIn.tsx'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { ChangeButton, useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { LockMark, PitchStateMark, SpotlightMark } from '#features/core/pitch/web/PitchState.tsx'
import { PitchTimes } from '#features/core/pitch/web/PitchTimes.tsx'
import { ApprovalMark } from '#features/planning/approval/web/ApprovalMark.tsx'
import { ReviewNotice } from '#features/planning/approval/web/ReviewNotice.tsx'
import { AttendeeTable } from '#features/planning/invite/web/AttendeeTable.tsx'
import { RehearseAct } from '#features/planning/rehearsal/web/RehearseAct.tsx'
import { NotInterestedNote } from '#features/results/dashboard/web/NotInterestedNote.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DeletePitchDialog } from './DeletePitchDialog.tsx'
import { PitchFacts } from './PitchFacts.tsx'
import { PitchKeeping } from './PitchKeeping.tsx'
import './PitchView.css'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchByIdQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { useTab } from '#web/ui/record/useInAddress.ts'
import { ResultFigures } from './ResultFigures.tsx'
import { ResultPanels } from './ResultPanels.tsx'
import { SlideStrip } from './SlideStrip.tsx'

/** [SCREEN-003] One pitch: its fields, its slides, its attendees and, after the start, its results. */
export function PitchView() {
  const { t } = useTranslation('pitch')
  const id = Number(useParams()['id'])
  const { data: pitch, error, refetch } = useQuery({ ...pitchByIdQuery(id), refetchInterval: 15_000 })
  if (pitch) return <Shown pitch={pitch} />
  return (
    <Page title={t('view.title')}>
      {error ? (
        <ErrorNotice failure={error} retry={refetch} />
      ) : (
        <Stack aria-busy>
          <Skeleton height={32} width="40%" />
          <Skeleton height={320} />
        </Stack>
      )}
    </Page>
  )
}

const tabs = ['overview', 'invited', 'attendance', 'feedback', 'questions', 'chat', 'polls', 'commitments'] as const

function Shown({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const [tab, choose] = useTab(tabs)
  const may = pitchActs(pitch)
  const locked = useIsLocked(pitch)
  const shown = tabs.filter(name => name === 'overview' || (name === 'invited' ? may.manage : may.results))
  return (
    <Page
      title={pitch.presentation_name}
      hint={
        <span className="results-hint">
          <PitchStateMark state={pitch.state} invited={pitch.attendees} />
          <ApprovalMark status={pitch.attribute_status} />
          {pitch.is_locked && <LockMark />}
          {pitch.spotlight && <SpotlightMark />}
          <PitchTimes pitch={pitch} />
        </span>
      }
      act={<ViewActs pitch={pitch} />}
    >
      {may.manage && <ReviewNotice pitch={pitch} />}
      {may.results && <ResultFigures pitch={pitch} />}
      <Tabs value={shown.includes(tab) ? tab : 'overview'} onChange={choose} keepMounted={false}>
        <Tabs.List mb="lg">
          {shown.map(name => (
            <Tabs.Tab key={name} value={name}>
              {name === 'invited' ? t('view.invited', { count: pitch.attendees }) : t(`view.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview pitch={pitch} />
        </Tabs.Panel>
        <Tabs.Panel value="invited">
          {may.manage && <NotInterestedNote uuid={pitch.uuid} />}
          <AttendeeTable
            uuid={pitch.uuid}
            open={may.invite && !locked}
            emptyAct={may.invite && <InviteButton pitch={pitch} variant="filled" />}
          />
        </Tabs.Panel>
        <ResultPanels pitch={pitch} />
      </Tabs>
    </Page>
  )
}

function Overview({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const [asking, setAsking] = useState(false)
  const locked = useIsLocked(pitch)
  const navigate = useNavigate()
  return (
    <div className="pitch-overview">
      <section>
        <Title order={2} mb="md">
          {t('slides.title')}
        </Title>
        <SlideStrip pitch={pitch} />
      </section>
      <section>
        <Title order={2} mb="xs">
          {t('view.details')}
        </Title>
        <PitchFacts pitch={pitch} />
        {pitchActs(pitch).manage && (
          <ChangeButton
            locked={locked}
            variant="default"
            mt="lg"
            to={pitchPaths.companyInfo(pitch)}
            leftSection={<IconBuilding size={16} aria-hidden />}
          >
            {t('companyInfo.open')}
          </ChangeButton>
        )}
        {pitchActs(pitch).delete && (
          <ChangeButton locked={locked} variant="subtle" color="red" mt="lg" onClick={() => setAsking(true)}>
            {t('act.deletePitch')}
          </ChangeButton>
        )}
        <DeletePitchDialog
          pitch={asking ? pitch : undefined}
          onClose={() => setAsking(false)}
          onDeleted={() => navigate('/pitches/list')}
        />
      </section>
    </div>
  )
}

function ViewActs({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const may = pitchActs(pitch)
  const locked = useIsLocked(pitch)
  return (
    <>
      {may.edit && (
        <ChangeButton
          locked={locked}
          variant="default"
          to={pitchPaths.edit(pitch)}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('act.edit')}
        </ChangeButton>
      )}
      {may.invite && <InviteButton pitch={pitch} variant="default" />}
      {may.manage && <ShareOnLinkedIn pitch={pitch} />}
      <RehearseAct pitch={pitch} />
      {may.enter && (
        <Button component={Link} to={pitchPaths.room(pitch)}>
          {t('act.enterRoom')}
        </Button>
      )}
      <PitchKeeping pitch={pitch} />
    </>
  )
}

function InviteButton({ pitch, variant }: { pitch: PitchDetail; variant: 'default' | 'filled' }) {
  const { t } = useTranslation('pitch')
  return (
    <ChangeButton
      locked={useIsLocked(pitch)}
      variant={variant}
      to={pitchPaths.invite(pitch)}
      leftSection={<IconSend size={16} aria-hidden />}
    >
      {t('act.invite')}
    </ChangeButton>
  )
}
