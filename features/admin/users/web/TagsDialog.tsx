import { ActionIcon, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '#features/admin/users/contract.ts'
import { type TagColour, tagColours } from '#features/admin/users/rules.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { TagMark } from './TagMark.tsx'
import { tagsQuery, useRefreshUsers } from './userQueries.ts'

type Counted = Tag & { people: number }

/** [CALL-157, CALL-158, CALL-159, CALL-160] The tags of an organisation: made, renamed, coloured, deleted. */
export function TagsDialog({ orgId, opened, onClose }: { orgId: string; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  const refresh = useRefreshUsers()
  const tags = useQuery({ ...tagsQuery(orgId), enabled: opened })
  const [edited, setEdited] = useState<string>()
  const [deleted, setDeleted] = useState<Counted>()
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={t('account:tag.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('common:act.close') }}
      >
        <Stack>
          <TagForm
            key={tags.data?.total ?? 0}
            act={t('account:tag.create')}
            save={value => client.createUserTag({ ...value, org_id: orgId })}
          />
          {tags.isError && <ErrorNotice failure={tags.error} retry={() => tags.refetch()} />}
          {tags.data?.total === 0 && <Text c="dimmed">{t('account:tag.empty')}</Text>}
          <ul className="user-list" aria-label={t('account:tag.title')}>
            {(tags.data?.items ?? []).map(tag => (
              <li key={tag.tag_id}>
                {edited === tag.tag_id ? (
                  <TagForm
                    tag={tag}
                    act={t('common:act.save')}
                    save={value => client.updateUserTag({ tag_id: tag.tag_id, ...value })}
                    onDone={() => setEdited(undefined)}
                  />
                ) : (
                  <>
                    <Group gap="xs">
                      <TagMark tag={tag} />
                      <Text size="sm" c="dimmed">
                        {t('account:tag.people', { count: tag.people })}
                      </Text>
                    </Group>
                    <Group gap={4}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('account:tag.edit', { name: tag.name })}
                        onClick={() => setEdited(tag.tag_id)}
                      >
                        <IconPencil size={16} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('account:tag.delete', { name: tag.name })}
                        onClick={() => setDeleted(tag)}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Stack>
      </Modal>
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={t('account:tag.deleteTitle', { name: deleted?.name ?? '' })}
        act={t('account:tag.deleteAct')}
        danger
        run={async () => {
          if (deleted) await client.deleteUserTag({ tag_id: deleted.tag_id })
          doneNotice(t('account:tag.deleted', { name: deleted?.name ?? '' }))
          await refresh()
        }}
      >
        {t('account:tag.deleteBody', { count: deleted?.people ?? 0 })}
      </ConfirmDialog>
    </>
  )
}

interface FormProps {
  tag?: Tag
  act: string
  save: (value: { name: string; colour: TagColour }) => Promise<unknown>
  onDone?: () => void
}

/** A tag's name and colour. */
function TagForm({ tag, act, save, onDone }: FormProps) {
  const { t } = useTranslation(['account', 'common'])
  const refresh = useRefreshUsers()
  const [name, setName] = useState(tag?.name ?? '')
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? 'blue')
  const saving = useMutation({
    mutationFn: () => save({ name: name.trim(), colour }),
    onSuccess: async () => {
      if (!tag) setName('')
      onDone?.()
      await refresh()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() && !saving.isPending) saving.mutate()
  }
  return (
    <form onSubmit={submit} noValidate style={{ flex: 1 }}>
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('account:tag.name')}
            maxLength={40}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Select
            label={t('account:tag.colour')}
            allowDeselect={false}
            w={140}
            data={tagColours.map(value => ({ value, label: t(`account:tag.colours.${value}`) }))}
            value={colour}
            onChange={value => setColour(tagColours.find(one => one === value) ?? colour)}
          />
          <Button type="submit" loading={saving.isPending} disabled={!name.trim()}>
            {act}
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              {t('common:act.cancel')}
            </Button>
          )}
        </Group>
        <ErrorNotice failure={saving.error} />
      </Stack>
    </form>
  )
}
