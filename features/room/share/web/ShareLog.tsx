import { useTranslation } from 'react-i18next'
import { writeRange } from '#contract/times.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { readerZone } from '#web/ui/readerZone.ts'

/** The ended shares of this pitch, the latest first; renders nothing without any. */
export function ShareLog({ pitch }: { pitch: string }) {
  const { t, i18n } = useTranslation('share')
  const shownName = useShownName()
  const log = useLoad(pitch, () => roomClient(pitch).getSharescreenFileList({ pitch_uuid: pitch, limit: 5 }))
  const shown = log.value?.items.filter(({ ended_at }) => ended_at !== null) ?? []
  if (shown.length === 0) return null
  return (
    <section className="share-log" aria-label={t('before')}>
      <h3>{t('before')}</h3>
      <ul>
        {shown.map(({ resource_id, name, started_at, ended_at }) => (
          <li key={resource_id}>
            <span>{shownName(name)}</span>
            <span className="tabular">
              {writeRange(new Date(started_at), new Date(ended_at ?? started_at), i18n.language, 'hour', readerZone())}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
