import { IconDoorExit, IconHandStop } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { StageControls } from '#features/room/video/web/StageControls.tsx'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { Control } from '#web/light/Control.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { OnStage } from './useStage.ts'

interface Props {
  pitch: string
  part: PitchPart
  now: RoomNow
  video: Video
  stage: OnStage
  onFailure: (failure: unknown) => void
}

/** What an attendee has in the bar: a hand to raise; on stage, what they send, and the way off it. */
export function StageBar(p: Props) {
  if (p.part !== 'attendee') return null
  return p.stage.asked && p.stage.agreed ? <OnStageControls {...p} /> : <HandControl {...p} />
}

function HandControl({ pitch, now, stage, onFailure }: Props) {
  const { t } = useTranslation('stage')
  const { hands } = now.feed.view.room.stage
  const raised = now.me !== undefined && hands.includes(now.me.id)
  const set = useAct((up: boolean) => roomClient(pitch).setHand({ pitch_uuid: pitch, raised: up }))
  useEffect(() => onFailure(set.failure), [set.failure, onFailure])
  return (
    <Control
      icon={<IconHandStop size={22} />}
      label={t(raised ? 'hand.lower' : 'hand.raise')}
      hint={t(raised ? 'hand.lower' : 'hand.raiseHint')}
      look={raised ? 'accent' : 'plain'}
      pressed={raised}
      badge={hands.length}
      badgeLabel={t('hand.count', { count: hands.length })}
      disabled={set.busy || now.me === undefined || stage.asked !== undefined}
      onPress={() => set.run(!raised)}
    />
  )
}

function OnStageControls({ pitch, now, video, onFailure }: Props) {
  const { t } = useTranslation('stage')
  const me = now.me?.id ?? ''
  const leave = useAct(() => roomClient(pitch).revokeStage({ pitch_uuid: pitch, user_id: me }))
  useEffect(() => onFailure(leave.failure), [leave.failure, onFailure])
  return (
    <>
      <StageControls video={video} paused={now.feed.view.room.paused} may={video.now.may} />
      <Control
        icon={<IconDoorExit size={22} />}
        label={t('leaveStage')}
        disabled={leave.busy}
        onPress={() => leave.run()}
      />
    </>
  )
}
