import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import './RemovedList.css'

/** People shown at first, and added by each press. */
const step = 20

interface Props {
  pitch: string
  /** The ids of the removed attendees in the room's state: the list is loaded again when they change. */
  removed: readonly string[]
}

/** The removed attendees, with the time and who removed them, and a button that readmits them, for moderators. */
export function RemovedList({ pitch, removed }: Props) {
  const { t } = useTranslation('room')
  const shownName = useShownName()
  const client = roomClient(pitch)
  const [limit, setLimit] = useState(step)
  const list = useLoad(`${pitch} ${limit} ${removed.join()}`, () => client.getRemovedList({ pitch_uuid: pitch, limit }))
  const readmit = useAct(async (user_id: string) => {
    await client.readmitAttendee({ pitch_uuid: pitch, user_id })
    list.reload()
  })
  const { items = [], total = 0 } = list.value ?? {}
  const heading = useRef<HTMLElement>(null)
  const before = useRef(items.length)
  useEffect(() => {
    // the pressed button is gone, so the focus moves to the next one
    if (items.length < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = items.length
  }, [items.length])
  if (total === 0 && !list.failure) return null
  return (
    <details className="removed-list">
      <summary ref={heading}>{t('removedList.title', { count: total })}</summary>
      <Notice failure={list.failure ?? readmit.failure} retry={list.failure ? list.reload : undefined} />
      <ul>
        {items.map(({ user_id, name, removed_by, removed_at }) => (
          <li key={user_id}>
            <span>
              <b>{shownName(name)}</b>
              <small>
                {removed_by ? t('removedList.by', { name: shownName(removed_by) }) : t('removedList.byNobody')}{' '}
                <TimeAgo at={removed_at} />
              </small>
            </span>
            <Button
              look="quiet"
              busy={readmit.busy}
              aria-label={t('removedList.actOf', { name: shownName(name) })}
              onClick={() => readmit.run(user_id)}
            >
              {t('removedList.act')}
            </Button>
          </li>
        ))}
      </ul>
      {total > items.length && items.length > 0 && limit < 200 && (
        <Button look="quiet" onClick={() => setLimit(Math.min(200, limit + step * 2))}>
          {t('removedList.more')}
        </Button>
      )}
    </details>
  )
}
