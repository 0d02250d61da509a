import { Alert, Button, Group, Modal, Progress, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UserTask, usersCalls } from '#features/admin/users/contract.ts'
import { type BulkAct, CONFIRM, isHarmful, rolesToGive, type UserSelection } from '#features/admin/users/rules.ts'
import type { MainRole } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { NewOwnerSelect } from './NewOwnerSelect.tsx'
import { TaskOutcome } from './TaskOutcome.tsx'
import { tagsQuery } from './userQueries.ts'

/** An act on users whom the server has counted: those selected when it was chosen, as the list may change meanwhile. */
export interface Previewed {
  act: BulkAct
  selected: UserSelection
  preview: Preview
}

interface Props extends Previewed {
  /** The act was done. */
  onDone: () => void
  onClose: () => void
}

type Detail = { tag_id?: string; role?: MainRole; hand_over_to?: string }

/** [RULE-090] Confirms an act on many users, does it, and names the users who were skipped. */
export function BulkDialog({ act, selected, preview, onDone, onClose }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const refresh = useRefresh(usersCalls)
  const change = useMutation({
    mutationFn: (given: Detail & { confirm: string }) =>
      client.changeUsers({ act, ...selected, ...given, expected: preview.people }),
    onSuccess: () => refresh(),
  })

  function close() {
    if (change.isPending) return
    if (change.data) onDone()
    onClose()
  }

  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t(`account:bulk.title.${act}`, { count: preview.people - preview.not_managed })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {change.data ? (
        <Outcome first={change.data} onClose={close} />
      ) : (
        <BulkForm act={act} preview={preview} change={change} onClose={close} />
      )}
    </Modal>
  )
}

interface BulkFormProps {
  act: BulkAct
  preview: Preview
  change: { isPending: boolean; error: unknown; mutate: (given: Detail & { confirm: string }) => void }
  onClose: () => void
}

