import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** New recovery codes, to be kept: they are shown this once. */
export function ShownCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation(['factor', 'common'])
  const person = usePerson()
  const head = t('factor:recovery.file', { name: person.username || person.email, product: t('common:product') })
  const file = `${head}\r\n\r\n${codes.join('\r\n')}\r\n`
  return (
    <Stack>
      <Alert color="yellow" variant="light" role="status">
        {t('factor:recovery.shown')}
      </Alert>
      <ol className="recovery-codes" aria-label={t('factor:recovery.title')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyButton text={codes.join('\n')} label={t('factor:recovery.copy')} />
          <Button
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="rostrum-recovery-codes.txt"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('factor:recovery.download')}
          </Button>
        </Group>
        <Button onClick={onKept}>{t('factor:recovery.kept')}</Button>
      </Group>
    </Stack>
  )
}
