import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCodeWording } from '#features/access/profile/web/codeWording.ts'
import type { UserTask } from '#features/admin/users/contract.ts'

/** How many users were changed, and each of the others with the reason. */
export function TaskOutcome({ task }: { task: UserTask }) {
  const { t } = useTranslation('account')
  const why = useCodeWording()
  const { failures, total } = task
  return (
    <Stack gap="xs">
      <Text role="status">{t('bulk.done', { count: total - failures.length })}</Text>
      {failures.length > 0 && (
        <>
          <Text fw={600}>{t('bulk.notDone', { count: failures.length })}</Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
          <ul className="task-failures" tabIndex={0} aria-label={t('bulk.notDone', { count: failures.length })}>
            {failures.map(({ user_id, name, code }) => (
              <li key={user_id}>
                <strong>{name}</strong> {code === 'NoPermission' ? t('bulk.noRight') : why(code)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}
