import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { Time } from '#web/ui/Time.tsx'
import { codeOf, useWording } from '#web/ui/wording.ts'
import { calendarLinks } from '../calendarLinks.ts'
import type { inviteCalls } from '../contract.ts'
import { useOwnLink } from './useOwnLink.ts'
import '#web/light/StatePage.css'

type Entry = Answer<typeof inviteCalls.getPitchCalendar>

/**
 * [ROUTE-070] A pitch as an entry of the reader's own calendar. A private pitch is shown by the reader's link, which stands
 * behind the `#`; to others it is a pitch that does not exist.
 */
export function SaveToCalendar() {
  const { pitchUUID: uuid = '' } = useParams()
  const { hash } = useLocation()
  const { t } = useTranslation('mailpages')
  const wording = useWording()
  const [token] = useState(() => hash.slice(1))
  const link = useOwnLink(uuid, token)
  const [entry, setEntry] = useState<Entry>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!link.isReady) return
    let current = true
    client.getPitchCalendar({ uuid }).then(
      found => current && setEntry(found),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [uuid, link.isReady])
  const isMissing = codeOf(failure) === 'PitchNotFound' || codeOf(failure) === 'InputInvalid'
  return (
    <PublicPage title={entry?.title ?? t('calendar.title')}>
      <div className="public-card narrow" aria-busy={!entry && failure === undefined}>
        <h1>{entry?.title ?? t('calendar.title')}</h1>
        {failure !== undefined && <p role="alert">{isMissing ? t('calendar.missing') : wording(failure)}</p>}
        {entry && <Calendars entry={entry} />}
      </div>
    </PublicPage>
  )
}

function Calendars({ entry }: { entry: Entry }) {
  const { t } = useTranslation('mailpages')
  const { presenter, starts, ends } = entry
  return (
    <>
      <p className="public-lead">
        <Time at={starts} style="mailed" />
        <br />
        {t('calendar.by', { presenter })}
      </p>
      <div className="calendar-choices">
        <a className="plain-button" href={fileOf(entry.ics)} download="pitch.ics">
          {t('calendar.file')}
        </a>
        {calendarLinks(entry).map(([name, url]) => (
          <a key={name} className="plain-button quiet" href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
      </div>
      <p>
        <small>
          {t('calendar.until')} <Time at={ends} style="mailed" />
        </small>
      </p>
    </>
  )
}

const fileOf = (ics: string): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}`
