import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft.ts'
import { formatTime } from './time.ts'

/** Says that a form begins with what was typed earlier, and lets go of it. */
export function DraftNotice({ draft }: { draft: Pick<Draft<unknown>, 'restoredAt' | 'discard'> }) {
  const { t, i18n } = useTranslation()
  if (!draft.restoredAt) return null
  return (
    <Alert variant="light" mb="md" role="status">
      <Group justify="space-between">
        {t('draft.restored', { when: formatTime(draft.restoredAt, i18n.language) })}
        <Button size="xs" variant="subtle" onClick={draft.discard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
