import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordingTold } from '#features/room/recording/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Control } from '#web/light/Control.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { usePopover } from '#web/light/usePopover.ts'
import { CapacityNote } from './CapacityNote.tsx'
import { noteConsent } from './consent.ts'
import './recording.css'

/** Milliseconds after which what the recorder said last is out of date. */
const OUT_OF_DATE = 8000

/** What the recorder says of itself; undefined while it says nothing. */
function useTold(): RecordingTold | undefined {
  const { connection } = useInRoom()
  const [told, setTold] = useState<RecordingTold>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = connection.onSignal(({ type, payload }) => {
      if (type !== 'recordingHealth') return
      clearTimeout(timer)
      setTold(payload as RecordingTold)
      timer = setTimeout(() => setTold(undefined), OUT_OF_DATE)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [connection])
  return told
}

/** [GAP-024] Begins and ends the recording, and says whether it works. `children`: what becomes of it. */
export function RecordingControl({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('recording')
  const { pitch, client, info, room, now } = useInRoom()
  const { open, close, whole, id, button } = usePopover()
  const told = useTold()
  const { recorded } = room
  const set = useAct(async (is_recording: boolean) => {
    await client.setRecording({ pitch_uuid: pitch, is_recording })
    if (is_recording) noteConsent(pitch, true)
    close()
  })
  if (info.recording === 'not' || info.rehearsal_of) return null
  const isWrong = recorded && !room.paused && told?.health !== 'recording' && told?.health !== 'held'
  return (
    <span className="recording-control" ref={whole}>
      <Control
        icon={recorded ? <IconPlayerStop size={22} /> : <IconPlayerRecord size={22} />}
        label={t(recorded ? 'control.on' : 'control.off')}
        hint={t(isWrong && told ? `health.${told.health}` : recorded ? 'control.onHint' : 'control.offHint')}
        look={isWrong && told ? 'off' : recorded ? 'accent' : 'plain'}
        {...button}
      />
      {open && (
        <fieldset className="recording-choice" id={id} aria-label={t('control.title')}>
          {recorded ? (
            <Health told={told} paused={room.paused} />
          ) : (
            <>
              <p>{t('control.explain')}</p>
              <CapacityNote pitch={pitch} people={Math.max(1, now.presenters.length)} />
            </>
          )}
          {recorded && children}
          <Notice failure={set.failure} />
          <Button look={recorded ? 'quiet' : 'main'} busy={set.busy} onClick={() => set.run(!recorded)}>
            {t(recorded ? 'control.stop' : 'control.start')}
          </Button>
        </fieldset>
      )}
    </span>
  )
}

function Health({ told, paused }: { told: RecordingTold | undefined; paused: boolean }) {
  const { t } = useTranslation('recording')
  if (paused) return <p role="status">{t('health.held')}</p>
  if (!told) return <p role="status">{t('health.unknown')}</p>
  return (
    <>
      <p role="status">{t(`health.${told.health}`)}</p>
      {told.isFilling && told.health !== 'full' && <p className="recording-warning">{t('capacity.filling')}</p>}
      {told.level !== null && (
        <p>
          {t('health.level')} <meter className="recording-level" min={0} max={1} value={told.level} />
        </p>
      )}
      {told.age !== null && <p className="tabular">{t('health.age', { count: told.age })}</p>}
      {told.unrecorded > 0 && <p>{t('health.unrecorded', { count: told.unrecorded })}</p>}
    </>
  )
}
