import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useKept } from '#web/light/useKept.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { PollNow } from '../apply.ts'
import { PollBars } from './PollBars.tsx'

interface Choice {
  readonly chosen: readonly number[]
  /** They have voted, and are about to vote otherwise. */
  readonly changes: boolean
}
/** What is chosen and not sent is kept by the poll: its card stands elsewhere when a panel opens or closes. */
const half = new Map<string, Choice>()

/** What somebody who attends does with a poll: chooses, votes, changes their mind until it is closed, sees the result. */
export function PollVote({ pitch, poll, link }: { pitch: string; poll: PollNow; link: string }) {
  const { t } = useTranslation('poll')
  const client = roomClient(pitch)
  const name = useId()
  const here = { pitch_uuid: pitch, poll_id: poll.id }
  // whoever comes back sees what they said before
  const votes = useRef(0)
  const own = useLoad(`${poll.id} ${link === 'on'}`, async () => {
    const before = votes.current
    return { ...(await client.getOwnVote(here)), before }
  })
  const { reload } = own
  // they may have voted otherwise on another device
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  const [voted, setVoted] = useState<readonly number[]>()
  const choice = useKept<Choice>(half, poll.id, () => ({ chosen: [], changes: false }))
  const { chosen, changes } = choice.value
  const known = voted ?? own.value?.choices
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server changes what is shown
  useEffect(() => {
    // whoever was faster than the answer has chosen already
    if (own.value && !choice.isBegun()) choice.settle({ chosen: own.value.choices, changes: false })
    if (own.value?.before === votes.current) setVoted(undefined)
  }, [own.value])
  const vote = useAct(async () => {
    votes.current++
    setVoted((await client.votePoll({ ...here, choices: [...chosen] })).choices)
    votes.current++
    choice.settle({ chosen, changes: false })
  })
  const hasVoted = known !== undefined && known.length > 0
  const choose = (place: number) => {
    const others = chosen.filter(one => one !== place)
    const next = !poll.multiple ? [place] : chosen.includes(place) ? others : [...chosen, place]
    choice.write({ chosen: next, changes })
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
        <Button look="quiet" onClick={() => choice.write({ chosen, changes: true })}>
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
      <fieldset className="poll-options">
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
      <div className="poll-acts">
        <Button type="submit" busy={vote.busy} disabled={chosen.length === 0}>
          {t('vote')}
        </Button>
      </div>
    </form>
  )
}
