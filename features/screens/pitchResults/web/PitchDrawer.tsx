import { Button, Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { ChangeButton, useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import './PitchDrawer.css'
import { LockMark, PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { PitchFacts } from './PitchFacts.tsx'

interface Props {
  uuid: string | undefined
  onClose: () => void
  onDelete: (pitch: PitchDetail) => void
}

/** The details of a pitch beside its list. */
export function PitchDrawer({ uuid, onClose, onDelete }: Props) {
  const { t } = useTranslation(['pitch', 'common'])
  const query = useQuery({ ...pitchQuery(uuid ?? ''), enabled: uuid !== undefined })
  const pitch = query.data
  return (
    <Drawer
      opened={uuid !== undefined}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
      title={pitch?.presentation_name ?? t('pitch:view.title')}
      classNames={{ title: 'pitch-drawer-title' }}
    >
      {pitch ? (
        <Stack>
          <Group gap="xs">
            <PitchStateMark state={pitch.state} />
            {pitch.is_locked && <LockMark />}
          </Group>
          <DrawerActs pitch={pitch} onDelete={() => onDelete(pitch)} />
          <PitchFacts pitch={pitch} withTimes />
        </Stack>
      ) : query.isError ? (
        <ErrorNotice failure={query.error} retry={() => query.refetch()} />
      ) : (
        <Stack aria-busy>
          <Skeleton height={24} width="30%" />
          <Skeleton height={36} />
          <Skeleton height={160} />
        </Stack>
      )}
    </Drawer>
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
