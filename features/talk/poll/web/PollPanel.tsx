import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useKept } from '#web/light/useKept.ts'
import { PollForm } from './PollForm.tsx'
import { PollRow } from './PollRow.tsx'
import { usePolls } from './usePolls.ts'
import './poll.css'

/** The open form of each pitch: `new`, or the id of a draft. It is kept while another panel is open. */
const writing = new Map<string, string>()

/** The polls of a pitch, for its team: drafts, polls that were opened, and a new one. */
export function PollPanel() {
  const { t } = useTranslation('poll')
  const { pitch, room } = useInRoom()
  const { poll, status } = room
  const polls = usePolls(pitch, poll)
  const { value: writes, write, settle } = useKept(writing, pitch, () => '')
  const { items = [] } = polls.value ?? {}
  const done = () => {
    settle('')
    polls.reload()
  }
  return (
    <div className="panel-body poll-panel">
      <Notice failure={polls.failure} retry={polls.reload} />
      {writes === 'new' ? (
        <PollForm pitch={pitch} onDone={done} />
      ) : (
        <Button className="wide" look={items.length === 0 ? 'main' : 'quiet'} onClick={() => write('new')}>
          <IconPlus size={18} aria-hidden />
          {t('make')}
        </Button>
      )}
      {polls.value && items.length === 0 && writes !== 'new' && <p className="panel-quiet">{t('none')}</p>}
      <ul className="poll-list">
        {items.toReversed().map(item => (
          <li key={item.id}>
            {writes === item.id ? (
              <PollForm pitch={pitch} draft={item} onDone={done} />
            ) : (
              <PollRow
                {...{ pitch, poll: item }}
                live={status === 2}
                others={poll?.open === true && poll.id !== item.id}
                inRoom={poll?.id === item.id}
                onEdit={() => write(item.id)}
                onDone={polls.reload}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
