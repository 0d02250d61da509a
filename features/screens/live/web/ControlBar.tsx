import { type ComponentProps, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { manages, presents } from '#features/core/pitch/rules.ts'
import type { Reaction } from '#features/room/room/signals.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import type { Sharing } from '#features/room/share/web/useShare.ts'
import type { OnStage } from '#features/room/stage/web/useStage.ts'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { Button } from '#web/light/Button.tsx'
import { laterPart } from '#web/light/laterPart.tsx'
import { BarFacts } from './BarFacts.tsx'
import { PanelControls } from './PanelControls.tsx'

const StageControls = laterPart(async () => (await import('#features/room/video/web/StageControls.tsx')).StageControls)
const SoundControl = laterPart(async () => (await import('#features/room/video/web/StageControls.tsx')).SoundControl)
const LeadControls = laterPart(async () => (await import('#features/room/stage/web/LeadControls.tsx')).LeadControls)
const CaptionControl = laterPart(
  async () => (await import('#features/talk/caption/web/CaptionControl.tsx')).CaptionControl,
)
const StageBar = laterPart(async () => (await import('#features/room/stage/web/StageBar.tsx')).StageBar)
const ShareControl = laterPart(async () => (await import('#features/room/share/web/ShareControl.tsx')).ShareControl)
const LayoutControl = laterPart(
  async () => (await import('#features/screens/live/web/layout/LayoutControl.tsx')).LayoutControl,
)
const MoreControl = laterPart(async () => (await import('./MoreControl.tsx')).MoreControl)
const PointerControl = laterPart(
  async () => (await import('#features/room/slides/web/moment/PointerControl.tsx')).PointerControl,
)
const BarKeys = laterPart(async () => (await import('./BarKeys.tsx')).BarKeys)
const ReactionControl = laterPart(async () => (await import('./Reactions.tsx')).ReactionControl)

interface Props {
  info: JoinInfo
  now: RoomNow
  connection: RoomConnection
  status: number
  page: number
  total: number
  video: Video
  sharing: Sharing
  /** How the stage looks here. */
  view: ComponentProps<typeof LayoutControl>
  stage: OnStage
  silent: boolean
  panel: Panel | undefined
  starting: boolean
  /** The presenter has taken up the pointer. */
  points: boolean
  onPoints: () => void
  onReact: (emoji: Reaction) => void
  onFailure: (failure: unknown) => void
  onSilent: () => void
  onPanel: (panel: Panel) => void
  onSettings: () => void
  onStart: () => void
  onEnd: () => void
}

/** The one bar of controls, in the same place for everybody; what ends or leaves stands alone at its right. */
export function ControlBar(p: Props) {
  const { t } = useTranslation('room')
  const onStage = presents(p.info.part)
  const bar = useRef<HTMLElement>(null)
  return (
    <footer className="bar" ref={bar}>
      <BarFacts {...p} />
      <div className="bar-controls" role="toolbar" aria-label={t('bar.label')}>
        {onStage ? <StageControls video={p.video} paused={p.now.feed.view.room.paused} /> : <SoundControl {...p} />}
        {(onStage || p.sharing.may) && (
          <ShareControl pitch={p.info.uuid} sharing={p.sharing} ready={p.video.now.state === 'on'} />
        )}
        {onStage && p.status === 2 && p.total > 0 && <PointerControl {...p} />}
        {onStage && p.status === 2 && <LeadControls pitch={p.info.uuid} now={p.now} onFailure={p.onFailure} />}
        <CaptionControl
          pitch={p.info.uuid}
          mayPublish={onStage || p.video.now.mayPublish}
          manages={manages(p.info.part)}
          goesOn={p.status === 2 && !p.now.feed.view.room.paused}
          microphone={p.video.choice.microphone && p.video.now.state !== 'elsewhere'}
          isOn={p.now.link === 'on'}
        />
        {p.status === 2 && (
          <>
            <StageBar pitch={p.info.uuid} part={p.info.part} {...p} />
            <ReactionControl onReact={p.onReact} />
          </>
        )}
        <span className="bar-gap" />
        <PanelControls {...p} />
        <LayoutControl {...p.view} />
        <MoreControl {...p} onStage={onStage} />
        <BarKeys bar={bar} />
      </div>
      <div className="bar-end">
        {/* a rehearsal ends from the strip above it */}
        {!p.info.rehearsal_of && (
          <>
            {onStage && p.status === 0 && (
              <Button busy={p.starting} onClick={p.onStart}>
                {t('bar.start')}
              </Button>
            )}
            <Button look={onStage && p.status === 2 ? 'danger' : 'quiet'} onClick={p.onEnd}>
              {t(onStage && p.status === 2 ? 'bar.end' : 'bar.leave')}
            </Button>
          </>
        )}
      </div>
    </footer>
  )
}
