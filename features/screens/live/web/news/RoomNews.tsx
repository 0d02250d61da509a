import { IconCoin, IconPresentation, IconScreenShareOff, IconVideoOff } from '@tabler/icons-react'
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
import { useNews } from './useNews.ts'
import './news.css'

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
  return (
    <section className="room-news" aria-label={t('news.label')} aria-live="polite">
      {news.map(one => {
        const line = { key: one.key, onClose: () => forget(one.key) }
        if (one.what === 'lead')
          return (
            <NewsLine
              {...line}
              key={one.key}
              icon={<IconPresentation size={20} aria-hidden />}
              words={host === now.me?.id ? t('news.youLead') : t('news.leads', { name: info.presenter_name })}
            />
          )
        if (one.what === 'offStage')
          return (
            <NewsLine
              {...line}
              key={one.key}
              icon={<IconVideoOff size={20} aria-hidden />}
              words={t('news.offStage')}
            />
          )
        if (one.what === 'screen') {
          const name = shownName(one.name)
          return (
            <NewsLine
              {...line}
              key={one.key}
              icon={<IconScreenShareOff size={20} aria-hidden />}
              words={name ? t('news.screenReplaced', { name }) : t('news.screenEnded')}
            />
          )
        }
        const words =
          one.what === 'missed'
            ? t('bar.commitments', { count: one.count })
            : t(one.amount ? 'news.commits' : 'news.committed', {
                name: shownName(one.name),
                amount: showMoney(one.amount),
              })
        const hasSum = one.what === 'missed' || one.amount !== ''
        return (
          <NewsLine {...line} key={one.key} icon={<IconCoin size={20} aria-hidden />} words={words}>
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
