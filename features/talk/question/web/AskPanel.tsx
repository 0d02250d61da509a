import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useSignalled } from '#features/room/room/web/useSignalled.ts'
import { useWriteHere } from '#features/room/room/web/writeHere.ts'
import { useMuted } from '#features/talk/chat/web/talk.tsx'
import type { OwnQuestion } from '#features/talk/question/contract.ts'
import { QUESTION_LENGTH } from '#features/talk/question/rules.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useKept } from '#web/light/useKept.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { newId } from '#web/ui/ids.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { useMayAsk } from './useMayAsk.ts'

/** The form in which attendees ask, with the state of their questions. */
export function AskPanel() {
  const { t } = useTranslation(['question', 'chat'])
  const { pitch, client, now, room, connection } = useInRoom()
  const open = useMayAsk()
  const muted = useMuted()
  const own = useLoad(pitch, () => client.getOwnQuestions({ pitch_uuid: pitch }))
  useSignalled(connection, now.link, 'ownQuestionsChanged', own.reload)
  const withdraw = useAct(async (question_id: string) => {
    await client.withdrawQuestion({ pitch_uuid: pitch, question_id })
    own.reload()
  })
  // a change of the shown question may concern one of the reader's own
  const shown = room.questions.answering?.question_id
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown) own.reload()
    before.current = shown
  }, [shown, own.reload])
  const items = own.value?.items ?? []
  return (
    <div className="question-panel">
      {!open ? (
        <p className="question-none">{t('question:closed')}</p>
      ) : muted ? (
        <p className="question-none">{t('chat:muted')}</p>
      ) : (
        <AskForm pitch={pitch} onAsked={own.reload} />
      )}
      <Notice failure={own.failure ?? withdraw.failure} retry={own.failure ? own.reload : undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="question-scroll" aria-busy={own.loading} aria-label={t('question:own')} tabIndex={0}>
        <h3>{t('question:own')}</h3>
        {own.value && items.length === 0 && <p className="question-none">{t('question:ownNone')}</p>}
        <ul className="question-list">
          {items.map(question => (
            <Own key={question.id} question={question} busy={withdraw.busy} onWithdraw={withdraw.run} />
          ))}
        </ul>
      </section>
    </div>
  )
}

interface Draft {
  readonly content: string
  readonly isNamed: boolean
  readonly id: string
}
/** The unsent text, kept while another panel is open. The choice of a name stays for the next question. */
const half = new Map<string, Draft>()
const newDraft = (isNamed: boolean): Draft => ({ content: '', isNamed, id: newId() })

function AskForm({ pitch, onAsked }: { pitch: string; onAsked: () => void }) {
  const { t } = useTranslation('question')
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  useWriteHere('questions', input)
  const { value: draft, write } = useKept(half, pitch, () => newDraft(true))
  const [sent, setSent] = useState(false)
  const content = draft.content.trim()
  // a repeat of a call without an answer has the same id, so that it asks once
  const ask = useAct(async () => {
    const asked = { content, is_named: draft.isNamed, local_question_id: draft.id }
    await roomClient(pitch).askQuestion({ pitch_uuid: pitch, ...asked })
    // text typed during the call is not sent yet
    const kept = half.get(pitch) ?? draft
    if (kept === draft || !kept.content) write(newDraft(kept.isNamed))
    setSent(true)
    onAsked()
  })
  // a changed text or name is another question and needs a new id, since the old one may have arrived
  function change(more: Partial<Draft>) {
    setSent(false)
    write({ ...draft, ...more, id: newId() })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (content) void ask.run()
  }
  const left = QUESTION_LENGTH - draft.content.length
  return (
    <form className="question-ask" onSubmit={submit}>
      <label htmlFor={id}>{t('askLabel')}</label>
      <textarea
        ref={input}
        id={id}
        className="piece-input"
        rows={3}
        maxLength={QUESTION_LENGTH}
        value={draft.content}
        aria-describedby={`${id}-hint`}
        onChange={event => change({ content: event.target.value })}
      />
      <p className="question-hint" id={`${id}-hint`}>
        {t('askHint')} {left < 100 && <span className="tabular">{t('left', { count: left })}</span>}
      </p>
      <label className="question-named">
        <input type="checkbox" checked={draft.isNamed} onChange={event => change({ isNamed: event.target.checked })} />
        {t('named')}
      </label>
      <Notice failure={ask.failure} />
      <div className="question-send">
        <p role="status">{sent && t('asked')}</p>
        <Button type="submit" busy={ask.busy} disabled={!content}>
          {t('askNow')}
        </Button>
      </div>
    </form>
  )
}

interface OwnProps {
  question: OwnQuestion
  busy: boolean
  onWithdraw: (id: string) => Promise<boolean>
}

function Own({ question, busy, onWithdraw }: OwnProps) {
  const { t } = useTranslation('question')
  const { id, state, content } = question
  return (
    <li className={`question ${state}`}>
      <p className="question-head">
        {state !== 'withdrawn' && <b>{t(`state.${state}`)}</b>} <TimeAgo at={question.asked_at} />
      </p>
      <p className="question-text" dir="auto">
        {content}
      </p>
      {state === 'waiting' && (
        <div className="question-acts">
          <Button
            look="quiet"
            busy={busy}
            aria-label={t('withdrawOf', { text: content.slice(0, 60) })}
            onClick={() => onWithdraw(id)}
          >
            {t('withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}
