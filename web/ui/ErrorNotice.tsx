import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { codeOf, useWording } from './wording.ts'

interface Props {
  failure: unknown
  /** What failed, such as "Save failed"; the reason follows. */
  title?: string | undefined
  /** Offers to repeat the act. */
  retry?: (() => void) | undefined
}

/** A failure beside the act that failed; nothing without one. */
export function ErrorNotice({ failure, title, retry }: Props) {
  const { t } = useTranslation(['errors', 'common', 'shell'])
  const wording = useWording()
  if (!failure) return null
  // what a page asks for by itself comes from its address, so there is no field to check and nothing to repeat
  const isOfAddress = retry !== undefined && codeOf(failure) === 'InputInvalid'
  const requestId = failure instanceof CallFailed && codeOf(failure) === 'Internal' ? failure.requestId : undefined
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />} {...(title && { title })}>
      <Text size="sm">{isOfAddress ? t('shell:page.missingHint') : wording(failure)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('errors:requestId', { id: requestId })}
        </Text>
      )}
      {retry && !isOfAddress && (
        <Button mt="xs" size="xs" variant="default" onClick={retry}>
          {t('common:act.retry')}
        </Button>
      )}
    </Alert>
  )
}
