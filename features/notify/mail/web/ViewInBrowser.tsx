import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import type { mailCalls } from '../contract.ts'
import { PitchOfMail } from './PitchOfMail.tsx'
import '#web/light/StatePage.css'
import './ViewInBrowser.css'

type Mail = Answer<typeof mailCalls.getViewInBrowserData>

/** [ROUTE-063] An email in the form for the moment at which it is read. */
export const ViewInBrowser = () => <MailView />
/** [ROUTE-066] */
export const ViewInBrowserSmall = () => <MailView small />
/** [ROUTE-061] Before the start: once the pitch is live, the page goes on to the form for that. */
export const UnstartedSession = () => <MailView form="before" />
/** [ROUTE-064] */
export const UnstartedSessionSmall = () => <MailView form="before" small />
/** [ROUTE-062] While it is live; before the start it goes back. */
export const SessionStarted = () => <MailView form="live" />
/** [ROUTE-065] */
export const SessionStartedSmall = () => <MailView form="live" small />
/** [ROUTE-060] What a presenter is told, and the way to their pitch. */
export const PresenterMail = () => <MailView forTeam />

interface Props {
  form?: 'before' | 'live'
  /** For narrow readers. */
  small?: boolean
  forTeam?: boolean
}

/**
 * An email in a browser. Its code is behind the `#`, which no server is told; the email itself runs nothing and opens
 * its links beside.
 */
function MailView({ form, small = false, forTeam = false }: Props) {
  const { t } = useTranslation('mail')
  const wording = useWording()
  const { mail, failure } = useMailOf()
  useForm(form, mail, small)
  return (
    <PublicPage title={mail?.subject ?? t('view.title')}>
      {failure !== undefined && (
        <div className="public-card narrow">
          <h1>{t('view.title')}</h1>
          <p role="alert">{wording(failure)}</p>
        </div>
      )}
      {failure === undefined && (
        <article className="view-mail" data-small={small || undefined} aria-busy={!mail} lang={mail?.language}>
          {mail && (
            <>
              <h1 className="unseen">{mail.subject}</h1>
              {mail.pitch && <PitchOfMail pitch={mail.pitch} forTeam={forTeam} />}
              <iframe
                title={mail.subject}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcDoc={`<base target="_blank">${mail.html}`}
              />
            </>
          )}
        </article>
      )}
    </PublicPage>
  )
}

function useMailOf(): { mail: Mail | undefined; failure: unknown } {
  const [code] = useState(() => location.hash.slice(1))
  const [mail, setMail] = useState<Mail>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let current = true
    client.getViewInBrowserData({ code }).then(
      found => current && setMail(found),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [code])
  return { mail, failure }
}

/** Emails are read late: a page for another moment than this one gives way to the right one. */
function useForm(form: Props['form'], mail: Mail | undefined, small: boolean): void {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const status = mail?.pitch?.status
  const right = status === undefined ? undefined : status === 0 ? 'before' : status === 2 ? 'live' : undefined
  useEffect(() => {
    if (!form || !right || form === right) return
    const page = right === 'before' ? 'unstarted-session' : 'session-started'
    navigate(`/view-in-browser/${page}${small ? '-small' : ''}${hash}`, { replace: true })
  }, [form, right, small, hash, navigate])
}
