import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useLoad } from '#web/light/useLoad.ts'

/** Leads to the recording of a pitch that is over, once its attendees may watch it. */
export function ReplayLink({ pitch }: { pitch: string }) {
  const { t } = useTranslation('replay')
  const { value } = useLoad(pitch, () => roomClient(pitch).hasReplay({ uuid: pitch }))
  if (!value?.watchable) return null
  return (
    <p>
      <Link className="piece-button main" to={`/live/${pitch}/replay`}>
        {t('watchIt')}
      </Link>
    </p>
  )
}
