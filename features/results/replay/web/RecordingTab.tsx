import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Replay } from './Replay.tsx'

/** The recording of a pitch beside its other results: the last one, or the one that the address names. */
export function RecordingTab({ uuid }: { uuid: string }) {
  const { t } = useTranslation('replay')
  const [search] = useSearchParams()
  return (
    <>
      <Replay uuid={uuid} id={search.get('recording') ?? undefined} />
      <p>
        <Anchor component={Link} to="/pitches/recordings" underline="always">
          {t('all')}
        </Anchor>
      </p>
    </>
  )
}
