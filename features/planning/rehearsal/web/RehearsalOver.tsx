import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { StatePage } from '#app/web/shell/StatePages.tsx'
import { joinAddress, roomAddress } from '#features/room/room/web/addresses.ts'
import { useLoad } from '#features/room/room/web/pieces/useLoad.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import './rehearsal.css'

/** After a rehearsal: when the pitch has begun, right on into it; else a word that nothing was kept, and the ways on. */
export function RehearsalOver({ pitch }: { pitch: string }) {
  const { t } = useTranslation('rehearsal')
  const { search } = useLocation()
  const now = useLoad(pitch, () => roomClient(pitch).getPitchStatus({ uuid: pitch }))
  // a second window stays what it is
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
