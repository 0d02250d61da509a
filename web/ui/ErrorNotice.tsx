import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { codeOf, useWording } from './wording.ts'

/** What went wrong, beside the act that failed; nothing while nothing has. `retry` offers to do it again. */
export function ErrorNotice({ failure, retry }: { failure: unknown; retry?: (() => void) | undefined }) {
  const { t } = useTranslation(['errors', 'common'])
  const wording = useWording()
  if (!failure) return null
  const requestId = failure instanceof CallFailed && codeOf(failure) === 'Internal' ? failure.requestId : undefined
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      <Text size="sm">{wording(failure)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('errors:requestId', { id: requestId })}
        </Text>
      )}
      {retry && (
        <Button mt="xs" size="xs" variant="default" onClick={retry}>
          {t('common:act.retry')}
        </Button>
      )}
    </Alert>
  )
}
