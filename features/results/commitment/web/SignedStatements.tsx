import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { commitmentCalls } from '../contract.ts'
import { Statement } from './statement.tsx'

type Signed = Answer<(typeof commitmentCalls)['getCommitmentList']>['statements'][number]

/** The number of the sentence under which a commitment was made, where there are several. */
export const placeOf = (row: Omit<Signed, 'count'>, statements: readonly Signed[]): number =>
  statements.findIndex(
    one =>
      one.statement === row.statement &&
      one.statement_version === row.statement_version &&
      one.statement_language === row.statement_language,
  ) + 1

/** What the commitments of a list are: the sentence that was shown when they were made, or several with a number each. */
export function SignedStatements({ statements }: { statements: readonly Signed[] }) {
  const { t } = useTranslation('statement')
  const [first, ...others] = statements
  if (!first) return null
  return (
    <section className="commit-statements" aria-label={t('signed.label')}>
      <p>{t('signed.hint')}</p>
      {others.length === 0 ? (
        <Statement statement={first.statement} language={first.statement_language} />
      ) : (
        <ol>
          {statements.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number is what the table refers to
            <li key={place}>
              <Statement statement={one.statement} language={one.statement_language} />
              <span className="commit-statement-count">{t('signed.count', { count: one.count })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
