import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import type { AttendeeAnswer } from '#features/core/part/rules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { Time } from '#web/ui/Time.tsx'
import { useWording } from '#web/ui/wording.ts'
import '#web/light/StatePage.css'

type Invitation = Awaited<ReturnType<typeof client.getInvitation>>

/** The link of the mail: `#uuid.token`, which leaves the address bar. */
function useLink() {
  const { hash, pathname } = useLocation()
  const [link] = useState(() => {
    const [, uuid = '', access_token = ''] = /^#([0-9a-f-]{36})\.([\w-]{20,200})$/i.exec(hash) ?? []
    return { uuid, access_token }
  })
  useEffect(() => history.replaceState(history.state, '', pathname), [pathname])
  return link
}

/** Where an invited person says whether they come: the mail leads here, and a press answers. */
export function AnswerPage() {
  const { t } = useTranslation('mailpages')
  const { answer: chosen } = useParams()
  const link = useLink()
  const wording = useWording()
  const [invitation, setInvitation] = useState<Invitation>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState<AttendeeAnswer>()
  const { uuid, access_token } = link
  useEffect(() => {
    if (!uuid) return
    let current = true
    client.getInvitation({ uuid, access_token }).then(
      found => current && setInvitation(found),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [uuid, access_token])

  function say(answer: AttendeeAnswer) {
    setBusy(answer)
    setFailure(undefined)
    client
      .answerInvitation({ uuid, access_token, answer })
      .then(() => setInvitation(before => before && { ...before, answer }), setFailure)
      .finally(() => setBusy(undefined))
  }
  // what the mail's link names comes first
  const answers: readonly AttendeeAnswer[] = chosen === 'no' ? ['no', 'yes'] : ['yes', 'no']
  return (
    <PublicPage title={t('answer.title')}>
      <div className="public-card narrow" aria-busy={Boolean(uuid) && !invitation && !failure}>
        <h1>{invitation ? invitation.presentation_name : t('answer.title')}</h1>
        {!uuid && <p className="public-lead">{t('answer.hint')}</p>}
        {invitation && (
          <>
            <p className="public-lead">
              <Time at={invitation.start_date_raw} style="exact" />
              <br />
              {t('calendar.by', { presenter: invitation.presenter_name })}
            </p>
            <p role="status">
              {invitation.open
                ? invitation.answer
                  ? t(`answer.said.${invitation.answer}`)
                  : t('answer.ask')
                : t('answer.closed')}
            </p>
            {invitation.open &&
              answers
                .filter(answer => answer !== invitation.answer)
                .map((answer, at) => (
                  <button
                    key={answer}
                    type="button"
                    className={at === 0 && !invitation.answer ? 'plain-button' : 'plain-button quiet'}
                    disabled={busy !== undefined}
                    aria-busy={busy === answer || undefined}
                    onClick={() => say(answer)}
                  >
                    {t(`answer.${answer}`)}
                  </button>
                ))}
          </>
        )}
        {failure !== undefined && <p role="alert">{wording(failure)}</p>}
      </div>
    </PublicPage>
  )
}
