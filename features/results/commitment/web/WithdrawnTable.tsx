import { Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { showMoney } from '#contract/money.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { Time } from '#web/ui/Time.tsx'
import type { commitmentCalls } from '../contract.ts'

type Withdrawn = Answer<(typeof commitmentCalls)['getCommitmentList']>['withdrawn']

/** The commitments that were withdrawn, which no sum counts. */
export function WithdrawnTable({ withdrawn }: { withdrawn: Withdrawn }) {
  const { t } = useTranslation('commitment')
  if (withdrawn.length === 0) return null
  return (
    <section aria-labelledby="commitments-withdrawn">
      <Title order={2} size="h4" id="commitments-withdrawn" mt="md" mb="xs">
        {t('withdrawn.title')}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-labelledby="commitments-withdrawn" withTableBorder verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {(['who', 'reason', 'by', 'at', 'amount'] as const).map(column => (
                <Table.Th key={column} ta={column === 'amount' ? 'end' : 'start'}>
                  {t(`column.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {withdrawn.map(row => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Who name={row.name} email={row.email} />
                </Table.Td>
                <Table.Td>{row.reason}</Table.Td>
                <Table.Td>{row.by}</Table.Td>
                <Table.Td>
                  <Time at={row.at} />
                </Table.Td>
                <Table.Td ta="end" className="tabular">
                  {showMoney(row.money_amount)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}
