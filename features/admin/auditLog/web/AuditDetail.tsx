import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { writeItems } from '#contract/amounts.ts'
import { DOLLARS, formatMoney, showMoney } from '#contract/money.ts'
import type { AuditEntry } from '#features/admin/auditLog/contract.ts'
import { Facts } from '#web/ui/record/Entity.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ActorName, useActions } from './wording.tsx'

const here = '/administration/audit-log'

/** A whole entry; undefined when the list shows another page meanwhile. */
export function AuditDetail({ entry }: { entry: AuditEntry | undefined }) {
  const { t, i18n } = useTranslation('audit')
  const { wordingOf, factOf, wordOf, subjectOf } = useActions()
  if (!entry) return <Text c="dimmed">{t('detail.notHere')}</Text>
  const { actor, impersonator, subject, detail, detail_names, ip, org_name, number, hash, at } = entry
  const subjectCalled = subjectOf(entry)
  const details = Object.entries(detail)
  const currency = typeof detail['currency'] === 'string' ? detail['currency'] : DOLLARS
  return (
    <Stack>
      <Title order={2}>{wordingOf(entry.action)}</Title>
      <Facts
        facts={[
          [t('column.at'), <Time key="at" at={at} style="exact" />],
          [t('column.actor'), <ActorName key="who" entry={{ actor, impersonator: null }} />],
          [
            t('detail.impersonator'),
            impersonator && <ActorName key="by" entry={{ actor: impersonator, impersonator: null }} />,
          ],
          [t('column.subject'), subjectCalled || subject],
          [t('detail.subjectId'), subjectCalled && subject],
          [t('column.ip'), ip],
          [t('column.organisation'), org_name],
        ]}
      />
      <Title order={3}>{t('detail.more')}</Title>
      {details.length > 0 ? (
        <Facts
          facts={details.map(([name, value]) => [
            factOf(name),
            name === 'amountMinor' && /^\d+$/.test(String(value)) ? (
              showMoney(formatMoney(BigInt(String(value)), currency))
            ) : name === 'sent' && typeof value === 'string' ? (
              <Time key="sent" at={value} style="exact" />
            ) : (
              plain(value, detail_names, i18n.language, one => wordOf(entry.action, name, one))
            ),
          ])}
        />
      ) : (
        <Text c="dimmed">{t('detail.none')}</Text>
      )}
      <Facts
        facts={[
          [t('detail.number'), number === null ? t('detail.unsealed') : String(number)],
          [t('detail.hash'), hash],
        ]}
      />
      <Group gap="xs">
        <Button component={Link} variant="default" to={`${here}?content=${encodeURIComponent(subject)}`}>
          {t('detail.sameSubject')}
        </Button>
        {actor && (
          <Button component={Link} variant="default" to={`${here}?actor=${actor.id}`}>
            {t('detail.sameActor')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** The details as stored, with the names of the ids before them, and codes in words. */
function plain(
  value: unknown,
  names: AuditEntry['detail_names'],
  language: string,
  wordOf: (value: string) => string | undefined,
): string {
  if (Array.isArray(value))
    return writeItems(
      value.map(one => plain(one, names, language, wordOf)),
      language,
    )
  if (typeof value !== 'string') return JSON.stringify(value)
  return names[value] ? `${names[value]} (${value})` : (wordOf(value) ?? value)
}
