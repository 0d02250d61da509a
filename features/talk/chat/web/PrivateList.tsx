import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageTypes } from '#features/room/room/rules.ts'
import type { ChatEntry } from '#features/talk/chat/contract.ts'
import { LISTED_GROUPS, MOST_LISTED_GROUPS } from '#features/talk/chat/rules.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { FaceStack, useChatName } from './Faces.tsx'
import { Preview } from './MessageText.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import type { PrivateChats } from './usePrivateChats.ts'

interface Props {
  pitch: string
  chats: PrivateChats
  me: string
  /** The reader belongs to the team, which has a chat of its own. */
  isTeam: boolean
  muted: boolean
}

const nextOf = (shown: number) => Math.min(shown + LISTED_GROUPS, MOST_LISTED_GROUPS)

/** [ENT-101] The reader's private chats, by their last message, newest first. */
export function PrivateList({ pitch, chats, me, isTeam, muted }: Props) {
  const { t } = useTranslation('chat')
  const [picks, setPicks] = useState(false)
  const team = useAct(chats.talkToTeam)
  const { entries } = chats
  return (
    <div className="chat-scroll chat-private">
      <div className="chat-acts">
        <Button look="quiet" disabled={muted} onClick={() => setPicks(true)}>
          <IconPlus size={16} aria-hidden />
          {t('private.new')}
        </Button>
        {isTeam && (
          <Button look="quiet" busy={team.busy} title={t('private.teamHint')} onClick={() => team.run()}>
            {t('private.team')}
          </Button>
        )}
      </div>
      <Notice failure={team.failure ?? chats.failure} retry={chats.failure ? chats.reload : undefined} />
      {entries?.length === 0 && <p className="chat-empty">{t('private.none')}</p>}
      <ul className="chat-entries" aria-label={t('private.list')}>
        {entries?.map(entry => (
          <Entry key={entry.chat_id} entry={entry} me={me} onOpen={() => chats.show({ id: entry.chat_id })} />
        ))}
      </ul>
      {entries && entries.length < Math.min(chats.total, MOST_LISTED_GROUPS) && (
        <Button look="quiet" onClick={() => chats.showMore(nextOf(entries.length))}>
          {t('private.moreChats')}
        </Button>
      )}
      {picks && (
        <PeoplePicker
          pitch={pitch}
          title={t('private.new')}
          act={t('private.start')}
          without={[me]}
          onPick={chats.talkTo}
          onClose={() => setPicks(false)}
        />
      )}
    </div>
  )
}

function Entry({ entry, me, onOpen }: { entry: ChatEntry; me: string; onOpen: () => void }) {
  const { t } = useTranslation(['chat', 'common'])
  const nameOf = useChatName()
  const { last_message: last } = entry
  const others = entry.members.filter(person => person.id !== me)
  return (
    <li>
      <button type="button" className={entry.has_read ? 'chat-entry' : 'chat-entry unread'} onClick={onOpen}>
        <FaceStack people={others} all={entry.members.length} />
        <span className="chat-entry-words">
          <b>{nameOf(entry, me)}</b>
          {last && last.msg_type !== messageTypes.system && (
            <span className="chat-entry-last">
              {last.fromuserid === me && t('common:pair', { label: t('me'), value: '' })}
              <Preview message={last} />
            </span>
          )}
        </span>
        <span className="chat-entry-side">
          <TimeAgo at={entry.last_time} />
          {!entry.has_read && <span className="chat-entry-new">{t('private.unread')}</span>}
        </span>
      </button>
    </li>
  )
}
