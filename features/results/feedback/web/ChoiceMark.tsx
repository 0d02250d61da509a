import { type Icon, IconHeart, IconMoodSad, IconThumbUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FeedbackChoice } from '../rules.ts'

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
