import { IconChartBar, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useKept } from '#web/light/useKept.ts'
import type { PollShown } from '../apply.ts'
import { runsPolls } from '../rules.ts'
import { PollRun } from './PollRun.tsx'
import { PollVote } from './PollVote.tsx'
import './poll.css'

interface Props {
  /** A panel is open: on a phone, and for the team of the pitch, the poll is then folded to one line. */
  beside: boolean
}

/** Whether a panel has room for a poll at its head. */
const hasRoom = () => innerWidth >= 720 && innerHeight >= 480

/** The poll of the room, as a card at its side. It takes no focus and covers no slide; folded it is one line. */
export function PollCard({ beside }: Props) {
  const { t } = useTranslation('poll')
  const { poll } = useInRoom().room
  return (
    <>
      {/* a status has to exist before its text, or screen readers do not announce it */}
      <p className="unseen" role="status">
        {poll && t(poll.open ? 'announce.open' : 'announce.closed', { question: poll.question })}
      </p>
      {poll && <Card key={`${poll.id} ${poll.open}`} {...{ poll, beside }} />}
    </>
  )
}

/** Whether each card is folded. A card folded beside a panel is not folded without it. */
const folds = new Map<string, boolean>()

function Card({ poll, beside }: Props & { poll: NonNullable<PollShown> }) {
  const { t } = useTranslation('poll')
  const { pitch, info, now } = useInRoom()
  const runs = runsPolls(info.part)
  // presenters opened the panel for something else, and a poll needs no attention
  const isLine = beside && (runs || !hasRoom())
  const { value: folded, write: fold } = useKept(folds, `${poll.id} ${poll.open} ${isLine}`, () => isLine)
  const id = useId()
  return (
    <section className={`poll-card${folded ? ' folded' : ''}`} aria-labelledby={`${id}-title`}>
      <header>
        <IconChartBar size={18} aria-hidden />
        <p className="poll-heading">
          {/* one line says what it asks, or it would be passed over */}
          <b>{folded ? poll.question : t(poll.open ? 'open' : 'result')}</b>
          <span className="poll-voted tabular">{t('voters', { count: poll.voters })}</span>
        </p>
        <button
          type="button"
          className="piece-icon-button"
          aria-expanded={!folded}
          aria-controls={`${id}-body`}
          aria-label={t(folded ? 'unfold' : 'fold')}
          onClick={() => fold(!folded)}
        >
          {folded ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </button>
      </header>
      <div id={`${id}-body`} className="poll-body" hidden={folded}>
        <h2 id={`${id}-title`}>{poll.question}</h2>
        {runs ? <PollRun pitch={pitch} poll={poll} /> : <PollVote pitch={pitch} poll={poll} link={now.link} />}
      </div>
    </section>
  )
}
