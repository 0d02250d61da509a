import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#contract/call.ts'
import { DOLLARS, formatMoney, showMoney } from '#contract/money.ts'
import { waitAddress } from '#features/core/pitch/web/addresses.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Facts } from '#web/ui/record/Entity.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { codeOf } from '#web/ui/wording.ts'
import type { Accreditation, accreditationCalls } from '../contract.ts'
import { investorTests, REVIEW_DAYS, VALID_DAYS } from '../rules.ts'
import { StartForm } from './StartForm.tsx'
import { AccreditationBadge } from './states.tsx'

/** Milliseconds: the reader sees soon that a submission was reviewed. */
const soonIfPending = ({ state: { data } }: { state: { data: Own | undefined } }) =>
  data?.items.some(({ state }) => state === 'pending') ? 5_000 : false

type Own = Answer<(typeof accreditationCalls)['getAccreditation']>

/**
 * [SCREEN-026] The accreditation guide: by which tests investors are accredited, where the reader stands, and the form that
 * submits their proofs. For people of a join link as well, whose pitch the address names.
 */
export function AccreditationGuide() {
  const { t } = useTranslation(['accreditation', 'common'])
  const [search] = useSearchParams()
  const pitch = search.get('pitch')
  const as = pitch ? roomClient(pitch) : client
  const own = useQuery({
    queryKey: ['getAccreditation', pitch],
    queryFn: () => as.getAccreditation({}),
    refetchInterval: soonIfPending,
  })
  const back = `/investor/accreditation${pitch ? `?pitch=${pitch}` : ''}`
  const isOut = ['NotSignedIn', 'TokenExpired'].includes(codeOf(own.error) ?? '')
  const isPending = own.data?.items.some(({ state }) => state === 'pending')
  return (
    <PublicPage title={t('guide.title')}>
      <Stack maw={760} gap="lg">
        <div>
          <Title order={1}>{t('guide.title')}</Title>
          <Text c="dimmed">{t('guide.hint')}</Text>
        </div>
        <InvestorTests />
        {isOut ? (
          <Alert color="gray">
            <Anchor component={Link} to={`/login?redirect=${encodeURIComponent(back)}`} underline="always">
              {t('guide.signIn')}
            </Anchor>
          </Alert>
        ) : (
          own.error && <ErrorNotice failure={own.error} />
        )}
        {own.data && (
          <section aria-labelledby="standing">
            <Title order={2} size="h3" id="standing">
              {t('guide.standing')}
            </Title>
            <Facts facts={[[t('membership.label'), t(`membership.${own.data.membership}`)]]} />
            {own.data.items.map(row => (
              <Submission key={row.id} row={row} />
            ))}
          </section>
        )}
        {own.data && !isPending && (
          <StartForm as={as} declaration={own.data.declaration} onDone={() => void own.refetch()} />
        )}
        {pitch && (
          <Anchor component={Link} to={waitAddress(pitch)} underline="always">
            {t('guide.back')}
          </Anchor>
        )}
      </Stack>
    </PublicPage>
  )
}

const dollars = (amount: number) => showMoney(formatMoney(BigInt(amount * 100), DOLLARS))

/** [CONST-043, CONST-044, CONST-046, CONST-047, CONST-048, CONST-049, CONST-050] The tests, from the one constant. */
function InvestorTests() {
  const { t } = useTranslation('accreditation')
  const { licences } = investorTests
  const numbers = {
    ...{ income: dollars(investorTests.income), joint: dollars(investorTests.jointIncome) },
    ...{ worth: dollars(investorTests.netWorth), assets: dollars(investorTests.entityAssets) },
    ...{ first: licences[0], second: licences[1], third: licences[2] },
    ...{ days: VALID_DAYS, least: REVIEW_DAYS.least, count: REVIEW_DAYS.most },
  }
  return (
    <section aria-labelledby="tests">
      <Title order={2} size="h3" id="tests">
        {t('tests.title')}
      </Title>
      <ul>
        {(['income', 'jointIncome', 'netWorth', 'entityAssets', 'licence', 'letter'] as const).map(way => (
          <li key={way}>{t(`tests.${way}`, numbers)}</li>
        ))}
      </ul>
      <Text>{t('tests.review', numbers)}</Text>
      <Text size="sm" c="dimmed">
        {t('tests.source')}
      </Text>
    </section>
  )
}

function Submission({ row }: { row: Accreditation }) {
  const { t } = useTranslation('accreditation')
  return (
    <Facts
      facts={[
        [t('column.state'), <AccreditationBadge key="state" row={row} />],
        [t('column.way'), t(`way.${row.way}`)],
        row.reason !== '' && [t('reason'), row.reason],
        [t('column.submitted'), <TimeAgo key="submitted" at={row.submitted_on} />],
        row.valid_until !== null && [t('until'), <Time key="until" at={row.valid_until} />],
        row.proofs.length > 0 && [t('column.proofs'), row.proofs.map(({ filename }) => filename).join(' · ')],
      ]}
    />
  )
}
