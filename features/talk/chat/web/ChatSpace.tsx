import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { SlowChoice } from './acts/SlowChoice.tsx'
import { useRoomActs } from './acts/useRoomActs.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { useMentionables } from './mention/useMentionables.ts'
import { useServerDictation } from './mic/useServerDictation.ts'
import { PrivateChat } from './PrivateChat.tsx'
import { PrivateList } from './PrivateList.tsx'
import { type Talk, useMuted } from './talk.tsx'
import './private.css'

/** [ROOM-003, PROD-021] The public chat and the reader's private chats. */
export function ChatSpace({ chat, chats, unread }: Talk) {
  const { t } = useTranslation('chat')
  const { pitch, now, room } = useInRoom()
  const muted = useMuted()
  const { shown, show, entries } = chats
  const { me } = now
  const { guests } = room
  const dictation = useServerDictation(pitch)
  const { acts, slow, looksAfter } = useRoomActs(chat, !muted)
  const mentions = useMentionables(pitch, me?.id, guests)
  const open = typeof shown === 'object' ? entries?.find(entry => entry.chat_id === shown.id) : undefined
  if (me && open)
    return (
      <PrivateChat
        // guest mode changes the names, so the history is loaded again
        key={`${open.chat_id} ${guests.on}`}
        entry={open}
        chats={chats}
        me={me.id}
        muted={muted}
        dictation={dictation}
      />
    )
  const tab = shown === 'everyone' || !me ? 'everyone' : 'list'
  return (
    <>
      <nav className="chat-tabs" aria-label={t('private.list')}>
        <button type="button" aria-current={tab === 'everyone'} onClick={() => show('everyone')}>
          {t('private.everyone')}
          {unread.count > 0 && (
            <span className="piece-badge chat-tab-badge tabular">
              {unread.mentioned && '@'}
              {unread.count}
            </span>
          )}
        </button>
        <button type="button" aria-current={tab === 'list'} onClick={() => show('list')}>
          {t('private.title')}
          {chats.unread > 0 && <span className="piece-badge chat-tab-badge tabular">{chats.unread}</span>}
        </button>
      </nav>
      {tab === 'everyone' && looksAfter && <SlowChoice pitch={pitch} slow={slow} />}
      {tab === 'list' && me ? (
        <PrivateList pitch={pitch} chats={chats} me={me.id} isTeam={me.part !== 'attendee'} muted={muted} />
      ) : (
        <ChatPanel
          chat={chat}
          me={me?.id}
          firstNew={unread.firstNew}
          open={now.group !== undefined}
          {...{ muted, acts, slow }}
          waits={!looksAfter}
          mentions={mentions}
          dictation={dictation}
        />
      )}
    </>
  )
}
