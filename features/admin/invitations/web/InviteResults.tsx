import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InviteOutcome } from '#features/admin/invitations/contract.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { ShownLink } from './ShownLink.tsx'

interface Props {
  results: readonly InviteOutcome[]
  link?: string | undefined
  onDone: () => void
}

/** [ERR-025, ERR-026] What became of each address, or the open link that was made. */
export function InviteResults({ results, link, onDone }: Props) {
  const { t } = useTranslation(['registration', 'common'])
  const keepsMail = useKeepsMail()
  return (
    <Stack role="status">
      <Title order={2} size="h4">
        {t(link ? 'registration:invite.linkTitle' : 'registration:invite.results')}
      </Title>
      {link && <ShownLink link={link} hint={t('registration:invite.linkHint')} />}
      {results.length > 0 && (
        <Table>
          <Table.Tbody>
            {results.map(({ email, outcome }) => (
              <Table.Tr key={email}>
                <Table.Td>{email}</Table.Td>
                <Table.Td>
                  <StateBadge tone={outcome === 'invited' && !keepsMail ? 'good' : 'warn'}>
                    {t(`registration:invite.outcome.${outcome === 'invited' && keepsMail ? 'kept' : outcome}`)}
                  </StateBadge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {keepsMail && results.some(({ outcome }) => outcome === 'invited') && (
        <Text size="sm">{t('registration:invite.kept')}</Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('common:act.done')}</Button>
      </Group>
    </Stack>
  )
}
