import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { roomAddress } from '#features/core/pitch/web/addresses.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Time } from '#web/ui/Time.tsx'
import { Replay } from './Replay.tsx'
import './replay.css'

/** [GAP-025] The recording of a pitch, for those who may attend it; join links open it too. */
export function ReplayPage() {
  const { t } = useTranslation('replay')
  const pitch = useParams()['pitchUUID'] ?? ''
  return (
    <main className="replay-page">
      <Replay
        uuid={pitch}
        as={roomClient(pitch)}
        head={replay => (
          <header>
            <h1>{replay.presentation_name}</h1>
            <Time at={replay.started_time} />
          </header>
        )}
      />
      <p>
        <Anchor component={Link} to={roomAddress(pitch)} underline="always">
          {t('toPitch')}
        </Anchor>
      </p>
    </main>
  )
}
