import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#features/room/web/pieces/Button.tsx'
import { Notice } from '#features/room/web/pieces/Notice.tsx'
import { useAct } from '#features/room/web/pieces/useAct.ts'
import { useLoad } from '#features/room/web/pieces/useLoad.ts'
import { roomClient } from '#features/room/web/roomClient.ts'
import type { PollNow } from '../apply.ts'
import { PollBars } from './PollBars.tsx'

/** What somebody who attends does with a poll: chooses, votes, changes their mind until it is closed, sees the result. */
export function PollVote({ pitch, poll, link }: { pitch: string; poll: PollNow; link: string }) {
  const { t } = useTranslation('poll')
  const client = roomClient(pitch)
  const name = useId()
  const here = { pitch_uuid: pitch, poll_id: poll.id }
  // whoever comes back sees what they said before
  const own = useLoad(`${poll.id} ${link === 'on'}`, () => client.getOwnVote(here))
  const [voted, setVoted] = useState<readonly number[]>()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [changes, setChanges] = useState(false)
  const known = voted ?? own.value?.choices
  useEffect(() => {
    const { choices = [] } = own.value ?? {}
    // whoever was faster than the answer has chosen already
    setChosen(before => (before.length > 0 ? before : choices))
  }, [own.value])
  const vote = useAct(async () => {
    setVoted((await client.votePoll({ ...here, choices: [...chosen] })).choices)
    setChanges(false)
  })
  const hasVoted = known !== undefined && known.length > 0
  const choose = (place: number) => {
    if (!poll.multiple) setChosen([place])
    else setChosen(chosen.includes(place) ? chosen.filter(one => one !== place) : [...chosen, place])
  }
  if (!poll.open)
    return <PollBars options={poll.options} counts={poll.counts ?? []} voters={poll.voters} own={known ?? []} />
  if (hasVoted && !changes)
    return (
      <>
        {poll.counts ? (
          <PollBars options={poll.options} counts={poll.counts} voters={poll.voters} own={known} />
        ) : (
          <p className="poll-own">{t('yours', { options: known.map(place => poll.options[place]).join(', ') })}</p>
        )}
        <p className="poll-quiet" role="status">
          {t('thanks')}
        </p>
        <Button look="quiet" onClick={() => setChanges(true)}>
          {t('change')}
        </Button>
      </>
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void vote.run()
      }}
    >
      <fieldset className="poll-options" disabled={vote.busy}>
        <legend className="unseen">{poll.question}</legend>
        {poll.options.map((option, place) => (
          <label key={option}>
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(place)}
              onChange={() => choose(place)}
            />
            <span>{option}</span>
          </label>
        ))}
      </fieldset>
      <p className="poll-quiet">
        {poll.multiple && <>{t('several')} </>}
        {t(poll.anonymous ? 'anonymousHint' : 'namedHint')}
      </p>
      <Notice failure={vote.failure ?? own.failure} />
      <Button type="submit" className="wide" busy={vote.busy} disabled={chosen.length === 0}>
        {t('vote')}
      </Button>
    </form>
  )
}