function BulkForm({ act, preview, change, onClose }: BulkFormProps) {
  const { t } = useTranslation(['account', 'common'])
  const [detail, setDetail] = useState<Detail>({})
  const [typed, setTyped] = useState('')
  const harmful = isHarmful(act)
  const isMissing =
    (harmful && typed.trim() !== CONFIRM) ||
    ((act === 'addTag' || act === 'removeTag') && !detail.tag_id) ||
    (act === 'changeRole' && !detail.role) ||
    (act === 'delete' && preview.open_pitches > 0 && !detail.hand_over_to)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isMissing && !change.isPending) change.mutate({ ...detail, confirm: typed.trim() })
      }}
    >
      <Stack>
        <Consequences act={act} preview={preview} />
        <Choice act={act} detail={detail} onChange={setDetail} needsOwner={preview.open_pitches > 0} />
        {harmful && (
          <TextInput
            label={t('account:bulk.typeConfirm', { word: CONFIRM })}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            data-autofocus
            spellCheck={false}
          />
        )}
        <ErrorNotice failure={change.error} title={t(`account:bulk.failed.${act}`)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" color={harmful ? 'red' : 'accent'} loading={change.isPending} disabled={isMissing}>
            {t(`account:bulk.act.${act}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Preview {
  people: number
  not_managed: number
  signed_in: number
  open_pitches: number
  live_pitches: number
}

/** The consequences in numbers, before the act. */
function Consequences({ act, preview }: { act: BulkAct; preview: Preview }) {
  const { t } = useTranslation('account')
  const keepsMail = useKeepsMail()
  const { people, not_managed, signed_in, open_pitches, live_pitches } = preview
  const ends = isHarmful(act)
  return (
    <Stack gap="xs">
      <Text>
        {t(act === 'resend' && keepsMail ? 'bulk.body.resendKept' : `bulk.body.${act}`, {
          count: people - not_managed,
        })}
      </Text>
      {not_managed > 0 && <Text>{t('bulk.notManaged', { count: not_managed })}</Text>}
      {ends && signed_in > 0 && <Text>{t(`bulk.signedIn.${act}`, { count: signed_in })}</Text>}
      {ends && act !== 'signOut' && open_pitches > 0 && (
        <Text>{t(`bulk.openPitches.${act}`, { count: open_pitches })}</Text>
      )}
      {ends && live_pitches > 0 && (
        <Alert color="yellow" variant="light">
          {t('bulk.livePitches', { count: live_pitches })}
        </Alert>
      )}
    </Stack>
  )
}

interface ChoiceProps {
  act: BulkAct
  detail: Detail
  onChange: (detail: Detail) => void
  needsOwner: boolean
}

/** The choices that an act needs besides the users. */
function Choice({ act, detail, onChange, needsOwner }: ChoiceProps) {
  const { t } = useTranslation('account')
  const roles = rolesToGive(usePerson().roles)
  const tags = useQuery({ ...tagsQuery(), enabled: act === 'addTag' || act === 'removeTag' })
  if (act === 'addTag' || act === 'removeTag')
    return (
      <Select
        data-autofocus
        // opened by the focus it would lie over the buttons
        openOnFocus={false}
        label={t('field.tag')}
        placeholder={t('tag.choose')}
        nothingFoundMessage={t(tags.data?.items.length === 0 ? 'tag.noneYet' : 'tag.none')}
        searchable
        required
        data={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
        value={detail.tag_id ?? null}
        onChange={value => onChange(value ? { tag_id: value } : {})}
      />
    )
  if (act === 'changeRole')
    return (
      <Select
        data-autofocus
        // opened by the focus it would lie over the buttons
        openOnFocus={false}
        label={t('role.new')}
        required
        data={roles.map(value => ({ value, label: t(`role.${value}`) }))}
        value={detail.role ?? null}
        onChange={value => {
          const role = roles.find(name => name === value)
          onChange(role ? { role } : {})
        }}
      />
    )
  if (act === 'delete' && needsOwner)
    return <NewOwnerSelect onChange={hand_over_to => onChange(hand_over_to ? { hand_over_to } : {})} />
  return null
}

/** The outcome of a task, opened from its notice. */
export function TaskDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  const first = useQuery({ queryKey: ['userTask', taskId], queryFn: () => client.getUserTask({ task_id: taskId }) })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('account:bulk.taskTitle')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {first.data ? (
        <Outcome first={first.data} onClose={onClose} />
      ) : first.isError ? (
        <ErrorNotice failure={first.error} retry={() => first.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Modal>
  )
}

/** The outcome of an act, or the progress of its task. */
function Outcome({ first, onClose }: { first: UserTask; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common'])
  const refresh = useRefresh(usersCalls)
  const { data, error } = useQuery({
    queryKey: ['userTask', first.task_id],
    queryFn: () => client.getUserTask({ task_id: first.task_id ?? '' }),
    enabled: first.task_id !== null && first.ended_on === null,
    initialData: first,
    initialDataUpdatedAt: 0,
    refetchInterval: query => (query.state.data?.ended_on ? false : 1000),
  })
  const wasTask = first.task_id !== null
  // acts that were done within their call have no task: the cache would answer the one before
  const task = wasTask ? data : first
  const ended = task.ended_on !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the task has ended
  useEffect(() => {
    if (ended && wasTask) refresh()
  }, [ended])
  return (
    <Stack>
      {ended ? (
        <TaskOutcome task={task} />
      ) : (
        <>
          <Text role="status">{t('account:bulk.progress', { done: task.done, count: task.total })}</Text>
          <Progress
            value={(task.done / Math.max(1, task.total)) * 100}
            aria-label={t('account:bulk.progressLabel')}
            striped
            animated
          />
          <Text size="sm" c="dimmed">
            {t('account:bulk.goesOn')}
          </Text>
          <ErrorNotice failure={error} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t(ended ? 'common:act.done' : 'common:act.close')}
        </Button>
      </Group>
    </Stack>
  )
}
