import { IconDots } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Reaction } from '#features/room/room/signals.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { ChatWords } from '../chatWords.ts'
import { ActStrip } from './ActStrip.tsx'
import { MessageReactions } from './Reactions.tsx'
import type { MessageActs } from './useMessageActs.ts'

interface Props {
  message: ChatMessage
  /** The sender's name, for screen readers. */
  name: string
  acts: MessageActs
  onAnswer: (() => void) | undefined
  onEdit: () => void
  words: ChatWords
}

/** The reactions below a message, and a button that opens what the reader can do with it. */
export function MessageTools({ message, name, acts, onAnswer, onEdit, words }: Props) {
  const { moreOn } = words
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const react = useAct((emoji: Reaction, on: boolean) => acts.react(message, emoji, on))
  const { forward, forwarded } = useForward(message, acts)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const closing = (act: () => void) => () => {
    setOpen(false)
    act()
  }
  const failure = react.failure ?? forward.failure
  const hasActs = acts.mayReact || acts.mayDelete(message) || acts.forwarding?.isHost || message.reactions
  return (
    <>
      {message.reactions && (
        <MessageReactions {...{ message, acts, words }} onReact={(emoji, on) => react.run(emoji, on)} />
      )}
      {hasActs && (
        <button
          ref={button}
          type="button"
          className="piece-icon-button chat-more"
          title={moreOn(name)}
          aria-label={moreOn(name)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
      {open && (
        <ActStrip
          id={id}
          message={message}
          acts={acts}
          onReact={async (emoji, on) => {
            if (await react.run(emoji, on)) close()
          }}
          onAnswer={onAnswer && closing(onAnswer)}
          onEdit={closing(onEdit)}
          onDelete={() => setDeleting(true)}
          onForward={async () => {
            if (await forward.run()) close()
          }}
          onClose={close}
        />
      )}
      {(open || forwarded) && <ForwardNote {...{ forwarded, words }} />}
      {failure !== undefined && <Notice failure={failure} />}
      {deleting && (
        <DeleteDialog
          {...{ message, acts, words }}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

/** Forwards the message to the question desk. `forwarded`: whether it is there now, or was there already. */
function useForward(message: ChatMessage, acts: MessageActs) {
  const [forwarded, setForwarded] = useState<'desk' | 'already'>()
  const forward = useAct(async () => {
    const answer = await acts.forwarding?.forward([message.id])
    setForwarded(answer?.forwarded ? 'desk' : 'already')
  })
  return { forward, forwarded }
}

function ForwardNote({ forwarded, words: { t } }: { forwarded: 'desk' | 'already' | undefined; words: ChatWords }) {
  return (
    <p className={forwarded ? 'chat-said' : 'unseen'} role="status">
      {forwarded && t(forwarded === 'desk' ? 'acts:onDesk' : 'acts:wasOnDesk')}
    </p>
  )
}

interface DeleteProps extends Pick<Props, 'message' | 'acts' | 'words'> {
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ message, acts, words: { t }, onClose, onDeleted }: DeleteProps) {
  const remove = useAct(() => acts.remove(message))
  return (
    <Dialog
      title={t('acts:deleteTitle')}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('acts:keep')}
          </Button>
          <Button
            look="danger"
            busy={remove.busy}
            onClick={async () => {
              if (await remove.run()) onDeleted()
            }}
          >
            {t('acts:deleteNow')}
          </Button>
        </>
      }
    >
      <p>{t('acts:deleteText')}</p>
      <Notice failure={remove.failure} />
    </Dialog>
  )
}
