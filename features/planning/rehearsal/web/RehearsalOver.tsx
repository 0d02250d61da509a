import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { joinAddress, roomAddress } from '#features/core/pitch/web/addresses.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { StatePage } from '#web/light/StatePages.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import './rehearsal.css'

/** After a rehearsal: leads into the pitch if it has begun; else says that nothing was kept, with the way back. */
export function RehearsalOver({ pitch }: { pitch: string }) {
  const { t } = useTranslation('rehearsal')
  const { search } = useLocation()
  const now = useLoad(pitch, () => roomClient(pitch).getPitchStatus({ uuid: pitch }))
  // the search keeps a second window what it is
  if (now.value?.status === 2) return <Navigate replace to={roomAddress(pitch) + search} />
  if (!now.value && !now.failure) return <main className="room opening" data-look="dark" aria-busy />
  return (
    <StatePage title={t('over')} hint={t('overHint')}>
      <span className="rehearsal-over">
        <Link className="plain-button" to={joinAddress(pitch)}>
          {t('toPitch')}
        </Link>
      </span>
    </StatePage>
  )
}
