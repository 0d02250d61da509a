import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { client } from '#web/client/client.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { partnerCalls } from '../partnerCalls.ts'
import { ShownLink } from './ShownLink.tsx'

/** The links of partners: created, counted, revoked. */
export function PartnerLinks() {
  const { t } = useTranslation('registration')
  return (
    <ListScreen
      list={useCallList(partnerCalls, 'getDeveloperKeyList')}
      words={t('partners', { returnObjects: true })}
      add={{ label: t('partners.new'), form: close => <NewLink onDone={close} /> }}
      columns={[
        { key: 'tag', title: t('partners.tag') },
        { key: 'org_name', title: t('organisation'), crossing: true },
        {
          key: 'state',
          title: t('partners.state'),
          cell: ({ revoked }) => (
            <StateBadge tone={revoked ? 'neutral' : 'good'}>
              {t(revoked ? 'partners.revoked' : 'partners.works')}
            </StateBadge>
          ),
        },
        { key: 'created_by', title: t('partners.by') },
        { key: 'made', title: t('partners.made'), cell: row => <TimeAgo at={row.created_on} /> },
        {
          key: 'used',
          title: t('partners.lastUsed'),
          cell: row => (row.last_used ? <TimeAgo at={row.last_used} /> : t('partners.never')),
        },
      ]}
      acts={({ id, tag, revoked }) => (
        <ActMenu
          calls={partnerCalls}
          acts={[
            !revoked && {
              label: t('partners.revoke'),
              name: t('partners.revokeOf', { tag }),
              icon: IconLinkOff,
              danger: true,
              confirm: { title: t('partners.revokeTitle'), body: t('partners.revokeBody', { tag }) },
              run: () => client.revokeDeveloperKey({ id }),
              done: t('partners.revokeDone', { tag }),
            },
          ]}
        />
      )}
    />
  )
}

function NewLink({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['registration', 'common'])
  const form = useCallForm(partnerCalls, 'createDeveloperKey', {
    says: (field, rule) => (field === 'tag' && rule !== 'TagTaken' ? t('registration:partners.tagMissing') : undefined),
  })
  if (form.answer)
    return (
      <Stack role="status">
        <ShownLink link={form.answer.link} hint={t('registration:partners.linkHint')} />
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('common:act.done')}</Button>
        </Group>
      </Stack>
    )
  return (
    <CallForm form={form} act={t('registration:partners.make')} onCancel={onDone}>
      <TextInput
        label={t('registration:partners.tag')}
        description={t('registration:partners.tagHint')}
        data-autofocus
        {...form.text('tag')}
      />
      <OrganisationChoice {...form.choice('org_id')} />
    </CallForm>
  )
}
