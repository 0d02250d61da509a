import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import type { Poll } from '../contract.ts'

const pageSize = 50

/** The voters of a poll that is not anonymous, loaded when the list is opened. */
export function PollVoters({ pitch, poll }: { pitch: string; poll: Poll }) {
  const { t } = useTranslation('poll')
  const [open, setOpen] = useState(false)
  return (
    <details className="poll-voters" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('who')}</summary>
      {open && <Votes pitch={pitch} poll={poll} />}
    </details>
  )
}

function Votes({ pitch, poll }: { pitch: string; poll: Poll }) {
  const { t, i18n } = useTranslation('poll')
  const shownName = useShownName()
  const [limit, setLimit] = useState(pageSize)
  const votes = useLoad(`${poll.id} ${poll.voters} ${poll.counts.join()} ${limit}`, () =>
    roomClient(pitch).getPollVotes({ pitch_uuid: pitch, poll_id: poll.id, page: 1, limit }),
  )
  const { items = [], total = 0 } = votes.value ?? {}
  return (
    <>
      <Notice failure={votes.failure} retry={votes.reload} />
      <ul>
        {items.map(({ user_id, name, choices }) => (
          <li key={user_id}>
            <b>{shownName(name)}</b>{' '}
            {writeItems(
              choices.map(place => poll.options[place] ?? ''),
              i18n.language,
            )}
          </li>
        ))}
      </ul>
      {total > items.length && limit < 100 && (
        <Button look="quiet" onClick={() => setLimit(100)}>
          {t('more')}
        </Button>
      )}
      {total > items.length && limit >= 100 && <p className="poll-quiet">{t('moreLater')}</p>}
    </>
  )
}
