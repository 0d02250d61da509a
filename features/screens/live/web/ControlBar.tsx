import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { manages } from '#features/core/pitch/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { BarFacts } from './BarFacts.tsx'
import { useLiveScreen } from './liveScreen.ts'
import { PanelControls } from './PanelControls.tsx'

const StageControls = lazyPart(async () => (await import('#features/room/video/web/StageControls.tsx')).StageControls)
const SoundControl = lazyPart(async () => (await import('#features/room/video/web/StageControls.tsx')).SoundControl)
const PauseControl = lazyPart(async () => (await import('#features/room/stage/web/LeadControls.tsx')).PauseControl)
const RecordingControl = lazyPart(
  async () => (await import('#features/room/recording/web/RecordingControl.tsx')).RecordingControl,
)
const MergeChoice = lazyPart(async () => (await import('#features/results/replay/web/MergeChoice.tsx')).MergeChoice)
const TakeControl = lazyPart(async () => (await import('#features/room/stage/web/LeadControls.tsx')).TakeControl)
const CaptionControl = lazyPart(
  async () => (await import('#features/talk/caption/web/CaptionControl.tsx')).CaptionControl,
)
const StageBar = lazyPart(async () => (await import('#features/room/stage/web/StageBar.tsx')).StageBar)
const ShareControl = lazyPart(async () => (await import('#features/room/share/web/ShareControl.tsx')).ShareControl)
const LayoutControl = lazyPart(
  async () => (await import('#features/screens/live/web/layout/LayoutControl.tsx')).LayoutControl,
)
const MoreControl = lazyPart(async () => (await import('./MoreControl.tsx')).MoreControl)
const PointerControl = lazyPart(
  async () => (await import('#features/room/slides/web/moment/PointerControl.tsx')).PointerControl,
)
const BarKeys = lazyPart(async () => (await import('./BarKeys.tsx')).BarKeys)
const ReactionControl = lazyPart(async () => (await import('./Reactions.tsx')).ReactionControl)

/** The bar of controls, in the same place for all parts; end and leave stand alone at its right. */
export function ControlBar() {
  const { t } = useTranslation('room')
  const bar = useRef<HTMLElement>(null)
  return (
    <footer className="bar" ref={bar}>
      <BarFacts />
      <div className="bar-controls" role="toolbar" aria-label={t('bar.label')}>
        <Sending />
        <span className="bar-gap" />
        <PanelControls />
        <LayoutControl />
        <MoreControl />
        {/* what comes and goes with the pitch stands behind what stays, so that nothing moves under a pointer */}
        <Meanwhile />
        <BarKeys bar={bar} />
      </div>
      <div className="bar-end">
        <EndControls />
      </div>
    </footer>
  )
}

/** Microphone, camera and screen share; for attendees who only watch, the sound. */
function Sending() {
  const { room } = useInRoom()
  const { onStage, video, sharing, silent, switchSound } = useLiveScreen()
  return (
    <>
      {onStage ? (
        <StageControls video={video} paused={room.paused} />
      ) : (
        <SoundControl silent={silent} onSilent={switchSound} />
      )}
      {(onStage || sharing.may) && <ShareControl sharing={sharing} ready={video.now.state === 'on'} />}
    </>
  )
}

/** The controls of a live pitch. */
function Meanwhile() {
  const { info, now, room, status, connection } = useInRoom()
  const { onStage, video, stage, slides, points, switchPointer } = useLiveScreen()
  const isLive = status === 2
  return (
    <>
      <CaptionControl
        mayPublish={onStage || video.now.mayPublish}
        manages={manages(info.part)}
        goesOn={isLive && !room.paused}
        microphone={video.choice.microphone && video.now.state !== 'elsewhere'}
        isOn={now.link === 'on'}
      />
      {onStage && isLive && slides.total > 0 && <PointerControl points={points} onPoints={switchPointer} />}
      {onStage && isLive && <PauseControl />}
      {onStage && isLive && info.recording !== 'not' && (
        <RecordingControl>{manages(info.part) && <MergeChoice />}</RecordingControl>
      )}
      {isLive && (
        <>
          <ReactionControl onReact={emoji => connection.signal({ type: 'reaction', payload: { emoji } })} />
          <StageBar stage={stage} sending={<StageControls video={video} paused={room.paused} may={video.now.may} />} />
        </>
      )}
      {onStage && isLive && <TakeControl />}
    </>
  )
}

/** Start, end and leave. A rehearsal ends from the strip above. */
function EndControls() {
  const { t } = useTranslation('room')
  const { info, status } = useInRoom()
  const { onStage, starting, start, end } = useLiveScreen()
  if (info.rehearsal_of) return null
  const ends = onStage && status === 2
  return (
    <>
      {onStage && status === 0 && (
        <Button busy={starting.busy} onClick={start}>
          {t('bar.start')}
        </Button>
      )}
      <Button look={ends ? 'danger' : 'quiet'} onClick={end}>
        {t(ends ? 'bar.end' : 'bar.leave')}
      </Button>
    </>
  )
}
