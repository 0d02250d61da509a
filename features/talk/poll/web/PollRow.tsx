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
  /** The pitch is live. */
  live: boolean
  /** Another poll is open. */
  others: boolean
  /** Everyone sees this poll now. */
  inRoom: boolean
  onEdit: () => void
  onDone: () => void
}

/** One poll of the panel: its question, its state, and what the presenter can do with it. */
export function PollRow(props: Props) {
  const { t } = useTranslation('poll')
  const { pitch, poll, live, others, onDone } = props
  const isDraft = poll.state === 'draft'
  const [shows, setShows] = useState(false)
  const act = useAct(async (call: () => Promise<unknown>) => {
    await call()
    onDone()
  })
  return (
    <article aria-label={poll.question}>
      <p className={`poll-state ${poll.state}`}>
        {t(`state.${poll.state}`)}
        <span>{t(poll.is_anonymous ? 'anonymous' : 'named')}</span>
        {poll.is_multiple && <span>{t('multiple')}</span>}
        {!isDraft && <span className="tabular">{t('voters', { count: poll.voters })}</span>}
      </p>
      <h3>{poll.question}</h3>
      {isDraft ? (
        <ol className="poll-drafted">
          {poll.options.map(option => (
            <li key={option}>{option}</li>
          ))}
        </ol>
      ) : (
        <PollBars {...poll} />
      )}
      <Notice failure={act.failure} />
      <PollActs {...props} {...{ act, shows }} />
      {isDraft && (
        <label className="poll-check">
          <input type="checkbox" checked={shows} onChange={event => setShows(event.target.checked)} />
          {t('showWhile')}
        </label>
      )}
      {!live && isDraft && <p className="poll-quiet">{t('whenLive')}</p>}
      {live && others && poll.state !== 'open' && <p className="poll-quiet">{t('oneAtATime')}</p>}
      {!isDraft && !poll.is_anonymous && poll.voters > 0 && <PollVoters pitch={pitch} poll={poll} />}
    </article>
  )
}

interface ActProps extends Props {
  act: { busy: boolean; run: (call: () => Promise<unknown>) => unknown }
  /** The poll opens with its counts shown to everyone. */
  shows: boolean
}

function PollActs({ pitch, poll, live, others, inRoom, onEdit, act, shows }: ActProps) {
  const { t } = useTranslation('poll')
  const client = roomClient(pitch)
  const onPoll = { pitch_uuid: pitch, poll_id: poll.id }
  const run = (call: () => Promise<unknown>) => () => void act.run(call)
  return (
    <div className="poll-acts">
      {poll.state !== 'open' && (
        <Button
          look={poll.state === 'draft' ? 'main' : 'quiet'}
          disabled={!live || others}
          busy={act.busy}
          onClick={run(() => client.openPoll({ ...onPoll, is_shown: shows }))}
        >
          {t(poll.state === 'draft' ? 'ask' : 'askAgain')}
        </Button>
      )}
      {poll.state === 'open' && (
        <Button busy={act.busy} onClick={run(() => client.closePoll(onPoll))}>
          {t('close')}
        </Button>
      )}
      {poll.state === 'closed' && (
        <Button
          look="quiet"
          disabled={!live || others}
          busy={act.busy}
          onClick={run(() => client.showPollResult({ ...onPoll, is_shown: !inRoom }))}
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
            onClick={run(() => client.deletePoll(onPoll))}
          >
            {t('delete')}
          </Button>
        </>
      )}
    </div>
  )
}
