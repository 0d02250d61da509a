import { IconPlayerPause, IconPlayerPlay, IconPresentation } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Control } from '#web/light/Control.tsx'
import { useAct } from '#web/light/useAct.ts'

/** [CALL-049, GAP-022] The pause, for presenters, and one click by which a co-host takes the pitch over. */
export function LeadControls() {
  const { t } = useTranslation('stage')
  const { pitch, client, now, room, fail } = useInRoom()
  const { paused, host } = room
  const pause = useAct(() => client.sgFixPause({ pitch_uuid: pitch, is_paused: !paused }))
  const take = useAct((me: string) => client.transferPitch({ uuid: pitch, user_id: me, keep: true }))
  const failure = pause.failure ?? take.failure
  useEffect(() => fail(failure), [failure, fail])
  const me = now.me?.id
  return (
    <>
      <Control
        icon={paused ? <IconPlayerPlay size={22} /> : <IconPlayerPause size={22} />}
        label={t(paused ? 'lead.resume' : 'lead.pause')}
        hint={t(paused ? 'lead.resumeHint' : 'lead.pauseHint')}
        look={paused ? 'accent' : 'plain'}
        busy={pause.busy}
        onPress={() => pause.run()}
      />
      {me !== undefined && host !== null && host !== me && (
        <Control
          icon={<IconPresentation size={22} />}
          label={t('lead.take')}
          hint={t('lead.takeHint')}
          busy={take.busy}
          onPress={() => take.run(me)}
        />
      )}
    </>
  )
}
