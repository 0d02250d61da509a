import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#web/ui/record/callQuery.ts'

/** For those who manage a pitch: how many people put it aside before its start; nothing while nobody has. */
export function NotInterestedNote({ uuid }: { uuid: string }) {
  const { t } = useTranslation('dashboard')
  const { data } = useQuery({ ...callQuery('getNotInterestedCount', { uuid }, 'pitch'), refetchInterval: 30_000 })
  if (!data?.count) return null
  return (
    <Text c="dimmed" mb="md">
      {t('aside.count', { count: data.count })}
    </Text>
  )
}
