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

interface Props {
  pitch: string
  poll: PollNow
  /** State of the connection to the room. */
  link: string
}

interface Choice {
  readonly chosen: readonly number[]
  /** The attendee has voted and is changing their vote. */
  readonly changes: boolean
}
/** Choices that were not sent, by poll: the card moves when a panel opens or closes. */
const unsent = new Map<string, Choice>()

/** The attendee's own vote as the server has it, and the choice that they have not sent yet. */
function useOwnVote({ pitch, poll, link }: Props) {
  const client = roomClient(pitch)
  const call = { pitch_uuid: pitch, poll_id: poll.id }
  const votes = useRef(0)
  const own = useLoad(`${poll.id} ${link === 'on'}`, async () => {
    const before = votes.current
    return { ...(await client.getOwnVote(call)), before }
  })
  const { reload } = own
  // the attendee may have voted on another device meanwhile
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  const [voted, setVoted] = useState<readonly number[]>()
  const choice = useKept<Choice>(unsent, poll.id, () => ({ chosen: [], changes: false }))
  const { chosen, changes } = choice.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server changes what is shown
  useEffect(() => {
    // a choice made before the answer came stays
    if (own.value && !choice.isBegun()) choice.settle({ chosen: own.value.choices, changes: false })
    if (own.value?.before === votes.current) setVoted(undefined)
  }, [own.value])
  const vote = useAct(async () => {
    votes.current++
    setVoted((await client.votePoll({ ...call, choices: [...chosen] })).choices)
    votes.current++
    choice.settle({ chosen, changes: false })
  })
  return {
    ...{ chosen, changes, vote, failure: vote.failure ?? own.failure },
    voted: voted ?? own.value?.choices ?? [],
    choose: (place: number) => {
      const others = chosen.filter(one => one !== place)
      const next = !poll.multiple ? [place] : chosen.includes(place) ? others : [...chosen, place]
      choice.write({ chosen: next, changes })
    },
    startChange: () => choice.write({ chosen, changes: true }),
  }
}

/** A poll as an attendee sees it: choices while it is open, then their vote, and the result once it is shown. */
export function PollVote(props: Props) {
  const { t } = useTranslation('poll')
  const { poll } = props
  const own = useOwnVote(props)
  const { voted } = own
  if (!poll.open) return <PollBars options={poll.options} counts={poll.counts ?? []} voters={poll.voters} own={voted} />
  if (voted.length === 0 || own.changes) return <ChoiceForm poll={poll} own={own} />
  return (
    <>
      {poll.counts ? (
        <PollBars options={poll.options} counts={poll.counts} voters={poll.voters} own={voted} />
      ) : (
        <p className="poll-own">{t('yours', { options: voted.map(place => poll.options[place]) })}</p>
      )}
      <p className="poll-quiet" role="status">
        {t('thanks')}
      </p>
      <Button look="quiet" onClick={own.startChange}>
        {t('change')}
      </Button>
    </>
  )
}

function ChoiceForm({ poll, own }: { poll: PollNow; own: ReturnType<typeof useOwnVote> }) {
  const { t } = useTranslation('poll')
  const name = useId()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void own.vote.run()
      }}
    >
      <fieldset className="poll-options">
        <legend className="unseen">{poll.question}</legend>
        {poll.options.map((option, place) => (
          <label key={option}>
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={own.chosen.includes(place)}
              onChange={() => own.choose(place)}
            />
            <span>{option}</span>
          </label>
        ))}
      </fieldset>
      <p className="poll-quiet">
        {poll.multiple && <>{t('several')} </>}
        {t(poll.anonymous ? 'anonymousHint' : 'namedHint')}
      </p>
      <Notice failure={own.failure} />
      <div className="poll-acts">
        <Button type="submit" busy={own.vote.busy} disabled={own.chosen.length === 0}>
          {t('vote')}
        </Button>
      </div>
    </form>
  )
}
