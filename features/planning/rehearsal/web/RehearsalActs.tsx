import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { manages } from '#features/core/pitch/rules.ts'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { STARTS_AT_ONCE } from '#features/planning/rehearsal/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { type Act, useAct } from '#web/light/useAct.ts'
import { formatTime } from '#web/ui/time.ts'

/**
 * In the strip above a rehearsal: starts the pitch, which takes everyone in the rehearsal along, or leaves or ends it.
 */
export function RehearsalActs({ info }: { info: JoinInfo }) {
  const { t, i18n } = useTranslation('rehearsal')
  const [dialog, setDialog] = useState<'start' | 'end'>()
  const navigate = useNavigate()
  const pitch = info.rehearsal_of ?? ''
  const start = useAct(() => roomClient(pitch).startPitch({ uuid: pitch }))
  const end = useAct(() => roomClient(pitch).endRehearsal({ uuid: pitch }))
  const at = Date.parse(info.start_date_raw)
  const leave = () => {
    // the call only speeds up what the server notices anyway, so its failure does not matter
    roomClient(info.uuid)
      .exitUser({ pitch_uuid: info.uuid })
      .catch(() => {})
    navigate(joinAddress(pitch))
  }
  const startOrConfirm = () => {
    // days ahead, a stray click would start the pitch without an audience
    if (at - Date.now() > STARTS_AT_ONCE) setDialog('start')
    else void start.run().then(done => done || setDialog('start'))
  }
  const close = () => setDialog(undefined)
  return (
    <div className="rehearsal-acts">
      {manages(info.part) && (
        <Button busy={start.busy} onClick={startOrConfirm}>
          {t('start')}
        </Button>
      )}
      <Button look="quiet" onClick={() => setDialog('end')}>
        {t('end')}
      </Button>
      {dialog === 'start' && (
        <ActDialog
          title={t('startTitle')}
          text={t('startText', { when: formatTime(at, i18n.language, 'full') })}
          label={t('startNow')}
          act={start}
          onClose={close}
        />
      )}
      {dialog === 'end' && (
        <ActDialog title={t('endTitle')} text={t('endText')} label={t('endNow')} act={end} onClose={close}>
          <Button look="quiet" onClick={leave}>
            {t('leave')}
          </Button>
        </ActDialog>
      )}
    </div>
  )
}

interface ActDialogProps {
  title: string
  text: string
  /** The word on the button that acts. */
  label: string
  act: Act<[]>
  onClose: () => void
  /** Further buttons. */
  children?: ReactNode
}

function ActDialog({ title, text, label, act, onClose, children }: ActDialogProps) {
  const { t } = useTranslation('common')
  const acts = (
    <>
      <Button look="quiet" onClick={onClose}>
        {t('act.cancel')}
      </Button>
      {children}
      <Button busy={act.busy} onClick={() => act.run()}>
        {label}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} acts={acts}>
      <p>{text}</p>
      <Notice failure={act.failure} />
    </Dialog>
  )
}
