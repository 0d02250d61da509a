import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Calls } from '#contract/call.ts'
import { type IconAct, useActs } from './useActs.tsx'

interface Props {
  /** The menu's accessible name: its acts and their record. Without it each act is a button, under its own `name`. */
  label?: string | undefined
  acts: readonly (IconAct | false)[]
  /** The word's calls: what the screen shows of them is refetched after an act. */
  calls: Calls
}

/** The acts on a record; nothing without acts. */
export function ActMenu({ label, acts, calls }: Props) {
  const { begin, running, dialog } = useActs(calls)
  const possible = acts.filter(act => act !== false)
  if (possible.length === 0) return null
  const usual = possible.filter(act => !act.danger)
  const harmful = possible.filter(act => act.danger)
  const item = (act: IconAct) => (
    <Menu.Item
      key={act.label}
      // a color of the palette would be as dark in the dark
      {...(act.danger && { color: 'var(--bad)' })}
      leftSection={<act.icon size={18} aria-hidden />}
      onClick={() => begin(act)}
    >
      {act.label}
    </Menu.Item>
  )
  return (
    <>
      {label ? (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={label} loading={running !== undefined}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {usual.map(item)}
            {usual.length > 0 && harmful.length > 0 && <Menu.Divider />}
            {harmful.map(item)}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Group gap={0} wrap="nowrap" display="inline-flex">
          {possible.map(act => (
            <Tooltip key={act.label} label={act.label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={act.name ?? act.label}
                loading={running?.label === act.label}
                onClick={() => begin(act)}
              >
                <act.icon size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      )}
      {dialog}
    </>
  )
}
