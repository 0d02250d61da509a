import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { QuestionShown } from '#features/talk/question/apply.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import './answering.css'

/** The question that is being answered, over a corner of the slide. The reader can hide it. */
export function NowAnswering({ question }: { question: QuestionShown }) {
  const { pitch, client, info } = useInRoom()
  const { t } = useTranslation('question')
  const shownName = useShownName()
  const [hidden, setHidden] = useState<string>()
  const { question_id, name, content } = question
  const done = useAct(() => client.updateQuestion({ pitch_uuid: pitch, question_id, state: 'answered' }))
  const looksAfter = moderates(info.part)
  return (
    <section className={hidden === question_id ? 'unseen' : 'now-answering'} aria-label={t('answering')}>
      <div role="status">
        <p className="now-answering-head">{name ? t('answeringOf', { name: shownName(name) }) : t('answering')}</p>
        <p className="now-answering-text" dir="auto">
          {content}
        </p>
      </div>
      {hidden !== question_id && (
        <div className="now-answering-acts">
          {looksAfter && (
            <Button look="quiet" busy={done.busy} onClick={() => done.run()}>
              {t('desk.done')}
            </Button>
          )}
          <button
            type="button"
            className="piece-icon-button"
            title={t('hide')}
            aria-label={t('hide')}
            onClick={() => setHidden(question_id)}
          >
            <IconX size={18} aria-hidden />
          </button>
        </div>
      )}
      <Notice failure={done.failure} />
    </section>
  )
}
