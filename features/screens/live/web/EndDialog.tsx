import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'

interface Props {
  pitch: string
  me: string | undefined
  here: number
  onClose: () => void
  onLeave: () => void
}

/** Team members offered as the next leader at most. */
const offered = 3

/** Milliseconds between reloads of the team members here, who come and go while the dialog is open. */
const LOOK_AGAIN = 2000

/**
 * [STATE-034, STATE-039, STATE-040] Confirms the end for everyone, with the number of people. The leading presenter may
 * leave by handing the pitch on, and otherwise ends it. Other team members just leave.
 */
export function EndDialog({ pitch, me, here, onClose, onLeave }: Props) {
  const { t } = useTranslation(['room', 'common', 'stage'])
  const client = roomClient(pitch)
  const end = useAct(() => client.endPitch({ uuid: pitch }))
  const ending = useLoad(pitch, () => client.prepareEndPitchData({ uuid: pitch }), LOOK_AGAIN)
  const hand = useAct((user_id: string) => client.transferPitch({ uuid: pitch, user_id, keep: true }))
  const { living_host, takers = [] } = ending.value ?? {}
  const leads = living_host === me
  const handTo = async (id: string) => {
    if (await hand.run(id)) onLeave()
    else ending.reload()
  }
  return (
    <Dialog
      title={t('room:end.title')}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          {ending.value && !leads && (
            <Button look="quiet" onClick={onLeave}>
              {t('room:end.leave')}
            </Button>
          )}
          <Button look="danger" busy={end.busy} onClick={async () => (await end.run()) && onClose()}>
            {t('room:end.now')}
          </Button>
        </>
      }
    >
      <p>{here > 1 ? t('room:end.text', { count: here - 1 }) : t('room:end.alone')}</p>
      {!ending.value && ending.loading && <p>{t('stage:end.loading')}</p>}
      {leads && takers.length === 0 && <p>{t('stage:end.alone')}</p>}
      {leads && takers.length > 0 && (
        <>
          <p>{t('stage:end.takers')}</p>
          <div className="end-takers">
            {takers.slice(0, offered).map(({ user_id, name }) => (
              <Button key={user_id} look="quiet" busy={hand.busy} onClick={() => handTo(user_id)}>
                {t('stage:end.handTo', { name })}
              </Button>
            ))}
          </div>
        </>
      )}
      <Notice failure={end.failure ?? hand.failure ?? ending.failure} />
    </Dialog>
  )
}
