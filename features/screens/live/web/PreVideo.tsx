import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { usePageTitle } from '#features/room/room/web/usePageTitle.ts'
import { StageCheck } from '#features/room/video/web/StageCheck.tsx'
import '#features/screens/live/web/Lobby.css'

/**
 * [ROUTE-046, SCREEN-040] A check of camera, microphone, loudspeaker and browser; with a pitch, a link leads into it.
 */
export function PreVideo() {
  const { t } = useTranslation('video')
  const pitch = useSearchParams()[0].get('pitch')
  usePageTitle(t('check.title'))
  return (
    <main className="lobby">
      <div className="lobby-top">
        <div className="lobby-picture">
          <StageCheck />
        </div>
        <section className="lobby-card">
          <h1>{t('check.title')}</h1>
          <p>{t('check.intro')}</p>
          <p>
            <Link to={pitch ? `/preGuide?pitch=${pitch}` : '/preGuide'}>{t('check.toGuide')}</Link>
          </p>
          {pitch && (
            <Link className="piece-button main large" to={joinAddress(pitch)}>
              {t('check.toPitch')}
            </Link>
          )}
        </section>
      </div>
    </main>
  )
}
