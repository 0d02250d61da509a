import { useTranslation } from 'react-i18next'
import type { Sent } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { languages } from '#web/i18n/language.ts'
import type { Terms } from './CommitTerms.tsx'
import './statement.css'

/** The sentence on what a commitment is, as a reader was shown it: what their commitment repeats. */
export type Shown = Pick<
  Sent<(typeof commitmentCalls)['commitInPitch']>,
  'statement' | 'statement_version' | 'statement_language'
>

/** The sentence of today in the language of the page. */
export function shownIn({ version, ...texts }: Terms['statement'], reading: string): Shown {
  const language = languages.find(one => one === reading) ?? 'en'
  return { statement: texts[language], statement_version: version, statement_language: language }
}

interface Props {
  statement: string
  /** Of the sentence, which is that of who signed. */
  language: Language | null
}

/** What a commitment is; of one that was made before there was such a sentence, that there was none. */
export function Statement({ statement, language }: Props) {
  const { t } = useTranslation('attend')
  return (
    <p className="commit-statement" lang={(statement && language) || undefined}>
      {statement || t('statement.none')}
    </p>
  )
}
