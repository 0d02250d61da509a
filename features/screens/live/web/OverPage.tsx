import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { manages } from '#features/core/pitch/rules.ts'
import { resultsAddress } from '#features/core/pitch/web/addresses.ts'
import { CommitForm } from '#features/results/commitment/web/CommitForm.tsx'
import { FeedbackForm } from '#features/results/feedback/web/FeedbackForm.tsx'
import { SessionRating } from '#features/results/feedback/web/SessionRating.tsx'
import { ReplayLink } from '#features/results/replay/web/ReplayLink.tsx'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { forgetAll } from '#features/talk/chat/web/messageStore.ts'
import { Button } from '#web/light/Button.tsx'
import { OutsidePage } from './OutsidePage.tsx'
import './Lobby.css'

/** [CONST-042] Seconds until the pitch's managers are led to its results. */
const jumpAfter = 10

/** [STATE-018] The end of a pitch: attendees give feedback, the pitch's managers go on to its results. */
export function OverPage({ pitch, info, endedHere }: { pitch: string; info: JoinInfo; endedHere: boolean }) {
  const { t } = useTranslation(['room', 'attend'])
  // the room has unmounted by now and has written its last state
  useEffect(() => forgetAll(), [])
  return (
    <OutsidePage>
      <main className="lobby over">
        <header>
          <h1>{t('room:over.title')}</h1>
          <p>{t(info.part === 'attendee' ? 'room:over.thanks' : 'room:over.done', { name: info.presentation_name })}</p>
        </header>
        {manages(info.part) && <ToResults pitch={pitch} jumps={endedHere} />}
        {info.part === 'attendee' && (
          <>
            {info.recording !== 'not' && <ReplayLink pitch={pitch} />}
            <div className="over-forms">
              <section aria-labelledby="over-feedback">
                <h2 id="over-feedback">{t('attend:feedback.title')}</h2>
                <FeedbackForm pitch={pitch} />
              </section>
              <section aria-labelledby="over-commit">
                <h2 id="over-commit">{t('attend:commit.title')}</h2>
                <CommitForm pitch={pitch} deal={info.presentation_name} name={info.name || info.email} />
              </section>
            </div>
            <SessionRating pitch={pitch} client={roomClient(pitch)} />
          </>
        )}
        <p>
          <Link className="plain-button quiet" to="/">
            {t('room:head.start')}
          </Link>
        </p>
      </main>
    </OutsidePage>
  )
}

function ToResults({ pitch, jumps }: { pitch: string; jumps: boolean }) {
  const { t } = useTranslation('room')
  const navigate = useNavigate()
  const [left, setLeft] = useState(jumps ? jumpAfter : undefined)
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) navigate(resultsAddress(pitch))
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate, pitch])
  return (
    <div className="over-jump">
      {left !== undefined && <p className="tabular">{t('over.jump', { count: left })}</p>}
      <div className="over-acts">
        <Link className="piece-button main" to={resultsAddress(pitch)}>
          {t('over.results')}
        </Link>
        {left !== undefined && (
          <Button look="quiet" onClick={() => setLeft(undefined)}>
            {t('over.stay')}
          </Button>
        )}
      </div>
    </div>
  )
}
