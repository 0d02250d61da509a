import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AssumedEncoding } from './contactFile.ts'

/** Says in which encoding a file was read that does not say it, so that its names are looked at. */
export function EncodingNote({ name, assumed }: { name: string; assumed: AssumedEncoding }) {
  const { t } = useTranslation('invite')
  return (
    <Text role="status" size="sm" c="var(--warn)">
      {t('assumed.note', { name, encoding: t(`assumed.${assumed}`) })}
    </Text>
  )
}
