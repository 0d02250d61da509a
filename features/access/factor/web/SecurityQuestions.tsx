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

/** [ROUTE-084, PROD-050] The user's own security questions. */
export function SecurityQuestions() {
  const { t } = useTranslation('factor')
  const current = useQuery(questionsQuery)
  return (
    <Page title={t('questions.title')} hint={t('questions.hint')}>
      <FormColumn>
        {current.isPending && <Skeleton height={240} />}
        {current.isError && <ErrorNotice failure={current.error} retry={() => current.refetch()} />}
        {current.data && <NoFactor />}
        {current.data && !current.data.is_allowed && (
          <Alert color="yellow" variant="light" role="status" mb="lg">
            {t('questions.off')}
          </Alert>
        )}
        {current.data && current.data.questions.length > 0 && (
          <Text mb="lg">{t('questions.set', { count: current.data.questions.length })}</Text>
        )}
        {current.data && (current.data.is_allowed || current.data.questions.length > 0) && (
          <QuestionForm key={current.data.questions.join('\n')} current={current.data} />
        )}
      </FormColumn>
    </Page>
  )
}

/** Questions replace a code, so they are never asked of a person without a factor. */
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
