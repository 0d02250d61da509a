import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { DeskQuestion } from '#features/talk/question/contract.ts'
import type { DeskState } from '#features/talk/question/rules.ts'
import { Button } from '#web/light/Button.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'

interface Props {
  question: DeskQuestion
  busy: boolean
  first: boolean
  last: boolean
  onState: (state: DeskState) => void
  onStep: (by: -1 | 1) => void
  /** Moves the question before all other waiting ones. */
  onTop: () => void
}

/** The actions in each state, the most likely first. */
const acts = {
  waiting: [
    ['answering', 'answer', 'main'],
    ['answered', 'answered', 'quiet'],
    ['dismissed', 'dismiss', 'quiet'],
  ],
  answering: [
    ['answered', 'done', 'main'],
    ['waiting', 'putBack', 'quiet'],
  ],
  answered: [['waiting', 'putBack', 'quiet']],
  dismissed: [['waiting', 'putBack', 'quiet']],
} as const satisfies Record<DeskState, readonly (readonly [DeskState, string, 'main' | 'quiet'])[]>

/** A question on the desk, with its asker and the actions on it. */
export function DeskEntry({ question, busy, first, last, onState, onStep, onTop }: Props) {
  const { t } = useTranslation('question')
  const shownName = useShownName()
  const { state, content, name, is_named, forwarded_by } = question
  const short = content.slice(0, 60)
  return (
    <li className={`question ${state}`}>
      {state === 'answering' && <p className="question-now">{t('answering')}</p>}
      <p className="question-head">
        <b>{shownName(name)}</b> <TimeAgo at={question.asked_at} />
        {forwarded_by && <span>{t('by', { name: shownName(forwarded_by) })}</span>}
        {!is_named && <span>{t('anonymous')}</span>}
      </p>
      <p className="question-text" dir="auto">
        {content}
      </p>
      <div className="question-acts">
        {acts[state].map(([to, word, look]) => (
          <Button key={to} look={look} busy={busy} onClick={() => onState(to)} title={short}>
            {t(`desk.${word}`)}
          </Button>
        ))}
        {state === 'waiting' && !(first && last) && (
          <span className="question-order">
            <button
              type="button"
              className="piece-icon-button"
              title={t('desk.top', { text: short })}
              aria-label={t('desk.top', { text: short })}
              disabled={first}
              onClick={onTop}
            >
              <IconArrowBarToUp size={18} aria-hidden />
            </button>
            <button
              type="button"
              className="piece-icon-button"
              aria-label={t('desk.up', { text: short })}
              disabled={first}
              onClick={() => onStep(-1)}
            >
              <IconArrowUp size={18} aria-hidden />
            </button>
            <button
              type="button"
              className="piece-icon-button"
              aria-label={t('desk.down', { text: short })}
              disabled={last}
              onClick={() => onStep(1)}
            >
              <IconArrowDown size={18} aria-hidden />
            </button>
          </span>
        )}
      </div>
    </li>
  )
}
