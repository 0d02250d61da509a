import { Button, Group, Modal, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type UserTask, usersCalls } from '#features/admin/users/contract.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { TaskOutcome } from './TaskOutcome.tsx'

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
        <TaskProgress first={first.data} onClose={onClose} />
      ) : first.isError ? (
        <ErrorNotice failure={first.error} retry={() => first.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Modal>
  )
}

/** The outcome of an act, or the progress of its task. */
export function TaskProgress({ first, onClose }: { first: UserTask; onClose: () => void }) {
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
