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
  /** Whose it is, for whoever does not see it. */
  name: string
  acts: MessageActs
  onAnswer: (() => void) | undefined
  onEdit: () => void
  words: ChatWords
}

/** Below a message: how people reacted, and a button that opens all that one may do with it. */
export function MessageTools({ message, name, acts, onAnswer, onEdit, words }: Props) {
  const { t, moreOn } = words
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  const [said, setSaid] = useState<'desk' | 'already'>()
  const react = useAct((emoji: Reaction, on: boolean) => acts.react(message, emoji, on))
  const remove = useAct(() => acts.remove(message))
  const forward = useAct(async () => {
    const done = await acts.forwarding?.forward([message.id])
    setSaid(done?.forwarded ? 'desk' : 'already')
  })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const failure = react.failure ?? forward.failure
  const something = acts.mayReact || acts.mayDelete(message) || acts.forwarding?.isHost || message.reactions
  return (
    <>
      {message.reactions && (
        <MessageReactions {...{ message, acts, words }} onReact={(emoji, on) => react.run(emoji, on)} />
      )}
      {something && (
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
          onAnswer={
            onAnswer &&
            (() => {
              setOpen(false)
              onAnswer()
            })
          }
          onEdit={() => {
            setOpen(false)
            onEdit()
          }}
          onDelete={() => setAsks(true)}
          onForward={async () => {
            if (await forward.run()) close()
          }}
          onClose={close}
        />
      )}
      {(open || said) && (
        <p className={said ? 'chat-said' : 'unseen'} role="status">
          {said && t(said === 'desk' ? 'acts:onDesk' : 'acts:wasOnDesk')}
        </p>
      )}
      {failure !== undefined && <Notice failure={failure} />}
      {asks && (
        <Dialog
          title={t('acts:deleteTitle')}
          onClose={() => setAsks(false)}
          acts={
            <>
              <Button look="quiet" onClick={() => setAsks(false)}>
                {t('acts:keep')}
              </Button>
              <Button
                look="danger"
                busy={remove.busy}
                onClick={async () => {
                  if (!(await remove.run())) return
                  setAsks(false)
                  setOpen(false)
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
      )}
    </>
  )
}
