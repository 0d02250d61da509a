import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { Time } from '#web/ui/Time.tsx'
import type { mailCalls } from '../contract.ts'

type Pitch = NonNullable<Answer<typeof mailCalls.getViewInBrowserData>['pitch']>

/** What a reader of a pitch's mail comes to do now: note its time before the start, join while it is live. */
export function PitchOfMail({ pitch, forTeam }: { pitch: Pitch; forTeam: boolean }) {
  const { t } = useTranslation('mailpages')
  const { status, starts, url, uuid } = pitch
  // the reader's own link opens a private pitch's other pages as well; behind the `#`, so that no server's log has it
  const token = URL.parse(url)?.searchParams.get('access_token')
  const state = status === 0 ? 'before' : status === 2 ? 'live' : 'over'
  return (
    <section className="mail-pitch" data-state={state} aria-label={t('now.label')}>
      <p>
        {t(`now.${state}`)} {state === 'before' && <Time at={starts} style="mailed" />}
      </p>
      <div className="public-acts">
        <a
          className="plain-button"
          // what is left to do after the pitch has a page of its own, to which the reader's own link is exchanged
          href={state === 'over' && !forTeam && token ? `/email/feedback/pitch#${uuid}.${token}` : url}
        >
          {t(forTeam ? 'now.open' : `now.act.${state}`)}
        </a>
        {state === 'before' && (
          <Link className="plain-button quiet" to={`/save-to-calendar/${uuid}${token ? `#${token}` : ''}`}>
            {t('now.calendar')}
          </Link>
        )}
      </div>
    </section>
  )
}
