import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useSignalled } from '#features/room/room/web/useSignalled.ts'
import type { DeskQuestion } from '#features/talk/question/contract.ts'
import type { DeskState } from '#features/talk/question/rules.ts'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { DeskEntry } from './DeskEntry.tsx'

const tabs = ['waiting', 'answered', 'dismissed'] as const

/** The questions of a pitch: the waiting ones in their order, and the others by their state. */
export function QuestionDesk() {
  const { t } = useTranslation('question')
  const { pitch, client, now, room, connection } = useInRoom()
  const [tab, setTab] = useState<(typeof tabs)[number]>('waiting')
  const desk = useLoad(`${pitch} ${tab}`, () => client.getQuestionList({ pitch_uuid: pitch, state: tab }))
  useSignalled(connection, now.link, 'questionsChanged', desk.reload)
  const update = useAct(async (question_id: string, state: DeskState) => {
    await client.updateQuestion({ pitch_uuid: pitch, question_id, state })
    desk.reload()
  })
  const move = useAct(async (question_id: string, after: string | undefined) => {
    await client.moveQuestion({ pitch_uuid: pitch, question_id, ...(after && { after }) })
    desk.reload()
  })
  const { value } = desk
  const items = value?.items ?? []
  const waiting = items.filter(one => one.state === 'waiting')
  const busy = update.busy || move.busy
  /** Moves a question one place up or down among the waiting ones. */
  function step(question: DeskQuestion, by: -1 | 1) {
    const at = waiting.indexOf(question)
    void move.run(question.id, waiting[by === 1 ? at + 1 : at - 2]?.id)
  }
  return (
    <div className="question-panel">
      <OpenSwitch pitch={pitch} open={room.questions.open ?? value?.open} />
      <nav className="chat-tabs question-tabs" aria-label={t('tabs')}>
        {tabs.map(one => (
          <button key={one} type="button" aria-current={tab === one} onClick={() => setTab(one)}>
            {t(`tab.${one}`)} {value && <span className="tabular">{value[one]}</span>}
          </button>
        ))}
      </nav>
      <Notice failure={desk.failure ?? update.failure ?? move.failure} retry={desk.failure ? desk.reload : undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="question-scroll" aria-busy={desk.loading} aria-label={t(`tab.${tab}`)} tabIndex={0}>
        {value && items.length === 0 && <p className="question-none">{t(`desk.none.${tab}`)}</p>}
        {!value && desk.loading && <Skeleton />}
        <ol className="question-list">
          {items.map(question => (
            <DeskEntry
              key={question.id}
              question={question}
              busy={busy}
              first={waiting[0] === question}
              last={waiting.at(-1) === question}
              onState={state => update.run(question.id, state)}
              onStep={by => step(question, by)}
              onTop={() => move.run(question.id, undefined)}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The switch for whether attendees may ask. */
function OpenSwitch({ pitch, open }: { pitch: string; open: boolean | undefined }) {
  const { t } = useTranslation('question')
  const id = useId()
  const set = useAct((on: boolean) => roomClient(pitch).updatePitchQuestions({ pitch_uuid: pitch, open: on }))
  return (
    <div className="question-open">
      <input
        id={id}
        type="checkbox"
        checked={open ?? false}
        disabled={open === undefined}
        onChange={event => set.run(event.target.checked)}
      />
      <label htmlFor={id}>{t('open')}</label>
      <Notice failure={set.failure} />
    </div>
  )
}

const Skeleton = () => (
  <div className="question-skeleton" aria-hidden>
    <span />
    <span />
    <span />
  </div>
)
