import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { Poll } from '../contract.ts'
import { PollBars } from './PollBars.tsx'
import { PollVoters } from './PollVoters.tsx'

interface Props {
  pitch: string
  poll: Poll
  /** The pitch is under way. */
  live: boolean
  /** Another poll is open. */
  others: boolean
  /** Everybody sees this one now. */
  inRoom: boolean
  onEdit: () => void
  onDone: () => void
}

/** One poll of the panel: what it asks, how it stands, and what may be done with it now. */
export function PollRow({ pitch, poll, live, others, inRoom, onEdit, onDone }: Props) {
  const { t } = useTranslation('poll')
  const client = roomClient(pitch)
  const here = { pitch_uuid: pitch, poll_id: poll.id }
  const [shows, setShows] = useState(false)
  const act = useAct(async (does: () => Promise<unknown>) => {
    await does()
    onDone()
  })
  const run = (does: () => Promise<unknown>) => () => act.run(does)
  return (
    <article aria-label={poll.question}>
      <p className={`poll-state ${poll.state}`}>
        {t(`state.${poll.state}`)}
        <span>{t(poll.is_anonymous ? 'anonymous' : 'named')}</span>
        {poll.is_multiple && <span>{t('multiple')}</span>}
        {poll.state !== 'draft' && <span className="tabular">{t('voters', { count: poll.voters })}</span>}
      </p>
      <h3>{poll.question}</h3>
      {poll.state === 'draft' ? (
        <ol className="poll-drafted">
          {poll.options.map(option => (
            <li key={option}>{option}</li>
          ))}
        </ol>
      ) : (
        <PollBars {...poll} />
      )}
      <Notice failure={act.failure} />
      <div className="poll-acts">
        {poll.state !== 'open' && (
          <Button
            look={poll.state === 'draft' ? 'main' : 'quiet'}
            disabled={!live || others}
            busy={act.busy}
            onClick={run(() => client.openPoll({ ...here, is_shown: shows }))}
          >
            {t(poll.state === 'draft' ? 'ask' : 'askAgain')}
          </Button>
        )}
        {poll.state === 'open' && (
          <Button busy={act.busy} onClick={run(() => client.closePoll(here))}>
            {t('close')}
          </Button>
        )}
        {poll.state === 'closed' && (
          <Button
            look="quiet"
            disabled={!live || others}
            busy={act.busy}
            onClick={run(() => client.showPollResult({ ...here, is_shown: !inRoom }))}
          >
            {t(inRoom ? 'takeDown' : 'show')}
          </Button>
        )}
        {poll.state === 'draft' && (
          <>
            <Button look="quiet" aria-label={t('editOf', { question: poll.question })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button
              look="quiet"
              aria-label={t('deleteOf', { question: poll.question })}
              busy={act.busy}
              onClick={run(() => client.deletePoll(here))}
            >
              {t('delete')}
            </Button>
          </>
        )}
      </div>
      {poll.state === 'draft' && (
        <label className="poll-check">
          <input type="checkbox" checked={shows} onChange={event => setShows(event.target.checked)} />
          {t('showWhile')}
        </label>
      )}
      {!live && poll.state === 'draft' && <p className="poll-quiet">{t('whenLive')}</p>}
      {live && others && poll.state !== 'open' && <p className="poll-quiet">{t('oneAtATime')}</p>}
      {poll.state !== 'draft' && !poll.is_anonymous && poll.voters > 0 && <PollVoters pitch={pitch} poll={poll} />}
    </article>
  )
}
