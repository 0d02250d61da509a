import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import type { mailCalls } from '../contract.ts'
import './ViewInBrowser.css'

type Mail = Answer<typeof mailCalls.getViewInBrowserData>

/**
 * [ROUTE-063] A mail in a browser. Its code is behind the `#`, which no server is told; the mail itself runs nothing and
 * opens its links beside.
 */
export function ViewInBrowser() {
  const { t } = useTranslation('mail')
  const wording = useWording()
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
  return (
    <PublicPage title={mail?.subject ?? t('view.title')}>
      {failure !== undefined && (
        <div className="public-card narrow">
          <h1>{t('view.title')}</h1>
          <p role="alert">{wording(failure)}</p>
        </div>
      )}
      {failure === undefined && (
        <article className="view-mail" aria-busy={!mail} lang={mail?.language}>
          {mail && (
            <>
              <h1 className="unseen">{mail.subject}</h1>
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
