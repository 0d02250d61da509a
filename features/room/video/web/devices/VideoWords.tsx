import { IconPlugConnected, IconVideoOff, IconWifiOff, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import type { CaptureProblem, Source } from '../capture.ts'
import type { DeviceNews } from '../deviceChanges.ts'
import type { Video } from '../useVideo.ts'
import '../video.css'

/** Messages about the person's devices and connection, each with its next step. */
export function VideoWords({ video }: { video: Video }) {
  const { t } = useTranslation(['device', 'video', 'room', 'common'])
  const { problems, news, weak, pictures, camera } = video.now
  return (
    <>
      {(['camera', 'microphone'] as const).map(source => {
        const problem = problems[source]
        return problem && <ProblemWords key={source} {...{ source, problem, video }} />
      })}
      {problems.screen && <Words>{t('room:banner.problem.screen')}</Words>}
      {news && <NewsWords news={news} video={video} />}
      {weak && pictures === 'saved' && (
        <Words
          icon={<IconWifiOff size={18} aria-hidden />}
          act={
            <Button look="quiet" onClick={() => video.showPictures(true)}>
              {t('device:line.show')}
            </Button>
          }
        >
          {t('device:line.saved')}
        </Words>
      )}
      {weak && camera && (
        <Words
          icon={<IconVideoOff size={18} aria-hidden />}
          act={
            <Button look="quiet" onClick={() => video.choose({ camera: false })}>
              {t('video:control.cameraOff')}
            </Button>
          }
        >
          {t('device:line.sending')}
        </Words>
      )}
    </>
  )
}

interface ProblemProps {
  source: Source
  problem: CaptureProblem
  video: Video
}

function ProblemWords({ source, problem, video }: ProblemProps) {
  const { t } = useTranslation(['device', 'video', 'common'])
  return (
    <Words
      alert
      act={
        problem === 'background' ? (
          <Button look="quiet" onClick={() => video.choose({ background: 'none' })}>
            {t('device:background.without')}
          </Button>
        ) : (
          <Button look="quiet" onClick={video.retry}>
            {t('common:act.retry')}
          </Button>
        )
      }
      onClose={() => video.choose({ [source]: false })}
      close={t(source === 'camera' ? 'video:problem.withoutCamera' : 'video:problem.withoutMicrophone')}
    >
      <strong>{t(`video:problem.${problem}.${source}`)}</strong> {t(`video:problem.${problem}.step`)}
    </Words>
  )
}

function NewsWords({ news, video }: { news: DeviceNews; video: Video }) {
  const { t } = useTranslation(['device', 'video', 'common'])
  const words =
    news.what === 'gone'
      ? news.now
        ? t('device:news.replaced', { label: news.label, now: news.now })
        : t(`device:news.gone.${news.place}`, { label: news.label })
      : t(`device:news.${news.what}`, { label: news.label })
  const use = () => {
    if (news.what !== 'new') return
    const { camera, microphone, speaker } = news.ids
    video.choose({
      ...(camera ? { cameraId: camera } : {}),
      ...(microphone ? { microphoneId: microphone } : {}),
      ...(speaker ? { speakerId: speaker } : {}),
    })
    video.forgetNews()
  }
  return (
    <Words
      icon={<IconPlugConnected size={18} aria-hidden />}
      act={
        news.what === 'new' && (
          <Button look="quiet" onClick={use}>
            {t('device:news.use')}
          </Button>
        )
      }
      onClose={video.forgetNews}
      close={t('common:act.close')}
    >
      {words}
    </Words>
  )
}

interface WordsProps {
  children: ReactNode
  /** Read out at once, since it is a problem. */
  alert?: boolean
  icon?: ReactNode
  act?: ReactNode
  onClose?: () => void
  close?: string
}

function Words({ children, alert, icon, act, onClose, close }: WordsProps) {
  return (
    <div className={`piece-notice video-words${alert ? '' : ' quiet'}`} role={alert ? 'alert' : 'status'}>
      {icon}
      <p>{children}</p>
      {act}
      {onClose && (
        <button type="button" className="piece-icon-button" aria-label={close} title={close} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}
