import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/fields.ts'

/** Everything that reads or writes an amount of money by one of its names. */
const money =
  /\b(?:formatMoney|showMoney|money_amount|asked_amount|minimum_commitment|amountMinor|askedMinor|minimumMinor|sumCommitments)\b/

interface Surface {
  /** How many amounts it shows, each as showMoney writes it. */
  readonly amounts: number
  /** How it says what a commitment is; or why it need not, where nobody signs or reads a single one. */
  readonly says: RegExp | string
}
const results = 'features/results/'
const sees = /<(?:Statement|SignedStatements)\b/
const own = 'what the reader signed with the sentence, which their receipt and the room show'
const asks = 'an amount that a pitch asks for'
const terms = 'the terms of a series, to which nobody commits here'

/** Every surface on which people see money. */
const surfaces: Readonly<Record<string, Surface>> = {
  [`${results}commitment/web/CommitForm.tsx`]: { amounts: 4, says: sees },
  [`${results}commitment/web/ConfirmCommitment.tsx`]: { amounts: 0, says: sees },
  [`${results}commitment/web/CommitTerms.tsx`]: {
    amounts: 3,
    says: 'shown with the sentence, by the form and the panel',
  },
  'features/admin/accreditation/web/AccreditationGuide.tsx': { amounts: 1, says: 'an investor test, not a commitment' },
  'features/screens/live/web/CompanyPanel.tsx': { amounts: 0, says: sees },
  [`${results}commitment/web/CommitmentTable.tsx`]: { amounts: 2, says: sees },
  [`${results}commitment/web/WithdrawCommitment.tsx`]: { amounts: 1, says: 'takes back one of the list that has it' },
  [`${results}commitment/web/WithdrawnTable.tsx`]: { amounts: 1, says: 'below the list that has it' },
  [`${results}commitment/server/withdrawCommitment.ts`]: { amounts: 1, says: 'says what counts no longer' },
  [`${results}commitment/server/tellOfCommitment.ts`]: { amounts: 1, says: /mail: \{[\s\S]*statement, at:/ },
  // numbers, under a head that names the currency
  [`${results}report/server/sheets.ts`]: { amounts: 0, says: /h\.amount[\s\S]*h\.statement\b/ },
  [`${results}report/server/jobs.ts`]: { amounts: 1, says: /statement: statements\[language\]/ },
  'features/notify/notice/server/texts.ts': { amounts: 2, says: /context: 'signed'/ },
  'features/admin/auditLog/web/AuditDetail.tsx': {
    amounts: 1,
    says: 'shows every detail of an entry, the sentence among them',
  },
  'features/screens/live/web/news/RoomNews.tsx': {
    amounts: 1,
    says: 'a passing note, which leads to the panel that has it',
  },
  'features/screens/pitchResults/web/ResultFigures.tsx': { amounts: 1, says: 'a sum, above the list that has it' },
  'features/screens/pitchResults/web/PitchFacts.tsx': { amounts: 2, says: asks },
  [`${results}dashboard/web/Dashboard.tsx`]: { amounts: 1, says: own },
  [`${results}dashboard/web/DashboardPitch.tsx`]: { amounts: 3, says: own },
  [`${results}dashboard/web/Spotlight.tsx`]: { amounts: 1, says: asks },
  'features/planning/approval/server/snapshot.ts': { amounts: 1, says: asks },
  'features/planning/plan/web/CommitFields.tsx': { amounts: 2, says: asks },
  'features/planning/plan/web/pitchForm.ts': { amounts: 3, says: asks },
  'features/planning/plan/web/draft/createDraft.ts': { amounts: 2, says: asks },
  'features/planning/plan/web/draft/DraftMeanwhile.tsx': { amounts: 0, says: asks },
  'features/admin/vehicles/web/SeriesForm.tsx': { amounts: 2, says: terms },
  'features/admin/vehicles/web/SpvSeriesList.tsx': { amounts: 2, says: terms },
}

/** Amounts that go to no person from here: columns, calls, checks. */
const unseen: readonly string[] = [
  'features/admin/vehicles/server/series.ts',
  'features/core/pitch/fields.ts',
  'features/core/pitch/server/approvalQueries.ts',
  'features/core/pitch/server/rehearsalQueries.ts',
  'features/core/pitch/server/tables.ts',
  'features/core/vehicle/server/tables.ts',
  'features/planning/draft/contract.ts',
  'features/planning/draft/server/copyPitch.ts',
  'features/planning/draft/server/form.ts',
  'features/planning/plan/server/answers.ts',
  'features/planning/plan/server/naming.ts',
  'features/planning/plan/server/form.ts',
  'features/planning/plan/web/formProblems.ts',
  `${results}commitment/contract.ts`,
  `${results}commitment/rules.ts`,
  `${results}commitment/server/commitInPitch.ts`,
  `${results}commitment/server/getCommitments.ts`,
  `${results}commitment/server/mayCommit.ts`,
  `${results}commitment/server/queries.ts`,
  `${results}commitment/server/seatActs.ts`,
  `${results}commitment/server/seatQueries.ts`,
  `${results}commitment/server/withdrawnQueries.ts`,
  `${results}commitment/server/tables.ts`,
  `${results}dashboard/contract.ts`,
  `${results}dashboard/server/dashboard.ts`,
  `${results}dashboard/server/queries.ts`,
  `${results}feedback/contract.ts`,
  `${results}feedback/server/attendeeFeedback.ts`,
  `${results}feedback/server/queries.ts`,
  'features/screens/live/web/news/useNews.ts',
]

const read = (file: string) => readFileSync(file, 'utf8')
const files = globSync('{app,features,server,web}/**/*.{ts,tsx}').filter(
  file => !/\.test\.tsx?$|\/testing\/|\/test[A-Z]\w*\.ts$/.test(file),
)

describe('money', () => {
  it('is shown by the surfaces that are known here alone', () => {
    const found = files.filter(file => money.test(read(file)) || sees.test(read(file)))
    const statements = [`${results}commitment/web/SignedStatements.tsx`]
    expect(found.sort()).toEqual([...Object.keys(surfaces), ...unseen, ...statements].sort())
  })

  it.each(Object.entries(surfaces))('says its currency in %s', (file, { amounts }) => {
    expect(read(file).match(/\bshowMoney\(/g) ?? []).toHaveLength(amounts)
  })

  it('is formatted nowhere else, so that no second form comes up', () => {
    const own = /style: ['"]currency['"]|[`'"]\$(?=\$\{)/
    expect(files.filter(file => file !== 'contract/money.ts' && own.test(read(file)))).toEqual([])
  })

  it.each(Object.entries(surfaces).filter(([, { says }]) => says instanceof RegExp))(
    'comes with what a commitment is in %s',
    (file, { says }) => {
      expect(read(file)).toMatch(says as RegExp)
    },
  )

  it.each(languages)('has its currency in every text in %s', language => {
    const texts = globSync([`web/i18n/${language}/*.json`, `texts/${language}/*.json`])
    expect(texts.length).toBeGreaterThan(30)
    const bare = texts.flatMap(file =>
      [...read(file).matchAll(/^.*(?<!US)\$\d.*$/gm)].map(([line]) => `${file}: ${line.trim()}`),
    )
    expect(bare).toEqual([])
  })
})
