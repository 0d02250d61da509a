import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import type { AttendeeAnswer } from '#features/core/part/rules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { Time } from '#web/ui/Time.tsx'
import { codeOf, useWording } from '#web/ui/wording.ts'
import '#web/light/StatePage.css'

/** Where a new join link is asked for; the address is entered there. */
const newLinkAddress = '/view-in-browser/click-here/me'

type Invitation = Awaited<ReturnType<typeof client.getInvitation>>

/** The link of the email: `#uuid.token`, which leaves the address bar. */
function useLink() {
  const { hash, pathname } = useLocation()
  const [link] = useState(() => {
    const [, uuid = '', access_token = ''] = /^#([0-9a-f-]{36})\.([\w-]{20,200})$/i.exec(hash) ?? []
    return { uuid, access_token }
  })
  useEffect(() => history.replaceState(history.state, '', pathname), [pathname])
  return link
}

/** The invitation of a link, and the way to answer it. */
function useInvitation({ uuid, access_token }: ReturnType<typeof useLink>) {
  const [invitation, setInvitation] = useState<Invitation>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState<AttendeeAnswer>()
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
      .answerInvitation({ uuid, access_token, answer, start_date_raw: invitation?.start_date_raw })
      .then(() => setInvitation(before => before && { ...before, answer }), refused)
      .finally(() => setBusy(undefined))
  }
  /** The answer was to a time that is no longer so: the page shows the new one, and asks again. */
  async function refused(failed: unknown) {
    setFailure(failed)
    if (codeOf(failed) === 'PitchMoved')
      await client.getInvitation({ uuid, access_token }).then(setInvitation, setFailure)
  }
  return { invitation, failure, busy, say }
}

/** Where an invited person says whether they come: the email leads here, and a press answers. */
export function AnswerPage() {
  const { t } = useTranslation('mailpages')
  const link = useLink()
  const wording = useWording()
  const { invitation, failure, busy, say } = useInvitation(link)
  return (
    <PublicPage title={t('answer.title')}>
      <div className="public-card narrow" aria-busy={Boolean(link.uuid) && !invitation && !failure}>
        <h1>{invitation ? invitation.presentation_name : t('answer.title')}</h1>
        {!link.uuid && <p className="public-lead">{t('answer.hint')}</p>}
        {invitation && (
          <>
            <p className="public-lead">
              <Time at={invitation.start_date_raw} style="mailed" />
              <br />
              {t('calendar.by', { presenter: invitation.presenter_name })}
            </p>
            {invitation.recording !== 'not' && <p>{t(`answer.recorded.${invitation.recording}`)}</p>}
            <p role="status">
              {!invitation.open
                ? t('answer.closed')
                : invitation.answer
                  ? t(`answer.said.${invitation.answer}`)
                  : t('answer.ask')}
            </p>
            {invitation.open && <Answers given={invitation.answer} busy={busy} say={say} />}
          </>
        )}
        {failure !== undefined && <p role="alert">{wording(failure)}</p>}
        {codeOf(failure) === 'JoinLinkExpired' && (
          <Link className="plain-button" to={newLinkAddress}>
            {t('again.title')}
          </Link>
        )}
      </div>
    </PublicPage>
  )
}

interface AnswersProps {
  given: AttendeeAnswer | null
  busy: AttendeeAnswer | undefined
  say: (answer: AttendeeAnswer) => void
}

/** The answers that are left, first what the email's link names. */
function Answers({ given, busy, say }: AnswersProps) {
  const { t } = useTranslation('mailpages')
  const { answer: chosen } = useParams()
  const answers: readonly AttendeeAnswer[] = chosen === 'no' ? ['no', 'yes'] : ['yes', 'no']
  return (
    <div className="public-acts">
      {answers
        .filter(answer => answer !== given)
        .map((answer, at) => (
          <button
            key={answer}
            type="button"
            className={at === 0 && !given ? 'plain-button' : 'plain-button quiet'}
            disabled={busy !== undefined}
            aria-busy={busy === answer || undefined}
            onClick={() => say(answer)}
          >
            {t(`answer.${answer}`)}
          </button>
        ))}
    </div>
  )
}
