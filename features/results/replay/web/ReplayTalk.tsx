import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplayMessage } from '#features/results/replay/contract.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { clockText } from '../rules.ts'
import type { Span } from '../spans.ts'

interface Props {
  messages: readonly ReplayMessage[]
  gaps: readonly Span[]
  at: number
  onChoose: (at: number) => void
  /** What can be done with a message. */
  actOn: (message: ReplayMessage) => ReactNode
}

/** The chat until now, and what is missing of the recording. */
export function ReplayTalk({ messages, gaps, at, onChoose, actOn }: Props) {
  const { t } = useTranslation('replay')
  const nameOf = useShownName()
  const until = messages.filter(message => message.at <= at)
  return (
    <div className="replay-talk">
      {gaps.length > 0 && (
        <section>
          <h2>{t('gaps', { count: gaps.length })}</h2>
          <p>{t('gapsHint')}</p>
          <ul>
            {gaps.map(({ from, to }) => (
              <li key={from}>{t('gapAt', { from: clockText(from), to: clockText(to) })}</li>
            ))}
          </ul>
        </section>
      )}
      {messages.length > 0 && (
        <section>
          <h2>{t('chat')}</h2>
          {until.length === 0 && <p>{t('chatEmpty')}</p>}
          <ol>
            {until.map(message => (
              <li key={message.id}>
                <button type="button" className="tabular" onClick={() => onChoose(message.at)}>
                  {clockText(message.at)}
                </button>
                <b>{nameOf(message.name)}</b> {message.content}
                {message.hidden && <em className="replay-hidden"> {t('hidden')}</em>}
                {actOn(message)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
