import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { manages } from '#features/core/pitch/rules.ts'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { STARTS_AT_ONCE } from '#features/planning/rehearsal/rules.ts'
import { whenIn } from '#features/room/room/web/doorTimes.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

/** In the strip above a rehearsal: to the pitch itself, which takes everybody in the rehearsal along, or out of it. */
export function RehearsalActs({ info }: { info: JoinInfo }) {
  const { t, i18n } = useTranslation(['rehearsal', 'common'])
  const [asks, setAsks] = useState<'start' | 'end'>()
  const navigate = useNavigate()
  const pitch = info.rehearsal_of ?? ''
  const start = useAct(() => roomClient(pitch).startPitch({ uuid: pitch }))
  const end = useAct(() => roomClient(pitch).endRehearsal({ uuid: pitch }))
  const at = Date.parse(info.start_date_raw)
  const leave = () => {
    // whoever is gone for the server anyway, has left
    roomClient(info.uuid)
      .exitUser({ pitch_uuid: info.uuid })
      .catch(() => {})
    navigate(joinAddress(pitch))
  }
  const startOrAsk = () => {
    // days before, one click too many would begin it for nobody
    if (at - Date.now() > STARTS_AT_ONCE) setAsks('start')
    else void start.run().then(done => done || setAsks('start'))
  }
  const close = () => setAsks(undefined)
  return (
    <div className="rehearsal-acts">
      {manages(info.part) && (
        <Button busy={start.busy} onClick={startOrAsk}>
          {t('rehearsal:start')}
        </Button>
      )}
      <Button look="quiet" onClick={() => setAsks('end')}>
        {t('rehearsal:end')}
      </Button>
      {asks === 'start' && (
        <Dialog
          title={t('rehearsal:startTitle')}
          onClose={close}
          acts={
            <>
              <Button look="quiet" onClick={close}>
                {t('common:act.cancel')}
              </Button>
              <Button busy={start.busy} onClick={() => start.run()}>
                {t('rehearsal:startNow')}
              </Button>
            </>
          }
        >
          <p>{t('rehearsal:startText', { when: whenIn(at, i18n.language) })}</p>
          <Notice failure={start.failure} />
        </Dialog>
      )}
      {asks === 'end' && (
        <Dialog
          title={t('rehearsal:endTitle')}
          onClose={close}
          acts={
            <>
              <Button look="quiet" onClick={close}>
                {t('common:act.cancel')}
              </Button>
              <Button look="quiet" onClick={leave}>
                {t('rehearsal:leave')}
              </Button>
              <Button busy={end.busy} onClick={() => end.run()}>
                {t('rehearsal:endNow')}
              </Button>
            </>
          }
        >
          <p>{t('rehearsal:endText')}</p>
          <Notice failure={end.failure} />
        </Dialog>
      )}
    </div>
  )
}
