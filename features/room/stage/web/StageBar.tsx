import { IconDoorExit, IconHandStop } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Control } from '#web/light/Control.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { OnStage } from './useStage.ts'

interface Props {
  stage: OnStage
  /** The controls of camera and microphone. */
  sending: ReactNode
}

/** An attendee's controls in the bar: the hand; on stage, camera and microphone, and leaving the stage. */
export function StageBar({ stage, sending }: Props) {
  const { info } = useInRoom()
  if (info.part !== 'attendee') return null
  if (!stage.asked || !stage.agreed) return <HandControl isAsked={stage.asked !== undefined} />
  return (
    <>
      {sending}
      <LeaveControl />
    </>
  )
}

function HandControl({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation('stage')
  const { pitch, client, now, room, fail } = useInRoom()
  const { hands } = room.stage
  const raised = now.me !== undefined && hands.includes(now.me.id)
  const set = useAct((up: boolean) => client.setHand({ pitch_uuid: pitch, raised: up }))
  useEffect(() => fail(set.failure), [set.failure, fail])
  return (
    <Control
      icon={<IconHandStop size={22} />}
      label={t(raised ? 'hand.lower' : 'hand.raise')}
      hint={t(raised ? 'hand.lower' : 'hand.raiseHint')}
      look={raised ? 'accent' : 'plain'}
      pressed={raised}
      badge={hands.length}
      badgeLabel={t('hand.count', { count: hands.length })}
      busy={set.busy}
      disabled={now.me === undefined || isAsked}
      onPress={() => set.run(!raised)}
    />
  )
}

function LeaveControl() {
  const { t } = useTranslation('stage')
  const { pitch, client, now, fail } = useInRoom()
  const leave = useAct(() => client.revokeStage({ pitch_uuid: pitch, user_id: now.me?.id ?? '' }))
  useEffect(() => fail(leave.failure), [leave.failure, fail])
  return (
    <Control icon={<IconDoorExit size={22} />} label={t('leaveStage')} busy={leave.busy} onPress={() => leave.run()} />
  )
}
