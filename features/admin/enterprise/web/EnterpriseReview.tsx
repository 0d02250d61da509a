import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countryName } from '#features/core/company/web/PlaceFields.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { Facts } from '#web/ui/record/Entity.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { RejectDialog } from '#web/ui/record/RejectDialog.tsx'
import type { Dialog } from '#web/ui/record/useActs.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { enterpriseCalls, type Submission } from '../contract.ts'
import { Evidence } from './Evidence.tsx'
import { SubmissionBadge } from './states.tsx'

/** [SCREEN-038] The queue of companies that wait for their verification, and what became of the others. */
export function EnterpriseReview() {
  const { t, i18n } = useTranslation('enterprise')
  const list = useCallList(enterpriseCalls, 'getEnterpriseVerificationList')
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      filters={list.choice('state', t('column.state'), state => t(`state.${state}`))}
      columns={[
        {
          key: 'company',
          title: t('column.company'),
          sort: 'name',
          cell: row => (
            <>
              <div>{row.company_name}</div>
              <Text size="xs" c="dimmed">
                {row.legal_name} · {countryName(row.country, i18n.language)}
              </Text>
            </>
          ),
        },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        { key: 'licence_number', title: t('column.licence') },
        { key: 'id_card_number', title: t('column.idCard') },
        { key: 'evidence', title: t('column.evidence'), cell: row => <Evidence evidence={row.evidence} /> },
        {
          key: 'state',
          title: t('column.state'),
          cell: row => (
            <>
              <SubmissionBadge state={row.state} />
              {row.reason && (
                <Text size="xs" c="dimmed" maw={320}>
                  {row.reason}
                </Text>
              )}
            </>
          ),
        },
        { key: 'submitted_by', title: t('column.by') },
        {
          key: 'submitted',
          title: t('column.submitted'),
          sort: 'submitted_on',
          cell: row => <TimeAgo at={row.submitted_on} />,
        },
      ]}
      acts={row => <ReviewActs row={row} />}
    />
  )
}

function ReviewActs({ row }: { row: Submission }) {
  const { t } = useTranslation('enterprise')
  const { id, company_name: name, legal_name: legal, state } = row
  const waits = state === 'pendingReview'
  return (
    <ActMenu
      label={t('acts', { name })}
      calls={enterpriseCalls}
      acts={[
        { label: t('numbers'), icon: IconEye, show: dialog => <Numbers {...dialog} id={id} /> },
        waits && {
          label: t('approve'),
          icon: IconCircleCheck,
          confirm: { title: t('approve'), body: t('approveBody', { name, legal }) },
          run: () => client.reviewEnterpriseVerification({ id, approved: true }),
          done: t('approved', { name }),
        },
        waits && {
          label: t('reject'),
          icon: IconCircleX,
          danger: true,
          show: dialog => (
            <RejectDialog
              {...dialog}
              {...{ calls: enterpriseCalls, call: 'reviewEnterpriseVerification', start: { id, approved: false } }}
              {...{ act: t('reject'), label: t('reason'), hint: t('rejectHint'), done: t('rejected', { name }) }}
            />
          ),
        },
      ]}
    />
  )
}

/** The whole numbers, once the reviewer asks for them. */
function Numbers({ id, ...dialog }: Dialog & { id: string }) {
  const { t } = useTranslation('enterprise')
  const reading = useMutation({ mutationFn: () => client.readEnterpriseNumbers({ id }) })
  return (
    <Modal {...dialog} title={t('numbers')}>
      <Stack>
        <Alert color="gray">{t('numbersHint')}</Alert>
        <ErrorNotice failure={reading.error} />
        {reading.data ? (
          <Facts
            facts={[
              [t('column.licence'), reading.data.licence_number],
              [t('column.idCard'), reading.data.id_card_number],
            ]}
          />
        ) : (
          <Button loading={reading.isPending} onClick={() => reading.mutate()}>
            {t('numbers')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
