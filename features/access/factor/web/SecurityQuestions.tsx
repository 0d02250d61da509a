import { Alert, Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { mayOpen } from '#features/access/session/web/guard.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { questionsQuery } from './factorQueries.ts'
import { QuestionForm } from './QuestionForm.tsx'

/** [ROUTE-084, PROD-050] One's own security questions. */
export function SecurityQuestions() {
  const { t } = useTranslation('factor')
  const kept = useQuery(questionsQuery)
  return (
    <Page title={t('questions.title')} hint={t('questions.hint')}>
      <FormColumn>
        {kept.isPending && <Skeleton height={240} />}
        {kept.isError && <ErrorNotice failure={kept.error} retry={() => kept.refetch()} />}
        {kept.data && <NoFactor />}
        {kept.data && !kept.data.is_allowed && (
          <Alert color="yellow" variant="light" role="status" mb="lg">
            {t('questions.off')}
          </Alert>
        )}
        {kept.data && kept.data.questions.length > 0 && (
          <Text mb="lg">{t('questions.set', { count: kept.data.questions.length })}</Text>
        )}
        {kept.data && (kept.data.is_allowed || kept.data.questions.length > 0) && (
          <QuestionForm key={kept.data.questions.join('\n')} kept={kept.data} />
        )}
      </FormColumn>
    </Page>
  )
}

/** Questions stand in for a code, so without a factor nobody is ever asked. */
function NoFactor() {
  const { t } = useTranslation('factor')
  const person = usePerson()
  if (person.tl_2fa_primary) return null
  const to = mayOpen(person, '/personal-info/mfa') ? '/personal-info/mfa' : '/personal-info/settings?tab=security'
  const may = mayOpen(person, '/personal-info/mfa') || mayOpen(person, '/personal-info/settings')
  return (
    <Alert color="blue" variant="light" mb="lg">
      {t('questions.noFactor')}{' '}
      {may && (
        <Anchor component={Link} to={to} inherit>
          {t('questions.setFactor')}
        </Anchor>
      )}
    </Alert>
  )
}
