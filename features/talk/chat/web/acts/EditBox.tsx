import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { isComposing } from '#web/ui/inputMethod.ts'
import { composed, enterDoes, textOf } from '../wording.ts'

interface Props {
  message: ChatMessage
  onSave: (content: string) => Promise<void>
  onClose: () => void
}

/** Edits the reader's own message in its place: Enter saves, Escape cancels. */
export function EditBox({ message, onSave, onClose }: Props) {
  const { t } = useTranslation('acts')
  const [text, setText] = useState(() => textOf(message))
  const ref = useRef<HTMLTextAreaElement>(null)
  const save = useAct(() => onSave(composed(text)))
  useEffect(() => {
    const input = ref.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  async function keep() {
    if (composed(text) === '') return
    if (await save.run()) onClose()
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onClose()
    }
    const does = enterDoes(event)
    if (!does) return
    event.preventDefault()
    if (does === 'send') return void keep()
    const { currentTarget: input } = event
    input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end')
    setText(input.value)
  }
  return (
    <div className="chat-edit">
      <textarea
        ref={ref}
        className="piece-input"
        aria-label={t('editLabel')}
        value={text}
        maxLength={MESSAGE_LENGTH}
        rows={Math.min(6, text.split('\n').length + 1)}
        onChange={event => setText(event.target.value)}
        onKeyDown={press}
      />
      <Notice failure={save.failure} />
      <div className="chat-edit-acts">
        <Button look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button busy={save.busy} disabled={composed(text) === ''} onClick={keep}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
