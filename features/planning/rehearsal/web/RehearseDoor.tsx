import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'
import './rehearsal.css'

/** At the door of a pitch that has not begun, for the team that runs it: opens or joins its rehearsal. */
export function RehearseDoor({ pitch }: { pitch: string }) {
  const { t } = useTranslation('rehearsal')
  const navigate = useNavigate()
  const client = roomClient(pitch)
  const { value } = useLoad(pitch, () => client.getRehearsal({ uuid: pitch }))
  const open = useAct(async () => {
    const { uuid } = await client.openRehearsal({ uuid: pitch })
    navigate(joinAddress(uuid))
  })
  const running = value?.rehearsal
  return (
    <div className="rehearse-door">
      <Button look="quiet" className="wide" busy={open.busy} onClick={() => open.run()}>
        {running ? t('join', { count: running.here }) : t('open')}
      </Button>
      <p>{t('openHint')}</p>
      <Notice failure={open.failure} />
    </div>
  )
}
