import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tag, usersCalls } from '#features/admin/users/contract.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { TagMark } from './TagMark.tsx'
import { tagsQuery } from './userQueries.ts'

/** [CALL-157, CALL-158, CALL-159, CALL-160] The tags of an organization: create, rename, color, delete. */
export function TagsDialog({ orgId, opened, onClose }: { orgId: string; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  const tags = useQuery({ ...tagsQuery(orgId), enabled: opened })
  const [edited, setEdited] = useState<string>()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('account:tag.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack>
        <TagForm orgId={orgId} act={t('account:tag.create')} />
        {tags.isError && <ErrorNotice failure={tags.error} retry={() => tags.refetch()} />}
        {tags.data?.total === 0 && <Text c="dimmed">{t('account:tag.empty')}</Text>}
        <ul className="user-list" aria-label={t('account:tag.title')}>
          {(tags.data?.items ?? []).map(({ people, ...tag }) => (
            <li key={tag.tag_id}>
              {edited === tag.tag_id ? (
                <div style={{ flex: 1 }}>
                  <TagForm tag={tag} act={t('common:act.save')} onDone={() => setEdited(undefined)} />
                </div>
              ) : (
                <>
                  <Group gap="xs">
                    <TagMark tag={tag} />
                    <Text size="sm" c="dimmed">
                      {t('account:tag.people', { count: people })}
                    </Text>
                  </Group>
                  <TagActs tag={tag} people={people} edit={() => setEdited(tag.tag_id)} />
                </>
              )}
            </li>
          ))}
        </ul>
      </Stack>
    </Modal>
  )
}

function TagActs({ tag: { tag_id, name }, people, edit }: { tag: Tag; people: number; edit: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <ActMenu
      calls={usersCalls}
      acts={[
        { label: t('common:act.edit'), name: t('account:tag.edit', { name }), icon: IconPencil, go: edit },
        {
          label: t('common:act.delete'),
          name: t('account:tag.delete', { name }),
          icon: IconTrash,
          danger: true,
          confirm: {
            title: t('account:tag.deleteTitle', { name }),
            body: t('account:tag.deleteBody', { count: people }),
            act: t('account:tag.deleteAct'),
          },
          run: () => client.deleteUserTag({ tag_id }),
          done: t('account:tag.deleted', { name }),
        },
      ]}
    />
  )
}

/** The name and color of a new or existing tag. */
function TagForm({ tag, orgId, act, onDone }: { tag?: Tag; orgId?: string; act: string; onDone?: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  const form = useCallForm(usersCalls, tag ? 'updateUserTag' : 'createUserTag', {
    start: { colour: 'blue', ...tag, ...(orgId && { org_id: orgId }) },
    again: !tag,
    ...(onDone && { onDone }),
  })
  return (
    <CallForm form={form} foot={null}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('account:tag.name')}
          style={{ flex: 1 }}
          data-autofocus
          {...form.text('name')}
          required={false}
        />
        <Select
          label={t('account:tag.colour')}
          allowDeselect={false}
          w={140}
          data={form.options('colour', colour => t(`account:tag.colours.${colour}`))}
          {...form.choice('colour')}
        />
        <Button type="submit" loading={form.isSending} disabled={!form.values.name.trim()}>
          {act}
        </Button>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
        )}
      </Group>
    </CallForm>
  )
}
