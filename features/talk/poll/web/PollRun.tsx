import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { PollNow } from '../apply.ts'
import { PollBars } from './PollBars.tsx'
import { usePolls } from './usePolls.ts'

/** The shown poll as the team of the pitch sees it, with its counts and controls. */
export function PollRun({ pitch, poll }: { pitch: string; poll: PollNow }) {
  const { t } = useTranslation('poll')
  const client = roomClient(pitch)
  const polls = usePolls(pitch, poll)
  const here = { pitch_uuid: pitch, poll_id: poll.id }
  const known = polls.value?.items.find(({ id }) => id === poll.id)
  const close = useAct((is_shown: boolean) => client.closePoll({ ...here, is_shown }))
  const show = useAct((is_shown: boolean) => client.showPollResult({ ...here, is_shown }))
  return (
    <>
      <PollBars
        options={poll.options}
        counts={poll.counts ?? known?.counts ?? []}
        voters={Math.max(poll.voters, known?.voters ?? 0)}
      />
      <p className="poll-quiet">{t(poll.counts ? 'shownToAll' : 'shownToYou')}</p>
      <Notice failure={close.failure ?? show.failure ?? polls.failure} />
      <div className="poll-acts">
        {poll.open ? (
          <>
            <Button busy={close.busy} onClick={() => close.run(true)}>
              {t('closeAndShow')}
            </Button>
            <Button look="quiet" busy={close.busy} onClick={() => close.run(false)}>
              {t('closeAndKeep')}
            </Button>
            <Button look="quiet" busy={show.busy} onClick={() => show.run(!poll.counts)}>
              {t(poll.counts ? 'hide' : 'showNow')}
            </Button>
          </>
        ) : (
          <Button look="quiet" busy={show.busy} onClick={() => show.run(false)}>
            {t('takeDown')}
          </Button>
        )}
      </div>
    </>
  )
}
