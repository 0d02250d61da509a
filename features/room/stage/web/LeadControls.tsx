import { IconPlayerPause, IconPlayerPlay, IconPresentation } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Control } from '#web/light/Control.tsx'
import { useAct } from '#web/light/useAct.ts'

/** [CALL-049] The pause, for presenters. */
export function PauseControl() {
  const { t } = useTranslation('stage')
  const { pitch, client, room, fail } = useInRoom()
  const { paused } = room
  const pause = useAct(() => client.sgFixPause({ pitch_uuid: pitch, is_paused: !paused }))
  useEffect(() => fail(pause.failure), [pause.failure, fail])
  return (
    <Control
      icon={paused ? <IconPlayerPlay size={22} /> : <IconPlayerPause size={22} />}
      label={t(paused ? 'lead.resume' : 'lead.pause')}
      hint={t(paused ? 'lead.resumeHint' : 'lead.pauseHint')}
      look={paused ? 'accent' : 'plain'}
      busy={pause.busy}
      onPress={() => pause.run()}
    />
  )
}

/** [GAP-022] One click by which a co-host takes the pitch over. */
export function TakeControl() {
  const { t } = useTranslation('stage')
  const { pitch, client, now, room, fail } = useInRoom()
  const { host } = room
  const me = now.me?.id
  const take = useAct((me: string) => client.transferPitch({ uuid: pitch, user_id: me, keep: true }))
  useEffect(() => fail(take.failure), [take.failure, fail])
  if (me === undefined || host === null || host === me) return null
  return (
    <Control
      icon={<IconPresentation size={22} />}
      label={t('lead.take')}
      hint={t('lead.takeHint')}
      busy={take.busy}
      onPress={() => take.run(me)}
    />
  )
}
