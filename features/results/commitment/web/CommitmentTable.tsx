import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#contract/money.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { commitmentCalls } from '../contract.ts'
import { placeOf, SignedStatements } from './SignedStatements.tsx'
import { WaitingTable } from './WaitingTable.tsx'
import { WithdrawCommitment } from './WithdrawCommitment.tsx'
import { WithdrawnTable } from './WithdrawnTable.tsx'
import './CommitmentTable.css'

interface Props {
  uuid: string
  /** Whether the pitch names a series, for whose seats investors may wait. */
  hasSeries: boolean
  exportAct: ReactNode
}

/** Who commits what to a pitch, and how much that is together; new ones show by themselves. */
export function CommitmentTable({ uuid, hasSeries, exportAct }: Props) {
  const { t } = useTranslation(['commitment', 'statement'])
  const list = useCallList(commitmentCalls, 'getCommitmentList', { of: { uuid }, every: 10_000, under: 'pitch' })
  const { data } = list.query
  const statements = data?.statements ?? []
  return (
    <>
      <ListTable
        list={list}
        words={t('table', { returnObjects: true })}
        filters={exportAct}
        acts={row => <WithdrawCommitment uuid={uuid} commitment={row} />}
        columns={[
          { key: 'who', title: t('column.who'), cell: row => <Who name={row.name} email={row.email} /> },
          { key: 'initials', title: t('column.initials') },
          statements.length > 1 && {
            key: 'signed',
            title: t('statement:column.signed'),
            cell: row => placeOf(row, statements),
          },
          { key: 'at', title: t('column.at'), cell: row => <Time at={row.at} /> },
          { key: 'money_amount', title: t('column.amount'), numeric: true, cell: row => showMoney(row.money_amount) },
        ]}
      />
      {data && data.total > 0 && (
        <dl className="commitment-sum">
          <dt>{t('sum', { count: data.total })}</dt>
          <dd className="tabular">{showMoney(data.sum)}</dd>
        </dl>
      )}
      {data?.seats && (
        <dl className="commitment-sum">
          <dt>{t('seats')}</dt>
          <dd className="tabular">{t('seatsLeft', { count: data.seats.left, most: data.seats.most })}</dd>
        </dl>
      )}
      <SignedStatements statements={statements} />
      {hasSeries && <WaitingTable uuid={uuid} />}
      <WithdrawnTable withdrawn={data?.withdrawn ?? []} />
    </>
  )
}
