import { type Icon, IconHeart, IconMoodSad, IconThumbUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { writeNumber, writePercent } from '#contract/amounts.ts'
import { type FeedbackChoice, feedbackChoices } from '../rules.ts'

const icons: Record<FeedbackChoice, Icon> = { dislike: IconMoodSad, unsure: IconThumbUp, invest: IconHeart }

/** [STATE-052, STATE-053, STATE-054] A choice, as a picture and in words. */
export function ChoiceMark({ choice }: { choice: FeedbackChoice }) {
  const { t } = useTranslation('feedback')
  const ChoiceIcon = icons[choice]
  return (
    <span className="feedback-choice" data-choice={choice}>
      <ChoiceIcon size={16} aria-hidden />
      {t(`choice.${choice}`)}
    </span>
  )
}

/** The number of each choice, with its share of all. */
export function FeedbackCounts({ counts }: { counts: Readonly<Record<FeedbackChoice, number>> }) {
  const { i18n } = useTranslation('feedback')
  const all = feedbackChoices.reduce((sum, choice) => sum + counts[choice], 0)
  if (all === 0) return null
  return (
    <ul className="feedback-counts">
      {[...feedbackChoices].reverse().map(choice => (
        <li key={choice} data-choice={choice}>
          <ChoiceMark choice={choice} />
          <span className="feedback-bar" aria-hidden>
            <span style={{ width: `${(counts[choice] / all) * 100}%` }} />
          </span>
          <span className="tabular feedback-count">{writeNumber(counts[choice], i18n.language)}</span>
          <span className="tabular feedback-share">{writePercent(counts[choice] / all, i18n.language)}</span>
        </li>
      ))}
    </ul>
  )
}
