import { IconPlayerPause, IconVolume, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { useLiveScreen } from './liveScreen.ts'

const ShareLine = lazyPart(async () => (await import('#features/room/share/web/ShareLine.tsx')).ShareLine)

/** One line over the upper edge of the slide. It hides no slide and needs no click. */
export function StageBanner() {
  const { t } = useTranslation(['room', 'stage'])
  const { info, now } = useInRoom()
  const { view, onStage, sharing, bare, video: own } = useLiveScreen()
  const { now: video, turnOnSound, useHere: sendHere } = own
  const { here } = now
  const presenter = info.presenter_name
  const lost = now.link === 'lost' || now.link === 'connecting' ? now.link : undefined
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
      {video.state === 'off' && line(t(bare ? 'banner.videoOffBare' : 'banner.videoOff'))}
      {video.state === 'elsewhere' && (
        <p>
          {t('banner.elsewhere')}
          <Button look="quiet" onClick={sendHere}>
            {t('banner.useHere')}
          </Button>
        </p>
      )}
      {video.soundBlocked && (
        <Button className="stage-sound" onClick={turnOnSound}>
          <IconVolume size={20} aria-hidden />
          {t('banner.turnOnSound')}
        </Button>
      )}
    </div>
  )
}
