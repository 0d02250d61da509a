import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { writeNumber } from '#contract/amounts.ts'
import { shareOf } from '../rules.ts'

interface Props {
  options: readonly string[]
  counts: readonly number[]
  voters: number
  /** The reader's own choices. */
  own?: readonly number[]
}

/** The votes for each option, as text, number and bar. */
export function PollBars({ options, counts, voters, own = [] }: Props) {
  const { t, i18n } = useTranslation('poll')
  return (
    <ul className="poll-bars">
      {options.map((option, place) => {
        const count = counts[place] ?? 0
        const share = shareOf(count, voters)
        return (
          <li key={option}>
            <span className="poll-bar-words">
              <span>
                {option}
                {own.includes(place) && (
                  <>
                    {' '}
                    <IconCheck size={14} aria-hidden />
                    <span className="unseen">{t('own')}</span>
                  </>
                )}
              </span>
              <span className="tabular">
                {t('share', { share: share / 100 })}
                <span className="unseen"> {t('votes', { count })}</span>
                <small aria-hidden> {writeNumber(count, i18n.language)}</small>
              </span>
            </span>
            <span className="poll-bar" aria-hidden>
              <span className="poll-length" style={{ width: `${share}%` }} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
