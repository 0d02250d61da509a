import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { roomAddress } from '#features/core/pitch/web/addresses.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Time, Timed } from '#web/ui/Time.tsx'
import { askReplay, replayInPage } from './askReplay.ts'
import type { Frame, Watching } from './Player.tsx'
import { Replay } from './Replay.tsx'
import './replay.css'

/**
 * [GAP-025] The recording of a pitch, for people who may attend it; join links open it too. The picture is there before
 * the console's look, which the controls bring with them: `frame`.
 */
export function ReplayPage({ frame }: { frame: Frame }) {
  const { t } = useTranslation('replay')
  const pitch = useParams()['pitchUUID'] ?? ''
  const [search] = useSearchParams()
  const as = useMemo<Watching>(() => {
    const { noteWatching, exportReplayTalk, getSgStreamingMp4Info } = roomClient(pitch)
    return { getReplay: askReplay, noteWatching, exportReplayTalk, getSgStreamingMp4Info }
  }, [pitch])
  return (
    <PublicPage title={t('title')}>
      <div className="replay-page">
        <Replay
          uuid={pitch}
          id={search.get('recording') ?? undefined}
          as={as}
          inPage={replayInPage}
          frame={frame}
          head={replay => (
            <div>
              <h1>{replay.presentation_name}</h1>
              <Time at={replay.started_time} />
              {replay.decision?.due_time && (
                <p>
                  <Timed words={t('due')} at={replay.decision.due_time} style="day" />
                </p>
              )}
            </div>
          )}
        />
        <p>
          <Link to={roomAddress(pitch)}>{t('toPitch')}</Link>
        </p>
      </div>
    </PublicPage>
  )
}
