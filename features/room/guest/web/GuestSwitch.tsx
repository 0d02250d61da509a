import { IconSpy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

/** [GAP-018] Turns guest mode on and off, for managers of the pitch, after a dialog that explains it. */
export function GuestSwitch({ pitch, on }: { pitch: string; on: boolean }) {
  const { t } = useTranslation(['room', 'common'])
  const [asks, setAsks] = useState(false)
  const change = useAct(() => roomClient(pitch).updateGuestMode({ uuid: pitch, on: !on }))
  return (
    <>
      <Button look="quiet" aria-pressed={on} onClick={() => setAsks(true)}>
        <IconSpy size={18} aria-hidden />
        {t(on ? 'room:guests.isOn' : 'room:guests.turnOn')}
      </Button>
      {asks && (
        <Dialog
          title={t(on ? 'room:guests.offTitle' : 'room:guests.onTitle')}
          onClose={() => setAsks(false)}
          acts={
            <>
              <Button look="quiet" onClick={() => setAsks(false)}>
                {t('common:act.cancel')}
              </Button>
              <Button
                busy={change.busy}
                onClick={async () => {
                  if (await change.run()) setAsks(false)
                }}
              >
                {t(on ? 'room:guests.turnOff' : 'room:guests.turnOn')}
              </Button>
            </>
          }
        >
          <p>{t(on ? 'room:guests.offText' : 'room:guests.onText')}</p>
          <Notice failure={change.failure} />
        </Dialog>
      )}
    </>
  )
}
