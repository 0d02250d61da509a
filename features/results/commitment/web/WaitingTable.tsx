import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { writeNumber } from '#contract/amounts.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { commitmentCalls } from '../contract.ts'

/** Who waits by a pitch for a seat of its series, and to whom one was offered. */
export function WaitingTable({ uuid }: { uuid: string }) {
  const { t, i18n } = useTranslation('commitment')
  const list = useCallList(commitmentCalls, 'getSeatWaitingList', { of: { uuid }, every: 10_000, under: 'pitch' })
  return (
    <section>
      <Title order={2} size="h4" mt="md" mb="xs">
        {t('waiting.title')}
      </Title>
      <ListTable
        list={list}
        words={t('waiting', { returnObjects: true })}
        columns={[
          { key: 'who', title: t('column.who'), cell: row => <Who name={row.name} email={row.email} /> },
          {
            key: 'position',
            title: t('column.position'),
            cell: row =>
              row.offered_until ? (
                <>
                  {t('waiting.offered')} <Time at={row.offered_until} />
                </>
              ) : (
                writeNumber(row.position, i18n.language)
              ),
          },
          { key: 'at', title: t('column.since'), cell: row => <Time at={row.at} /> },
        ]}
      />
    </section>
  )
}
