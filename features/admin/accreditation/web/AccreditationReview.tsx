import { Anchor, Image, Modal, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { RejectDialog } from '#web/ui/record/RejectDialog.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { accreditationCalls, type ReviewedAccreditation } from '../contract.ts'
import { AccreditationBadge } from './states.tsx'

/** The submissions that wait for a review, and what became of the others. */
export function AccreditationReview() {
  const { t } = useTranslation('accreditation')
  const list = useCallList(accreditationCalls, 'getAccreditationList')
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      filters={list.choice('state', t('column.state'), state => t(`state.${state}`))}
      columns={[
        {
          key: 'name',
          title: t('column.investor'),
          sort: 'name',
          cell: row => (
            <>
              <div>{row.name || row.email}</div>
              <Text size="xs" c="dimmed">
                {row.email}
              </Text>
            </>
          ),
        },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        { key: 'way', title: t('column.way'), cell: row => t(`way.${row.way}`) },
        {
          key: 'state',
          title: t('column.state'),
          cell: row => (
            <>
              <AccreditationBadge row={row} />
              <Text size="xs" c="dimmed" maw={320}>
                {row.reason || row.reviewer}
              </Text>
            </>
          ),
        },
        {
          key: 'valid_until',
          title: t('until'),
          cell: row => row.valid_until && <Time at={row.valid_until} style="day" />,
        },
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

function ReviewActs({ row }: { row: ReviewedAccreditation }) {
  const { t } = useTranslation('accreditation')
  const me = usePerson()
  const { id, state } = row
  const name = row.name || row.email
  const mayDecide = row.user_id !== me.user_id
  return (
    <ActMenu
      label={t('acts', { name })}
      calls={accreditationCalls}
      acts={[
        row.proofs.length > 0 && {
          label: t('proofs'),
          icon: IconEye,
          show: dialog => (
            <Modal {...dialog} title={t('proofs')} size="xl">
              <Proofs row={row} />
            </Modal>
          ),
        },
        mayDecide &&
          state === 'pending' && {
            label: t('approve'),
            icon: IconCircleCheck,
            confirm: { title: t('approve'), body: t('approveBody', { name, way: t(`way.${row.way}`) }) },
            run: () => client.reviewAccreditation({ id, decision: 'approve' }),
            done: t('approved', { name }),
          },
        mayDecide &&
          state === 'pending' && {
            label: t('refuse'),
            icon: IconCircleX,
            danger: true,
            show: dialog => (
              <RejectDialog
                {...dialog}
                {...{ calls: accreditationCalls, call: 'reviewAccreditation', start: { id, decision: 'refuse' } }}
                {...{ act: t('refuse'), label: t('reason'), hint: t('refuseHint'), done: t('refused', { name }) }}
              />
            ),
          },
        mayDecide &&
          (state === 'verified' || state === 'refused') && {
            label: t('undo'),
            icon: IconArrowBackUp,
            confirm: { title: t('undo'), body: t(state === 'verified' ? 'undoBody' : 'undoRejectedBody', { name }) },
            run: () => client.reviewAccreditation({ id, decision: 'undo' }),
            done: t('undone', { name }),
          },
      ]}
    />
  )
}

/** The proofs of a submission: pictures beside each other, PDF files to download. */
function Proofs({ row }: { row: ReviewedAccreditation }) {
  const { t } = useTranslation('accreditation')
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('proofsHint')}
      </Text>
      {row.letter_date && <Text>{t('letterOf', { date: row.letter_date })}</Text>}
      {row.proofs.map(({ id, filename, type, url }) =>
        type === 'picture' ? (
          <Image key={id} src={url} alt={filename} fit="contain" />
        ) : (
          <Anchor key={id} href={url} download={filename}>
            {filename}
          </Anchor>
        ),
      )}
    </Stack>
  )
}
