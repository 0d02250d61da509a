import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

/** [STATE-048] Makes one video of what is being recorded, for the team, as soon as the pitch is over; or not any more. */
export function MergeChoice() {
  const { t } = useTranslation('recording')
  const { pitch, client, room } = useInRoom()
  const { merging } = room
  const set = useAct(() =>
    merging ? client.removeRecordingMp4({ uuid: pitch, audience: 'team' }) : client.sgMergeVideo({ pitch_uuid: pitch }),
  )
  return (
    <>
      {merging && <p role="status">{t('merge.on')}</p>}
      <Notice failure={set.failure} />
      <Button look="quiet" busy={set.busy} onClick={() => set.run()}>
        {t(merging ? 'merge.cancel' : 'merge.act')}
      </Button>
    </>
  )
}
