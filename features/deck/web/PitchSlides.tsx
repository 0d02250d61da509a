import { Alert, Anchor, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { pitchActs, pitchPaths } from '#features/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/pitch/web/pitchQueries.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DeckFiles } from './DeckFiles.tsx'

/** [ROUTE-099] The slide files of a pitch. */
export function PitchSlides() {
  const { t } = useTranslation('deck')
  const uuid = useParams()['uuid'] ?? ''
  const { data: pitch, error, refetch } = useQuery(pitchQuery(uuid))
  const open = pitch ? pitchActs(pitch).slides : false
  return (
    <Page
      title={t('title')}
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
          {t('closed')}
        </Alert>
      )}
      {pitch && <DeckFiles pitchUuid={uuid} readOnly={!open} />}
    </Page>
  )
}
