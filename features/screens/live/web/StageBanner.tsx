import { IconPlayerPause, IconVolume, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewState } from '#features/room/room/web/viewState.ts'
import type { Sharing } from '#features/room/share/web/useShare.ts'
import type { VideoNow } from '#features/room/video/web/videoNow.ts'
import { Button } from '#web/light/Button.tsx'
import { laterPart } from '#web/light/laterPart.tsx'

const ShareLine = laterPart(async () => (await import('#features/room/share/web/ShareLine.tsx')).ShareLine)

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
      {(sharing.share || video.screen) && <ShareLine {...sharing} />}
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
