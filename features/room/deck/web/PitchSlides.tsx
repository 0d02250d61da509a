import { Alert, Anchor, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DeckFiles } from './DeckFiles.tsx'

/** [ROUTE-099] The slide files of a pitch. */
export function PitchSlides() {
  const { t } = useTranslation(['deck', 'errors'])
  const uuid = useParams()['uuid'] ?? ''
  const { data: pitch, error, refetch } = useQuery(pitchQuery(uuid))
  const locked = useIsLocked(pitch)
  const open = pitch ? pitchActs(pitch).slides && !locked : false
  return (
    <Page
      title={t('deck:title')}
      hint={
        pitch && (
          <Anchor component={Link} to={pitchPaths.view(pitch)}>
            {pitch.presentation_name}
          </Anchor>
        )
      }
    >
      <ErrorNotice failure={pitch ? undefined : error} retry={refetch} />
      {!pitch && !error && <Skeleton height={200} />}
      {pitch && !open && (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
          {t(locked ? 'errors:PitchLocked' : 'deck:closed')}
        </Alert>
      )}
      {pitch && <DeckFiles pitchUuid={uuid} readOnly={!open} />}
    </Page>
  )
}
