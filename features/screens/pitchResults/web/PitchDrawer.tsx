import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { ChangeButton, useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import type { InAddress } from '#web/ui/record/useInAddress.ts'
import './PitchDrawer.css'
import { LockMark, PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { PitchFacts } from './PitchFacts.tsx'

/** The details of a pitch beside its list. */
export function PitchDrawer({ opened, onDelete }: { opened: InAddress; onDelete: (pitch: PitchDetail) => void }) {
  const { t } = useTranslation('pitch')
  return (
    <EntityDrawer
      open={opened}
      read={pitchQuery}
      title={pitch => <span className="pitch-drawer-title">{pitch?.presentation_name ?? t('view.title')}</span>}
    >
      {pitch => (
        <Stack>
          <Group gap="xs">
            <PitchStateMark state={pitch.state} invited={pitch.attendees} />
            {pitch.is_locked && <LockMark />}
          </Group>
          <DrawerActs pitch={pitch} onDelete={() => onDelete(pitch)} />
          <PitchFacts pitch={pitch} withTimes />
        </Stack>
      )}
    </EntityDrawer>
  )
}

function DrawerActs({ pitch, onDelete }: { pitch: PitchDetail; onDelete: () => void }) {
  const { t } = useTranslation('pitch')
  const may = pitchActs(pitch)
  const locked = useIsLocked(pitch)
  return (
    <Group gap="xs">
      {may.enter && (
        <Button component={Link} to={pitchPaths.room(pitch)}>
          {t('act.enterRoom')}
        </Button>
      )}
      {may.results && (
        <Button component={Link} to={pitchPaths.results(pitch)}>
          {t('act.results')}
        </Button>
      )}
      <Button variant="default" component={Link} to={pitchPaths.view(pitch)}>
        {t('act.view')}
      </Button>
      {may.edit && (
        <ChangeButton locked={locked} variant="default" to={pitchPaths.edit(pitch)}>
          {t('act.edit')}
        </ChangeButton>
      )}
      {may.invite && (
        <ChangeButton locked={locked} variant="default" to={pitchPaths.invite(pitch)}>
          {t('act.invite')}
        </ChangeButton>
      )}
      {may.delete && (
        <ChangeButton locked={locked} variant="subtle" color="red" onClick={onDelete}>
          {t('act.delete')}
        </ChangeButton>
      )}
    </Group>
  )
}
