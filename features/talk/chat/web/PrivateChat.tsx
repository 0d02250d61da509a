import { IconArrowLeft, IconLogout, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { ChatEntry } from '#features/talk/chat/contract.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useMessageActs } from './acts/useMessageActs.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { FaceStack, useChatName } from './Faces.tsx'
import { useMentionables } from './mention/useMentionables.ts'
import { mergeMessages } from './messages.ts'
import type { DictationMaker } from './mic/useDictation.ts'
import { PeoplePicker } from './PeoplePicker.tsx'
import { useChat } from './useChat.ts'
import type { PrivateChats } from './usePrivateChats.ts'

interface Props {
  entry: ChatEntry
  chats: PrivateChats
  me: string
  muted: boolean
  dictation: DictationMaker | undefined
}

/** [ROOM-011, ROOM-012, CONST-016] One private chat, with its members and the way back to the list. */
export function PrivateChat({ entry, chats, me, muted, dictation }: Props) {
  const { t } = useTranslation('chat')
  const { pitch, client, connection, status, room } = useInRoom()
  const [dialog, setDialog] = useState<HeadAct>()
  const id = entry.chat_id
  const toList = useCallback(() => chats.show('list'), [chats.show])
  const { recent, loads, failure, reload } = useRecent(id, toList)
  const chat = useChat({ client, group: id, recent, status, connection, loads })
  const acts = useMessageActs({ client, chat, me, mayWrite: !muted, teamRights: undefined })
  const mentions = useMentionables(pitch, me, room.guests, entry.members)
  const last = chat.messages.at(-1)?.id
  useEffect(() => {
    // after a failure the messages stay unread, which loses nothing
    if (last !== undefined) client.readChatGroup({ group_uuid: id, message_id: last }).then(chats.reload, () => {})
  }, [client, id, last, chats.reload])
  async function add(people: string[]) {
    // a third person gets a new chat, since the messages of two stay between them
    if (!isGroup(entry)) return chats.talkTo([...entry.members.map(one => one.id).filter(one => one !== me), ...people])
    await client.updateChatGroup({ group_uuid: id, added_members: people })
    chats.reload()
  }
  return (
    <>
      <Head {...{ entry, me, muted }} onBack={toList} onAct={setDialog} />
      <Notice failure={failure} retry={reload} />
      <ChatPanel
        chat={chat}
        me={me}
        firstNew={undefined}
        open
        muted={muted}
        acts={acts}
        label={t('private.write')}
        empty={t('private.empty')}
        mentions={mentions}
        dictation={dictation}
      />
      {dialog === 'add' && (
        <PeoplePicker
          pitch={pitch}
          title={t('private.add')}
          act={t('private.addNow')}
          without={entry.members.map(person => person.id)}
          onPick={add}
          onClose={() => setDialog(undefined)}
        />
      )}
      {(dialog === 'end' || dialog === 'leave') && (
        <LeaveDialog
          how={dialog}
          onClose={() => setDialog(undefined)}
          onPart={async () => {
            if (dialog === 'end') await client.deleteChatGroup({ group_uuid: id })
            else await client.updateChatGroup({ group_uuid: id, left_members: [me] })
            chats.reload()
            toList()
          }}
        />
      )}
    </>
  )
}

/** A group of invited members, not a chat of two and not the team's. */
const isGroup = (entry: ChatEntry): boolean => entry.chat_type === 'group' && !entry.is_team

type HeadAct = 'add' | 'leave' | 'end'
interface HeadProps extends Pick<Props, 'entry' | 'me' | 'muted'> {
  onBack: () => void
  onAct: (act: HeadAct) => void
}

/** The name and members of a private chat, and what the reader can do with it. */
function Head({ entry, me, muted, onBack, onAct }: HeadProps) {
  const { t } = useTranslation('chat')
  const nameOf = useChatName()
  const isMaker = entry.made_by === me
  return (
    <div className="chat-private-head">
      <button type="button" className="piece-icon-button" aria-label={t('private.back')} onClick={onBack}>
        <IconArrowLeft size={18} aria-hidden />
      </button>
      <FaceStack people={entry.members} all={entry.members.length} />
      <h3>{nameOf(entry, me)}</h3>
      {!entry.is_team && (
        <HeadButton name={t('private.add')} disabled={muted} onPress={() => onAct('add')} icon={IconUserPlus} />
      )}
      {isGroup(entry) && isMaker && (
        <HeadButton name={t('private.end')} onPress={() => onAct('end')} icon={IconTrash} />
      )}
      {isGroup(entry) && !isMaker && (
        <HeadButton name={t('private.leave')} onPress={() => onAct('leave')} icon={IconLogout} />
      )}
    </div>
  )
}

interface HeadButtonProps {
  name: string
  icon: typeof IconTrash
  disabled?: boolean
  onPress: () => void
}

function HeadButton({ name, icon: Icon, disabled = false, onPress }: HeadButtonProps) {
  return (
    <button
      type="button"
      className="piece-icon-button"
      title={name}
      aria-label={name}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}

/** Asks the reader to confirm that they leave a chat, or end it with all of its messages. */
function LeaveDialog({
  how,
  onPart,
  onClose,
}: {
  how: 'leave' | 'end'
  onPart: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('chat')
  const part = useAct(onPart)
  return (
    <Dialog
      title={t(`private.${how}Title`)}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('private.cancel')}
          </Button>
          <Button look="danger" busy={part.busy} onClick={() => part.run()}>
            {t(`private.${how}Now`)}
          </Button>
        </>
      }
    >
      <p>{t(`private.${how}Text`)}</p>
      <Notice failure={part.failure} />
    </Dialog>
  )
}

/** The newest page of a chat, and older pages back to the message `last`, so that no gap is left. */
async function messagesAfter(client: RoomClient, group_uuid: string, last?: number): Promise<ChatMessage[]> {
  const ask = (before?: number) =>
    client.getChatHistory({ group_uuid, limit: 100, ...(before !== undefined && { before }) })
  let { items, more } = await ask()
  for (let first = items[0]?.id; last !== undefined && more && first !== undefined && first > last; ) {
    const older = await ask(first)
    items = [...older.items, ...items]
    more = older.more
    first = items[0]?.id
  }
  return items
}

/** The messages of the open chat: loaded with every new connection, and extended by signals. `onGone`: the chat was ended. */
function useRecent(id: string, onGone: () => void) {
  const { client, connection, now } = useInRoom()
  const { link } = now
  const [recent, setRecent] = useState<{ messages: readonly ChatMessage[]; loads?: number }>({ messages: [] })
  const [failure, setFailure] = useState<unknown>()
  const seen = useRef<number>(undefined)
  const load = useCallback(async () => {
    try {
      const items = await messagesAfter(client, id, seen.current)
      const last = items.at(-1)?.id ?? 0
      seen.current = items.at(-1)?.id ?? seen.current
      // of the known messages only those that arrived during the request are newer
      setRecent(known => ({
        loads: (known.loads ?? 0) + 1,
        messages: mergeMessages(
          items,
          known.messages.filter(message => message.id > last),
        ),
      }))
      setFailure(undefined)
    } catch (failed) {
      if (failed instanceof CallFailed && failed.code === 'GroupNotFound') onGone()
      else setFailure(failed)
    }
  }, [client, id, onGone])
  useEffect(() => {
    if (link === 'on') void load()
  }, [link, load])
  useEffect(
    () =>
      connection.onSignal(({ type, payload }) => {
        if (type === 'chatGroup' && (payload as { group_uuid: string }).group_uuid === id) void load()
        if (type !== 'chatMessage') return
        const { message } = payload as { message: ChatMessage }
        if (message.group_uuid === id)
          setRecent(known => ({ ...known, messages: mergeMessages(known.messages, [message]) }))
      }),
    [connection, id, load],
  )
  return { recent: recent.messages, loads: recent.loads, failure, reload: load }
}
