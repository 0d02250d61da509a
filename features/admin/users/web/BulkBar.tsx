import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAct, ListedMatch } from '#features/admin/users/rules.ts'
import { countedMost } from '#web/ui/listState.ts'
import type { Selection } from '#web/ui/record/selection.tsx'
import { BulkDialog } from './BulkDialog.tsx'

interface Props {
  selection: Selection
  match: ListedMatch
  /** The number of matches, counted up to a limit. */
  counted: number
}

/** [RULE-091] The acts on the selected users; only a hint without a selection. */
export function BulkBar({ selection, match, counted }: Props) {
  const { t } = useTranslation('account')
  const [act, setAct] = useState<BulkAct>()
  const { size, isAll } = selection
  const isMore = isAll && counted >= countedMost
  const acts: readonly BulkAct[] =
    match.state === 'deleted'
      ? ['restore']
      : ['addTag', 'removeTag', 'resend', 'changeRole', 'signOut', 'enable', 'disable', 'delete']
  return (
    <div className="user-bulk">
      {size === 0 ? (
        <Text c="dimmed" size="sm">
          {t('bulk.hint')}
        </Text>
      ) : (
        <>
          <Text size="sm" fw={600} role="status">
            {t(isMore ? 'bulk.sizeMost' : 'bulk.size', { count: size })}
          </Text>
          {!isAll && counted > size && (
            <Button size="xs" variant="subtle" onClick={selection.chooseAll}>
              {t(counted >= countedMost ? 'bulk.chooseAllMost' : 'bulk.chooseAll', { count: counted })}
            </Button>
          )}
          <Menu position="bottom-start" width={240}>
            <Menu.Target>
              <Button size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
                {t('bulk.acts')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {acts.map(name => (
                <Menu.Item
                  key={name}
                  {...(name === 'delete' ? { color: 'var(--bad)' } : {})}
                  onClick={() => setAct(name)}
                >
                  {t(`bulk.act.${name}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
            {t('bulk.clear')}
          </Button>
        </>
      )}
      {act && <BulkDialog act={act} match={match} selection={selection} onClose={() => setAct(undefined)} />}
    </div>
  )
}
