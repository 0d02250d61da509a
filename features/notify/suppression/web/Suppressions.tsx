import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { client } from '#web/client/client.ts'
import { useUndoNotice } from '#web/ui/notices.tsx'
import { BelowTitle } from '#web/ui/Page.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { type Suppression, suppressionCalls } from '../contract.ts'
import type { SuppressionKind } from '../rules.ts'
import './suppressions.css'

export const Blocks = () => <Suppressions kind="blocks" />
export const Bounces = () => <Suppressions kind="bounces" />
export const Spam = () => <Suppressions kind="spam" />
export const Unsubscribes = () => <Suppressions kind="unsubscribe" />

/** In the order of the screens, from what admins decide to what people decide. */
const tabs: readonly SuppressionKind[] = ['blocks', 'bounces', 'spam', 'unsubscribe']

/** [SCREEN-034] One list of addresses that get no email. */
function Suppressions({ kind }: { kind: SuppressionKind }) {
  const { t } = useTranslation('suppression')
  const list = useCallList(suppressionCalls, 'getSuppressionList', { of: { kind } })
  const kinds = (
    <nav className="suppression-kinds" aria-label={t('list.label')}>
      {tabs.map(tab => (
        <NavLink key={tab} to={`/suppressions/${tab}`}>
          {t(`kind.${tab}`)}
        </NavLink>
      ))}
    </nav>
  )
  return (
    <BelowTitle value={kinds}>
      <ListScreen
        list={list}
        words={{
          ...t('list', { returnObjects: true }),
          title: t(`kind.${kind}`),
          hint: t(`hint.${kind}`),
          empty: t(`empty.${kind}`),
          ...(kind === 'blocks' && { emptyHint: t('list.emptyHintBlocks') }),
        }}
        add={{ label: t('add'), title: t(`addTo.${kind}`), form: close => <AddForm kind={kind} onDone={close} /> }}
        columns={[
          {
            key: 'address',
            title: t('column.address'),
            sort: 'address',
            cell: ({ address }) => address || t('forgotten'),
          },
          {
            key: 'org_name',
            title: t('column.organisation'),
            crossing: true,
            cell: row => row.org_name || t('everywhere'),
          },
          { key: 'why', title: t('column.why'), cell: row => <Why entry={row} /> },
          {
            key: 'created',
            title: t('column.created'),
            sort: 'created_on',
            cell: row => <TimeAgo at={row.created_on} />,
          },
        ]}
        acts={row => <EntryActs entry={row} />}
      />
    </BelowTitle>
  )
}

/** Where an entry came from, in words, and what the mail server said. */
function Why({ entry }: { entry: Suppression }) {
  const { t } = useTranslation('suppression')
  const { source, detail, topics, added_by: name, expires } = entry
  return (
    <Stack gap={0}>
      <span>
        {source === 'admin' && name ? t('source.adminNamed', { name }) : t(`source.${source}`)}
        {topics.length > 0 && ` · ${t('onlyTopics', { topics: topics.map(topic => t(`topic.${topic}`)) })}`}
      </span>
      {detail && (
        <Text size="sm" c="dimmed" className="suppression-detail">
          {detail}
        </Text>
      )}
      {expires && (
        <Text size="sm" c="dimmed">
          {t('until')} <Time at={expires} />
        </Text>
      )}
      {!entry.removable && (
        <Text size="sm" c="dimmed">
          {t('notYours')}
        </Text>
      )}
    </Stack>
  )
}

function AddForm({ kind, onDone }: { kind: SuppressionKind; onDone: () => void }) {
  const { t } = useTranslation('suppression')
  const form = useCallForm(suppressionCalls, 'addSuppression', {
    start: { kind },
    check: ({ address }) => ({ address: kind !== 'blocks' && address.trim().startsWith('@') && 'invalid_format' }),
    says: (field, rule) => (field === 'address' && rule === 'invalid_format' ? t('addressOnly') : undefined),
    done: (_, { address }) => t('added', { address }),
    onDone,
  })
  return (
    <CallForm form={form} act={t('add')} failed={t('addFailed')} onCancel={onDone}>
      <TextInput
        label={t('field.address')}
        description={t(kind === 'blocks' ? 'field.addressOrDomainHint' : 'field.addressHint')}
        type="text"
        inputMode="email"
        data-autofocus
        {...form.text('address')}
      />
      <TextInput label={t('field.reason')} description={t('field.reasonHint')} {...form.text('reason')} />
      <OrganisationChoice {...form.choice('org_id')} />
    </CallForm>
  )
}

function EntryActs({ entry }: { entry: Suppression }) {
  const { t } = useTranslation('suppression')
  const address = entry.address || t('forgotten')
  return (
    <ActMenu
      label={t('acts', { address })}
      calls={suppressionCalls}
      acts={[
        entry.removable && {
          label: t('remove'),
          icon: IconTrash,
          danger: true,
          show: dialog => (
            <Modal {...dialog} title={t('remove')}>
              <Removal entry={entry} onDone={dialog.onClose} />
            </Modal>
          ),
        },
      ]}
    />
  )
}

/** Says what a removal means, and asks why where a person has decided it themself. */
function Removal({ entry: { id, kind, address }, onDone }: { entry: Suppression; onDone: () => void }) {
  const { t } = useTranslation('suppression')
  const refresh = useRefresh(suppressionCalls)
  const undoNotice = useUndoNotice()
  const needsReason = kind === 'spam' || kind === 'unsubscribe'
  const form = useCallForm(suppressionCalls, 'deleteSuppression', {
    start: { id },
    check: ({ reason }) => ({ reason: needsReason && !reason.trim() && 'required' }),
    onDone: () => {
      undoNotice({
        message: t('removed', { address: address || t('forgotten') }),
        undo: () => client.restoreSuppression({ id }).finally(refresh),
      })
      onDone()
    },
  })
  return (
    <CallForm form={form} act={t('remove')} failed={t('removeFailed')} onCancel={onDone}>
      <Text>{t(`removeBody.${kind}`, { address: address || t('forgotten') })}</Text>
      <Textarea
        label={t('field.removeReason')}
        autosize
        minRows={2}
        data-autofocus
        withAsterisk={needsReason}
        {...form.text('reason')}
      />
    </CallForm>
  )
}
