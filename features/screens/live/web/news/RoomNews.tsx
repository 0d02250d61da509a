import { IconCoin, IconPlayerRecord, IconPresentation, IconScreenShareOff, IconVideoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#contract/money.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { useLiveScreen } from '../liveScreen.ts'
import { HandNews } from './HandNews.tsx'
import { NewsLine } from './NewsLine.tsx'
import { useMissedCommitments } from './useMissedCommitments.ts'
import { type News, useNews } from './useNews.ts'
import './news.css'

const icons = {
  lead: IconPresentation,
  offStage: IconVideoOff,
  recording: IconPlayerRecord,
  screen: IconScreenShareOff,
  missed: IconCoin,
  commitment: IconCoin,
} as const satisfies Record<News['what'], unknown>

/**
 * Notes about events that concern the reader: a new leading presenter, the end of their own screen share, commitments
 * and raised hands. They cover no control, need no action, and disappear by themselves.
 */
export function RoomNews() {
  const { t } = useTranslation('room')
  const { pitch, info, now, connection, room } = useInRoom()
  const { panel, togglePanel, stage: own } = useLiveScreen()
  const shownName = useShownName()
  const { host, stage, guests, status, share } = room
  const sharer = share?.account === now.me?.id ? share?.account : undefined
  const missed = useMissedCommitments(pitch, connection, now.link, manages(info.part))
  const { news, forget } = useNews(connection, panel === 'company', sharer, missed, own.agreed ? now.me?.id : undefined)
  const words = (one: News): string => {
    if (one.what === 'lead')
      return host === now.me?.id ? t('news.youLead') : t('news.leads', { name: info.presenter_name })
    if (one.what === 'offStage') return t('news.offStage')
    if (one.what === 'recording') return t(`news.recording.${one.lacks}`)
    if (one.what === 'missed') return t('bar.commitments', { count: one.count })
    const name = shownName(one.name)
    if (one.what === 'screen') return name ? t('news.screenReplaced', { name }) : t('news.screenEnded')
    return t(one.amount ? 'news.commits' : 'news.committed', { name, amount: showMoney(one.amount) })
  }
  return (
    <section className="room-news" aria-label={t('news.label')} aria-live="polite">
      {news.map(one => {
        const Icon = icons[one.what]
        const icon = <Icon size={20} aria-hidden />
        const hasSum = one.what === 'missed' || (one.what === 'commitment' && one.amount !== '')
        return (
          <NewsLine key={one.key} icon={icon} words={words(one)} onClose={() => forget(one.key)}>
            {hasSum && panel !== 'company' && (
              <Button look="quiet" onClick={() => togglePanel('company')}>
                {t('news.sum')}
              </Button>
            )}
          </NewsLine>
        )
      })}
      {status === 2 && moderates(info.part) && stage.hands.length > 0 && (
        <HandNews
          pitch={pitch}
          hands={stage.hands}
          guests={guests.on}
          inList={panel === 'people'}
          onList={() => togglePanel('people')}
        />
      )}
    </section>
  )
}
