import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { roomAddress } from '#features/core/pitch/web/addresses.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Time } from '#web/ui/Time.tsx'
import { Replay } from './Replay.tsx'
import './replay.css'

/** [GAP-025] The recording of a pitch, for people who may attend it; join links open it too. */
export function ReplayPage() {
  const { t } = useTranslation('replay')
  const pitch = useParams()['pitchUUID'] ?? ''
  const [search] = useSearchParams()
  return (
    <PublicPage title={t('title')}>
      <div className="replay-page">
        <Replay
          uuid={pitch}
          id={search.get('recording') ?? undefined}
          as={roomClient(pitch)}
          head={replay => (
            <div>
              <h1>{replay.presentation_name}</h1>
              <Time at={replay.started_time} />
            </div>
          )}
        />
        <p>
          <Anchor component={Link} to={roomAddress(pitch)} underline="always">
            {t('toPitch')}
          </Anchor>
        </p>
      </div>
    </PublicPage>
  )
}
