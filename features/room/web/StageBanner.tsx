import { IconPlayerPause, IconScreenShare, IconVolume, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/guest/web/useShownName.ts'
import type { Sharing } from '#features/share/web/useShare.ts'
import type { VideoNow } from '#features/video/web/videoNow.ts'
import { Button } from './pieces/Button.tsx'
import type { ViewState } from './viewState.ts'

interface Props {
  view: ViewState
  onStage: boolean
  presenter: string
  here: number
  lost: 'lost' | 'connecting' | undefined
  video: VideoNow
  sharing: Sharing
  onTurnOnSound: () => void
  onUseHere: () => void
}

/** One quiet line over the slide's upper edge: it never takes the slide away and never waits to be clicked off. */
export function StageBanner({ view, onStage, presenter, here, lost, video, sharing, onTurnOnSound, onUseHere }: Props) {
  const { t } = useTranslation(['room', 'stage'])
  const line = (words: string, icon?: ReactNode) => (
    <p>
      {icon}
      {words}
    </p>
  )
  const isLive = !lost && (view === 'live' || view === 'paused')
  return (
    <div className="stage-banner" role="status">
      {lost &&
        line(t(lost === 'lost' ? 'banner.reconnecting' : 'banner.connecting'), <IconWifiOff size={18} aria-hidden />)}
      {!lost &&
        view === 'aboutToStart' &&
        line(here > 1 ? t('banner.aboutToStart', { count: here - 1 }) : t('banner.nobodyYet'))}
      {!lost && view === 'starting' && line(t('banner.starting'))}
      {!lost && view === 'paused' && !onStage && line(t('banner.paused', { presenter }))}
      {!lost && view === 'paused' && onStage && line(t('stage:paused'), <IconPlayerPause size={18} aria-hidden />)}
      {isLive && video.state === 'reconnecting' && line(t('banner.feed'), <IconWifiOff size={18} aria-hidden />)}
      <ShareLine sharing={sharing} sends={video.screen} />
      {video.state === 'off' && line(t('banner.videoOff'))}
      {video.state === 'elsewhere' && (
        <p>
          {t('banner.elsewhere')}
          <Button look="quiet" onClick={onUseHere}>
            {t('banner.useHere')}
          </Button>
        </p>
      )}
      {video.soundBlocked && (
        <Button className="stage-sound" onClick={onTurnOnSound}>
          <IconVolume size={20} aria-hidden />
          {t('banner.turnOnSound')}
        </Button>
      )}
    </div>
  )
}

/** Whose screen it is, for those who may end it; attendees see it on the stage. */
function ShareLine({ sharing: { share, isMine, mayEnd, stop }, sends }: { sharing: Sharing; sends: boolean }) {
  const { t } = useTranslation('room')
  const shownName = useShownName()
  if (!share && !sends) return null
  if (share && !isMine && !mayEnd) return null
  return (
    <p>
      <IconScreenShare size={18} aria-hidden />
      {share && !isMine
        ? t('banner.sharedBy', { name: shownName(share.name) })
        : t(share?.device === 'second' ? 'banner.sharingSecond' : 'banner.sharing')}
      <Button look="quiet" onClick={stop}>
        {t('banner.stopSharing')}
      </Button>
    </p>
  )
}
