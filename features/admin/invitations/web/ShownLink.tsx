import { Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import './ShownLink.css'

/** A link that is shown only this time, to be copied. */
export function ShownLink({ link, hint }: { link: string; hint: string }) {
  const { t } = useTranslation('registration')
  return (
    <Stack gap="xs">
      <Text size="sm">{hint}</Text>
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Code className="shown-link">{link}</Code>
        <CopyButton text={link} label={t('invite.copy')} />
      </Group>
    </Stack>
  )
}
