import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCrosses } from '#web/ui/record/crosses.ts'
import { type ColumnKey, columnKeys } from './userColumns.tsx'

interface ColumnChoice {
  readonly isShown: (key: ColumnKey) => boolean
  readonly toggle: (key: ColumnKey) => void
}

/** The columns of the user list that are hidden in this browser. */
export function useColumnChoice(): ColumnChoice {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: 'rostrum.userColumns.hidden',
    defaultValue: ['createdOn', 'joined', 'expiration'],
    getInitialValueInEffect: false,
  })
  const isShown = (key: ColumnKey) => !hidden.includes(key)
  return {
    isShown,
    toggle: key => setHidden(isShown(key) ? [...hidden, key] : hidden.filter(name => name !== key)),
  }
}

const titles = {
  email: 'email',
  role: 'role',
  company: 'company',
  org: 'organisation',
  tags: 'tags',
  state: 'state',
  lastLogin: 'lastLogin',
  joined: 'joined',
  expiration: 'expiration',
  createdOn: 'createdOn',
} as const satisfies Record<ColumnKey, string>

/** Shows and hides columns. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  const { t } = useTranslation('account')
  const crosses = useCrosses()
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns size={16} aria-hidden />}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t('list.columns')}>
          {columnKeys
            .filter(key => crosses || key !== 'org')
            .map(key => (
              <Checkbox
                key={key}
                label={t(`field.${titles[key]}`)}
                checked={choice.isShown(key)}
                onChange={() => choice.toggle(key)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
